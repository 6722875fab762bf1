import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = 'http://127.0.0.1:3000'

/** The oldest supported browsers, which are also Tailwind's. tsconfig.json and tests/support/oldest-browser.ts follow this list. */
const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4']
/** Code that every page needs and that seldom changes. */
const LIBRARIES = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|zustand|@tanstack)\//
/** Parts of these libraries that only some pages need. */
const NOT_EVERYWHERE = /\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/
/** Code that every page starts with, or that shows products on several pages. It becomes one file. */
const SHOP =
  /\/src\/(main\.tsx|catalog\/(product-card|product-grid|products-error|price|purchase-form|use-purchase)\.tsx?|products\/.*|ui\/load-failure\.tsx)$/

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadSans(), bootBeforePaint(), slimRouter(), slimImports()],
  server: { proxy: { '/api': api, '/pictures': api, '/uploads': api, '/simulator': api } },
  build: {
    target: OLDEST_BROWSERS,
    // A `data:` URL would need a wider content security policy.
    assetsInlineLimit: 0,
    // The gateway reads from the manifest which files each page needs.
    manifest: true,
    // Shared code is loaded with the first page, so a later page has only its own code to load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The entry file lists the names of all pages' files, so short names keep it small.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // The code that loads other files is in a separate file, so that it need not wait for the libraries.
            { name: 'load', test: /vite\/preload-helper/ },
            { name: 'vendor', test: (id) => LIBRARIES.test(id) && !NOT_EVERYWHERE.test(id) },
            { name: 'shop', test: SHOP },
          ],
        },
      },
    },
  },
})

/** The first paint waits for the small script of `early-presses.ts`. */
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

/** Every heading uses this font, so it is preloaded before the style sheet arrives. */
function preloadSans(): Plugin {
  return {
    name: 'preload-sans',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /instrument-sans-basic.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head-prepend',
          })),
    },
  }
}

/** Makes React Router smaller (ADR 21). The bundler keeps unused components because of the removed assignments and the unmarked calls. */
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

/** Replaces Vite's helper for `import()` (ADR 21). Only the part that loads a page's style sheet is needed. */
function slimImports(): Plugin {
  /** Vite's output for `(await import(x)).One`: a function that unpacks and repacks one name, for a page without a style sheet. */
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
