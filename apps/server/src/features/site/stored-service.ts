import { contentPages, type PublicPage } from '@portal/contract/public-pages.ts'
import type { Db } from '#server/db/database.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { storeVersion } from '#server/features/notices/service.ts'
import { gapsIn } from './markdown.ts'
import type { Settings } from './notice-values.ts'
import { languagesOf, readPage } from './pages-service.ts'
import * as queries from './texts-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/**
 * The settings with what operators have published in the console and is valid today: of the pages given, or of all. It reads the
 * database at every call: several processes serve the pages. Files of CONTENT_DIR win.
 */
export async function readSettings(
  { db, clock, config }: Context,
  pages: readonly PublicPage[] = contentPages,
): Promise<Settings> {
  if (config.hasOwnContent) return config
  const today = athensDay(clock.now())
  const [values, ...shown] = await Promise.all([
    queries.listValues(db),
    ...pages.map(({ name }) => queries.listShown(db, name, today)),
  ])
  const texts = shown
    .flat()
    .flatMap(({ page, language, text }) => (text === null ? [] : [[`${page}.${language}`, text] as const]))
  const stored = {
    values: Object.fromEntries(values.map(({ key, value }) => [key, value])),
    texts: Object.fromEntries(texts),
  }
  return { ...config, stored }
}

/** Stores what the pages show now as versions, so that people see a notice of a change at once. Templates have none. */
export async function storeVersions(context: Context & { db: Db }): Promise<void> {
  const settings = await readSettings(context)
  for (const page of contentPages)
    for (const language of languagesOf(page, settings)) {
      const text = readPage(page, settings, language)
      if (gapsIn(text).length === 0) await storeVersion(context, { page: page.name, language, text })
    }
}
