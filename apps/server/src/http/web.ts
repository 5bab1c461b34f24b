import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendUnknownCall } from './errors.ts'

const dist = resolve(import.meta.dirname, '../../../web/dist')

/**
 * Serves the built web app: its files as they are, compressed ahead, and its page for every other address, since the
 * browser knows the routes.
 */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (existsSync(join(dist, 'index.html'))) {
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names under assets/ carry a hash of what is in them: they never change.
        const lasting = /[\\/]assets[\\/]/.test(path)
        void reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path === '/api' || path.startsWith('/api/')) return sendUnknownCall(request, reply)
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(assets|brand)\//.test(path)
    if (!isPage) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
    if (!existsSync(join(dist, 'index.html')))
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The web app is not built: npm run build.')
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
  })
}

const imageTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** Serves the operator's logo from beside the brand file. @param file absolute; undefined: the portal draws its own mark */
export function serveLogo(app: FastifyInstance, file: string | undefined): void {
  if (!file) return
  const type = imageTypes[basename(file).split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  app.get('/brand/logo', async (_request, reply) =>
    reply
      .type(type)
      .header('Cache-Control', 'max-age=3600')
      // An SVG can hold scripts; opened on its own it must not run any.
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(await readFile(resolve(dirname(file), basename(file)))),
  )
}
