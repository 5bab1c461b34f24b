import type { Plugin, Rolldown } from 'vite'

const signIn = 'login/login-page.tsx'

/**
 * Pages that visits begin with: their module in src/features, who is shown them (visitors are sent to the sign-in instead
 * of members' pages), and the maximum of their scripts in kB (scripts/checks/page-sizes.ts). Not those of staff: the server does
 * not look up who asks for a document, and customers are not to load their code.
 */
export const firstPages: {
  path: string
  module: string
  for: 'visitors' | 'members' | 'all'
  budget: number
}[] = [
  { path: '/login', module: signIn, for: 'visitors', budget: 118 },
  { path: '/signup', module: 'signup/sign-up-page.tsx', for: 'visitors', budget: 122 },
  { path: '/password/reset', module: 'password/reset-request-page.tsx', for: 'visitors', budget: 115 },
  { path: '/places', module: 'places/places-page.tsx', for: 'all', budget: 119 },
  { path: '/', module: 'landing/landing-page.tsx', for: 'members', budget: 126 },
  { path: '/settings', module: 'settings/settings-page.tsx', for: 'members', budget: 120 },
  { path: '/coupons', module: 'coupons/coupons-page.tsx', for: 'members', budget: 116 },
  { path: '/offers', module: 'offers/offers-page.tsx', for: 'members', budget: 120 },
  { path: '/card', module: 'card/card-page.tsx', for: 'members', budget: 116 },
]

/**
 * Writes first-pages/(visitors|members)/PATH.html (`/` is `index.html`; English `.en.html`) next to each index.html:
 * the same document with links to the scripts and styles of the page at that path, which otherwise load only after the
 * first script has run. Links of low priority do not delay that script, the style sheet and the fonts.
 */
export function writeFirstPages(): Plugin {
  return {
    name: 'portal-first-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const document of ['index.html', 'index.en.html']) {
        const html = bundle[document]
        if (html?.type !== 'asset') throw new Error(`The build has no ${document}.`)
        const write = (folder: string, path: string, module: string) =>
          this.emitFile({
            type: 'asset',
            fileName: `first-pages/${folder}${path === '/' ? '/index' : path}${document.slice('index'.length)}`,
            source: withLinks(String(html.source), filesOf(module, chunks)),
          })
        for (const { path, module, for: who } of firstPages) {
          if (who !== 'visitors') write('members', path, module)
          write('visitors', path, who === 'members' ? signIn : module)
        }
      }
    },
  }
}

/** Scripts and styles of a module and all its static imports. */
function filesOf(module: string, chunks: Rolldown.OutputChunk[]): Set<string> {
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/features/${module}`))
  if (!page) throw new Error(`The build has no chunk of ${module}.`)
  const files = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) add(next)
  }
  add(page)
  return files
}

const withLinks = (html: string, files: Set<string>) =>
  html.replace(
    '</head>',
    () =>
      [...files]
        .filter((file) => !html.includes(file))
        .map((file) => {
          const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
          return `  <link ${kind} crossorigin fetchpriority="low" href="/${file}">\n  `
        })
        .join('') + '</head>',
  )
