import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './vite/compress.ts'
import { preloadFonts } from './vite/preload-fonts.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [react(), preloadFonts(/commissioner-(?:greek|latin)-wght-normal.*\.woff2$/), compress()],
  build: {
    outDir: 'dist',
    // The content security policy allows no data: addresses, so every file stays a file.
    assetsInlineLimit: 0,
    // Every browser that knows `modulepreload` and what React 19 needs; without the polyfill there is one script less.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/oauth', '/outbox', '/healthz', '/readyz'].map((path) => [path, server]),
    ),
  },
})
