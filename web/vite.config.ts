import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadSans(), sonnerWithoutInlineStyle()],
  server: { proxy: { '/api': api, '/pictures': api, '/uploads': api, '/simulator': api } },
  build: {
    // Data addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
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

/** Sonner writes a style element, which the content security policy refuses; its style sheet is imported instead. */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs/ },
      handler: (code) => code.replace(/^__insertCSS\(.*$/m, ''),
    },
  }
}
