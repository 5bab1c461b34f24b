import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { publicPages } from '@portal/contract/public-pages.ts'
import { describeError } from '#server/http/errors.ts'
import type { Routes } from '#server/http/mount-endpoint.ts'
import { pageStyle } from '#server/lib/html/html.ts'
import { publicPageReader, styleAddress } from './pages-service.ts'

const css = pageStyle + readFileSync(resolve(import.meta.dirname, 'pages.css'), 'utf8')

/** Privacy notice, terms and accessibility statement, for everyone and without a session. */
export const publicPageRoutes: Routes = (scope, { config }) => {
  for (const page of publicPages) {
    const read = publicPageReader(page, config, (error) =>
      scope.log.error({ error: describeError(error) }, 'cannot read a public page'),
    )
    scope.get(page.path, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(read()),
    )
  }
  scope.get(styleAddress, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  )
}
