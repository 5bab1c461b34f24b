import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'

// Only the static files of Swagger UI. The package swagger-ui-dist depends on a package that reports installations.
const swagger = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
)

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Rewards portal</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/api-docs.css">
</head>
<body>
<main id="swagger-ui"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

// A separate file: the content security policy forbids inline scripts. Without 'Try it out', since a partner's secret does
// not belong in a browser; colours in examples, whose contrast is too low; and the list of schemas, whose buttons are too
// pale.
const start = `SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  dom_id: '#swagger-ui',
  supportedSubmitMethods: [],
  syntaxHighlight: false,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
})
`

const here = (path: string) => resolve(import.meta.dirname, path)

/** Served files with the files that they consist of. */
const files = [
  { name: 'swagger-ui.css', type: 'text/css', parts: [join(swagger, 'swagger-ui.css')] },
  { name: 'swagger-ui-bundle.js', type: 'text/javascript', parts: [join(swagger, 'swagger-ui-bundle.js')] },
  { name: 'api-docs.css', type: 'text/css', parts: [here('../lib/html/tokens.css'), here('api-docs.css')] },
]

/**
 * Serves the API documentation: Swagger UI at /api/docs, the document at /api/docs/openapi.json. Swagger UI works under
 * the content security policy unchanged; RapiDoc and Scalar need inline styles.
 */
export function serveDocs(app: FastifyInstance): void {
  // At the first request: takes a tenth of the start.
  let document: string | undefined
  const cached = 'public, max-age=3600'
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/api/docs/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(describeApi()))),
  )
  app.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start))
  for (const { name, type, parts } of files) {
    // Compressed once: 474 of 1,872 KB.
    let compressed: Promise<Buffer> | undefined
    app.get(`/api/docs/${name}`, async (request, reply) => {
      void reply.type(`${type}; charset=utf-8`).headers({ 'Cache-Control': cached, Vary: 'Accept-Encoding' })
      const read = async () => Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(await read())
      compressed ??= read().then((bytes) => promisify(gzip)(bytes))
      return reply.header('Content-Encoding', 'gzip').send(await compressed)
    })
  }
}
