import type { Plugin } from 'vite'

/**
 * Tells the page to fetch the two font files before the style sheet asks for them: text then appears in its own letters
 * at once. A plugin because the file names carry a hash that only the build knows.
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
