import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './vite/class-names.ts'
import { compress } from './vite/compress.ts'
import { writeFirstPages } from './vite/first-pages.ts'
import { lightEndpoints } from './vite/light-endpoints.ts'
import { languages } from './vite/languages.ts'
import { preloadFonts } from './vite/preload-fonts.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [
    react({ jsxImportSource: '#jsx' }),
    preloadFonts(/commissioner-(?:greek|latin)-wght-normal.*\.woff2$/),
    languages(),
    lightEndpoints(),
    writeFirstPages(),
    compress(),
  ],
  css: {
    modules: { generateScopedName: classNames(import.meta.dirname) },
  },
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
          // Without groups, a page loads up to 36 files, most of them smaller than their response headers. Each group is
          // loaded as a whole, with what its modules import: compare the sizes of all pages (scripts/checks/page-sizes.ts).
          groups: [
            { name: 'start', tags: ['$initial'] },
            {
              name: 'common',
              minShareCount: 10,
              test: /^(?!.*(shared.(manage|confirmation)|forms.(kept-draft|drafts)|password-field|icons.eye))/,
            },
            {
              name: 'manage',
              test: /shared.manage.(badge|loaded|manage-page|outcome|panel|table)/,
            },
            // Imported by the groups below, and by pages that need nothing else of them.
            {
              name: 'small',
              test: /layout.(text-size|focus-lost)|tone-icon|shared.stickers.api|shared.coupons|icons.tag\.m?js/,
            },
            { name: 'places', test: /shared.places.(closing|kind-names|lazy-map)|icons.map-pinned\.m?js/ },
            { name: 'landing', test: /shared.service-card|[iI]nfiniteQuery/ },
            { name: 'letters', test: /greek-letters/ },
            { name: 'descriptions', test: /contract.src.descriptions/ },
            {
              name: 'visitors',
              test: /continue-to-site|back-navigation|forms.password-field|page-query|flow-result|mail-check|passkeys|outbox-link/,
            },
            {
              name: 'person',
              test: /person-fields|municipality-field|confirm-dialog|lock-reasons|request-kinds|drafts/,
            },
            { name: 'citizen', test: /settings-part|lists.facts|asking-button|layout.qr-code/ },
            { name: 'keys', test: /keyboard-help|keyboard-shortcuts/ },
            { name: 'period', test: /shared.period/, minShareCount: 2 },
            {
              name: 'records',
              test: /shared.points-record|(circle-dashed|ticket-x)\.m?js/,
              minShareCount: 2,
            },
            {
              name: 'lists',
              test: /shared.(participants.[aps]|export)|ui.lists.(filter|person|pagination|virtual|master|avatar)|row-navigation|density/,
              minShareCount: 2,
            },
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
