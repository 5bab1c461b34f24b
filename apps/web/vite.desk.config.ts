import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './vite/class-names.ts'
import { compress } from './vite/compress.ts'
import { writeDeskWorker } from './vite/desk-worker.ts'
import { lightEndpoints } from './vite/light-endpoints.ts'
import { preloadFonts } from './vite/preload-fonts.ts'

/**
 * Builds the page of the desks beside the web app: a document of its own, on Preact instead of React, because React alone is
 * 58 of its 60 kB. The development server and the tests use React.
 */
export default defineConfig({
  plugins: [
    react({ jsxImportSource: '#jsx' }),
    preloadFonts(/commissioner-(?:greek|latin)-wght-normal.*\.woff2$/),
    lightEndpoints(),
    writeDeskWorker(),
    compress(),
  ],
  resolve: {
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': 'preact/compat/client',
      react: 'preact/compat',
    },
  },
  css: { modules: { generateScopedName: classNames(import.meta.dirname) } },
  // The web app's build has copied them.
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: '.vite/desk-manifest.json',
    rolldownOptions: {
      input: { desk: 'desk.html', 'desk-worker': 'src/desk/worker/desk-worker.ts' },
      output: {
        // The address of a service worker must not change, and must not be below its scope's folder.
        entryFileNames: ({ name }) => (name === 'desk-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
