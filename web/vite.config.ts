import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = 'http://127.0.0.1:3000'

/** The oldest browsers that the shop works in: Tailwind's own limits. tsconfig.json's libraries follow them, and gateway/acceptance/oldest-browser.ts. */
const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4']
/** What every page needs, and changes seldom; what only the collection page asks for stays with it. */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|zustand|@tanstack)\/|\/api\/limits\.ts$/
const NOT_EVERYWHERE = /\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/
/** What home, collection and product page show products with: one file instead of a dozen small ones. */
const PRODUCT_PARTS =
  /\/(product-card|product-grid|products-error|stitches|price|purchase-form|use-purchase|catalog-api|icons)\.tsx?$/

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadSans(), slimRouter()],
  server: { proxy: { '/api': api, '/pictures': api, '/uploads': api, '/simulator': api } },
  build: {
    target: OLDEST_BROWSERS,
    // Data addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    // Tells the gateway which files a page begins with.
    manifest: true,
    // What pages share is loaded with the first one, so a page to come has nothing but itself to ask for.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            // What loads other files comes with the first of them, which must not wait for the libraries.
            { name: 'load', test: /vite\/preload-helper/ },
            { name: 'vendor', test: (id) => LIBRARIES.test(id) && !NOT_EVERYWHERE.test(id) },
            { name: 'product-parts', test: PRODUCT_PARTS },
          ],
        },
      },
    },
  },
})

/** The sans carries every heading, so it is asked for before the style sheet has arrived. */
function preloadSans(): Plugin {
  return {
    name: 'preload-sans',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /instrument-sans.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head-prepend',
          })),
    },
  }
}

/**
 * The router's package leads bundlers to its development files, which differ in this one line. It names its components
 * after they are made, which looks like a use of those that nobody uses. And its links could load pages ahead in an
 * app that the router's own server draws; ours are loaded ahead by router.tsx.
 */
function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/development\// },
      handler: (code) =>
        code
          .replace('var ENABLE_DEV_WARNINGS = true', 'var ENABLE_DEV_WARNINGS = false')
          .replace('return shouldPrefetch && !isAbsolute ?', 'return false ?')
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
