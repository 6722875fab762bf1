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
/** What every page starts with, and what home, collection and product page show products with: one file instead of a dozen small ones. */
const SHOP =
  /\/src\/(main\.tsx|catalog\/(product-card|product-grid|products-error|price|purchase-form|use-purchase)\.tsx?|products\/.*|ui\/failure-note\.tsx)$/

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadSans(), bootBeforePaint(), slimRouter(), slimImports()],
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
        // What every page starts with has the names of all pages' files: they are as short as can be.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // What loads other files comes with the first of them, which must not wait for the libraries.
            { name: 'load', test: /vite\/preload-helper/ },
            { name: 'vendor', test: (id) => LIBRARIES.test(id) && !NOT_EVERYWHERE.test(id) },
            { name: 'shop', test: SHOP },
          ],
        },
      },
    },
  },
})

/** The first view is painted when the small script that notes presses is there; both come with the style sheet. */
function bootBeforePaint(): Plugin {
  return {
    name: 'boot-before-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script async type="module"', '$& blocking="render"'),
    },
  }
}

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
 * React Router gives its components names and contexts after they are made, which looks like a use of those that nobody uses; and its
 * hook for going somewhere also has the part for routes with loaders, which the shop has none of (ADR 21).
 */
function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/development\// },
      handler: (code) =>
        code
          .replace(/^\w+\.(displayName|contextType) = "?\w+"?;$/gm, '')
          .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
          .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}

/** Vite's own part for `import()` also preloads scripts, which is switched off above; a page needs of it that its style sheet is there (ADR 21). */
function slimImports(): Plugin {
  /** What Vite makes of `(await import(x)).One`: a function of its own that unpacks and packs one name, with no style sheet to wait for. */
  const unpacked = /async\(\)=>\{let\{(\w+):(\w+)\}=await import\((`[^`]+`)\);return\{\1:\2\}\},\[\]\)/g
  return {
    name: 'slim-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      order: 'pre',
      filter: { id: /vite\/preload-helper/ },
      handler: () => `
        const sheets = new Map()
        export const __vitePreload = (load, paths = []) => Promise.all(paths.map(sheetAt)).then(load)
        function sheetAt(path) {
          if (!sheets.has(path))
            sheets.set(path, new Promise((resolve, reject) => {
              const link = document.createElement('link')
              link.rel = 'stylesheet'
              link.href = '/' + path
              link.onload = resolve
              link.onerror = () => {
                sheets.delete(path)
                link.remove()
                reject(new Error('No ' + path))
              }
              document.head.append(link)
            }))
          return sheets.get(path)
        }`,
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === 'chunk') part.code = part.code.replace(unpacked, '()=>import($3))')
      },
    },
  }
}
