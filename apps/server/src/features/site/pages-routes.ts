import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Language, languages } from '@portal/contract/words/language.ts'
import { contentPages, type PublicPage } from '@portal/contract/public-pages.ts'
import { languageOf, setLanguageCookie } from '#server/http/cookies.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import type { Routes } from '#server/http/mount-endpoint.ts'
import { pageStyle } from '#server/lib/html/html.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { findVersion, isVersioned, listVersions, storeVersion } from '#server/features/notices/service.ts'
import { gapsIn } from './markdown.ts'
import { publicPageReader, styleAddress } from './pages-service.ts'
import { readSettings } from './stored-service.ts'
import { versionListPage, versionPage } from './version-pages.ts'

const css = pageStyle + readFileSync(resolve(import.meta.dirname, 'pages.css'), 'utf8')

/** Privacy notices, terms and accessibility statement, and their earlier versions, for everyone and without a session. */
export const publicPageRoutes: Routes = (scope, context) => {
  const { config, cookies, db } = context
  for (const page of contentPages) {
    const report = (error: unknown) =>
      scope.log.error({ error: describeError(error) }, 'cannot read a public page')
    const read = {
      el: publishing(context, page, 'el', report),
      en: publishing(context, page, 'en', report),
    }
    scope.addHook('onReady', async () => {
      for (const language of languages) await read[language]()
    })
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
        .send(await read[languageOf(request)]())
    })
    if (!isVersioned(page.name)) continue
    const brand = (language: Language) => ({ ...config.brand, language })
    scope.get(`${page.path}/versions`, async (request, reply) => {
      const language = languageOf(request)
      const versions = await listVersions(db, page.name, language)
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'Cache-Control': 'no-cache', Vary: 'Cookie' })
        .send(versionListPage(brand(language), page, versions))
    })
    scope.get(`${page.path}/versions/:number`, async (request, reply) => {
      const language = languageOf(request)
      const { number } = request.params as { number: string }
      const version = /^[1-9]\d{0,8}$/.test(number)
        ? await findVersion(db, page.name, language, Number(number))
        : undefined
      if (!version) return reply.redirect(`${page.path}/versions`, 302)
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'Cache-Control': 'no-cache', Vary: 'Cookie' })
        .send(versionPage(brand(language), page, version))
    })
  }
  scope.get(styleAddress, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  )
}

/** Returns a function that renders a page, and stores its text as a version before it is served for the first time. */
function publishing(
  context: AppContext,
  page: PublicPage,
  language: Language,
  report: (error: unknown) => void,
): () => Promise<string> {
  const { config } = context
  const read = publicPageReader(page, { config, read: () => readSettings(context, [page]) }, language, report)
  let stored = ''
  return async () => {
    const { html, text, isTranslated } = await read()
    // A template is not published.
    if (isTranslated && text !== stored && gapsIn(text).length === 0)
      try {
        await storeVersion(context, { page: page.name, language, text })
        stored = text
      } catch (error) {
        // The page is shown while the database is unavailable.
        report(error)
      }
    return html
  }
}
