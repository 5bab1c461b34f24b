/** Builds the pages of examples, which the portal doesn't ship, for the journeys: `vite build --config … --outDir …`. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [react()],
  build: {
    assetsInlineLimit: 0,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: fileURLToPath(new URL('date-picker.html', import.meta.url)) },
  },
})
