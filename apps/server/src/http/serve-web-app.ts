import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { colourTokens } from '@portal/contract/brand/brand-colour.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/lib/config/config.ts'
import { hintCookie, languageOf } from './cookies.ts'
import { sendUnknownCall } from './errors.ts'

const dist = resolve(import.meta.dirname, '../../../web/dist')
/** The page of the desks: a document of its own, not routed by the browser. */
const deskPage = 'desk.html'
/** The documents that vite/first-pages.ts writes. */
const firstPages = 'first-pages'

/**
 * Paths that are no page: of files, such as /favicon.ico and /.well-known/security.txt, and below the folders of files. Codes
 * of stickers (/s/) may contain a dot.
 */
const isFile = (path: string) =>
  /^\/(?:assets|brand|\.well-known)(?:\/|$)/.test(path) ||
  (!path.startsWith('/s/') && /\/\.|\.\w{1,12}\/?$/.test(path))

/**
 * Serves the built web app: its precompressed files, and for all other paths, which the browser routes, index.html or
 * the document that loads the code of the page at that path, too. Unknown files are 404. /desk is a document of its own, the
 * same in both languages: its service worker keeps it.
 */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  const documents = new Set<string>()
  if (existsSync(join(dist, 'index.html'))) {
    for (const file of readdirSync(join(dist, firstPages), { recursive: true, encoding: 'utf8' }))
      documents.add(`${firstPages}/${file.replaceAll('\\', '/')}`)
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // 70 bytes of headers per file less: browsers compare the ETag, and request no ranges of scripts.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        // File names under assets/ contain a content hash.
        const isImmutable = /[\\/]assets[\\/]/.test(path)
        void reply.header('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path === '/api' || path.startsWith('/api/')) return sendUnknownCall(request, reply)
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isFile(path)
    if (!isPage) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
    if (!existsSync(join(dist, 'index.html')))
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The web app is not built. Run: npm run build')
    if (/^\/desk\/?$/.test(path)) return reply.header('Cache-Control', 'no-cache').sendFile(deskPage)
    const extension = languageOf(request) === 'en' ? '.en.html' : '.html'
    const folder = request.cookies[hintCookie] === undefined ? 'visitors' : 'members'
    const document = `${firstPages}/${folder}${path === '/' ? '/index' : path}${extension}`
    return reply
      .headers({ 'Cache-Control': 'no-cache', Vary: 'Cookie' })
      .sendFile(documents.has(document) ? document : `index${extension}`)
  })
}

/**
 * Serves the web app manifest with the operator's names, colour and logo. Its other colours are those of the web app's
 * tokens.css.
 */
export function serveManifest(app: FastifyInstance, config: Pick<Config, 'brand' | 'logoType'>): void {
  const manifestOf = ({ product, company, colour, logo }: Config['brand']) => ({
    id: '/',
    name: product,
    description: company,
    lang: 'el',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf7f0',
    theme_color: colour ? colourTokens(colour)['--brand-strong'] : '#14573a',
    icons: logo
      ? [{ src: logo, sizes: 'any', type: config.logoType }]
      : [
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
  })
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(JSON.stringify(manifestOf(config.brand))),
  )
}
