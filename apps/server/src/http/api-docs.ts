import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="swagger-ui"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

// A separate file: the content security policy forbids inline scripts.
const start = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#swagger-ui', tryItOutEnabled: false, validatorUrl: null })\n`

/** Serves the API documentation: Swagger UI at /api/docs and the document at /api/docs/openapi.json. */
export function serveDocs(app: FastifyInstance): void {
  const document = JSON.stringify(describeApi())
  const cached = 'public, max-age=3600'
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/api/docs/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  )
  app.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start))
  for (const [file, type] of [
    ['swagger-ui.css', 'text/css'],
    ['swagger-ui-bundle.js', 'text/javascript'],
  ] as const) {
    app.get(`/api/docs/${file}`, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('Cache-Control', cached)
        .send(await readFile(join(swagger, file))),
    )
  }
}
