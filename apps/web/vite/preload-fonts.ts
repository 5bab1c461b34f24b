import type { Plugin } from 'vite'

/**
 * Adds preload links for the two font files, so that text is rendered in its font without waiting for the style sheet.
 * A plugin, because the file names contain a hash of the build.
 */
export function preloadFonts(wanted: RegExp): Plugin {
  return {
    name: 'portal-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => wanted.test(name))
          .map((name) => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
          })),
    },
  }
}
