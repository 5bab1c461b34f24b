import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { languages, type Texts } from '@portal/contract/words/language.ts'
import { contentPages } from '@portal/contract/public-pages.ts'
import { languageOf, setLanguageCookie } from '#server/http/cookies.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import type { Routes } from '#server/http/mount-endpoint.ts'
import { pageStyle } from '#server/lib/html/html.ts'
import { publicPageReader, styleAddress } from './pages-service.ts'

const css = pageStyle + readFileSync(resolve(import.meta.dirname, 'pages.css'), 'utf8')

/** Privacy notice, terms and accessibility statement, for everyone and without a session. */
export const publicPageRoutes: Routes = (scope, { config, cookies }) => {
  for (const page of contentPages) {
    const report = (error: unknown) =>
      scope.log.error({ error: describeError(error) }, 'cannot read a public page')
    const read = {
      el: publicPageReader(page, config, 'el', report),
      en: publicPageReader(page, config, 'en', report),
    } satisfies Texts<() => string>
    scope.get(page.path, async (request, reply) => {
      const { language } = request.query as { language?: unknown }
      const chosen = languages.find((one) => one === language)
      if (chosen) {
        setLanguageCookie(reply, chosen, cookies)
        return reply.header('Cache-Control', 'no-store').redirect(page.path, 302)
      }
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'Cache-Control': 'no-cache', Vary: 'Cookie' })
        .send(read[languageOf(request)]())
    })
  }
  scope.get(styleAddress, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  )
}
