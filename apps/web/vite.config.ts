import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './vite/compress.ts'
import { languages } from './vite/languages.ts'
import { preloadFonts } from './vite/preload-fonts.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [
    react(),
    preloadFonts(/commissioner-(?:greek|latin)-wght-normal.*\.woff2$/),
    languages(),
    compress(),
  ],
  build: {
    outDir: 'dist',
    // The content security policy blocks data: URLs, so do not inline files.
    assetsInlineLimit: 0,
    // All browsers that support React 19's requirements support `modulepreload`; omit the polyfill script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // For scripts/checks/page-sizes.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for what every page loads, and one for what nine or more pages share. Without them, a page loads up to 36
          // files. A lower number adds code that a page does not use.
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'common', minShareCount: 9 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      [
        '/api',
        '/brand',
        '/oauth',
        '/outbox',
        '/pages',
        '/healthz',
        '/readyz',
        '/manifest.webmanifest',
        // Mailed links, which the server redirects.
        '^/[^?]*[?]continue$',
      ].map((path) => [path, server]),
    ),
  },
})
