import { createHash } from 'node:crypto'
import { maxTextLength } from '@portal/contract/words/text-limits.ts'
import { publishedMarkdown, type TextPlace } from '@portal/contract/manage-texts.ts'
import { contentPages, type PublicPage } from '@portal/contract/public-pages.ts'
import { languages } from '@portal/contract/words/language.ts'
import { existsSync } from 'node:fs'
import type { Db, Trx } from '#server/db/database.ts'
import { type AuditActor, type AuditEntry, writeAudit } from '#server/lib/audit/audit.ts'
import { contentFile, readContent } from '#server/lib/config/content.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { gapsIn, renderMarkdown } from './markdown.ts'
import { fillIn, type Settings, unknownKeys } from './notice-values.ts'
import { languagesOf, readPage, shippedText, sourceOf } from './pages-service.ts'
import { readSettings, storeVersions } from './stored-service.ts'
import * as queries from './texts-queries.ts'
import { listMissing } from './values-service.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

const pageOf = (name: string): PublicPage => {
  const page = contentPages.find((one) => one.name === name)
  if (!page) throw new ApiError('not_found')
  return page
}

/** '' if there is no file: an English one is optional. */
const fileText = (page: PublicPage, settings: Settings, language: TextPlace['language']) =>
  existsSync(contentFile(settings.contentFolder, page, language)) ? shippedText(page, settings, language) : ''

const currentText = (page: PublicPage, settings: Settings, language: TextPlace['language']) =>
  languagesOf(page, settings).includes(language) ? sourceOf(page, settings, language) : ''

/** All texts with their states, and what is missing in them. */
export async function listTexts(context: Context) {
  const settings = await readSettings(context)
  const today = athensDay(context.clock.now())
  const states = await queries.listStates(context.db, today)
  const missing = listMissing(settings)
  return {
    in_files: settings.hasOwnContent,
    missing: missing.keys,
    missing_contacts: missing.contacts,
    texts: contentPages.flatMap((page) =>
      languages.map((language) => {
        const state = states.find((one) => one.page === page.name && one.language === language)
        const isPublished = settings.stored?.texts[`${page.name}.${language}`] !== undefined
        const text = languagesOf(page, settings).includes(language)
          ? readPage(page, { ...settings, demonstration: false }, language)
          : ''
        return {
          page: page.name,
          language,
          source: settings.hasOwnContent
            ? ('file' as const)
            : isPublished
              ? ('published' as const)
              : ('shipped' as const),
          since: settings.hasOwnContent ? null : (state?.since ?? null),
          next: settings.hasOwnContent ? null : (state?.next ?? null),
          draft: state?.draft ?? false,
          gaps: gapsIn(text).length,
        }
      }),
    ),
  }
}

const versionOf = (publications: readonly queries.Publication[], draft: { text: string } | undefined) =>
  createHash('sha256')
    .update(JSON.stringify([publications.map(({ id }) => id), draft?.text ?? null]))
    .digest('base64url')
    .slice(0, 22)

/** A text with its draft and its publications, newest first. @throws ApiError not_found */
export async function findText(context: Context, place: TextPlace) {
  const page = pageOf(place.page)
  const settings = await readSettings(context, [page])
  const publications = await queries.listPublications(context.db, place)
  const draft = await queries.findDraft(context.db, place)
  const today = athensDay(context.clock.now())
  const current = publications
    .filter(({ validFrom }) => validFrom <= today)
    .reduce<queries.Publication | undefined>(
      (newest, one) => (newest && newest.validFrom >= one.validFrom ? newest : one),
      undefined,
    )
  return {
    version: versionOf(publications, draft),
    inFiles: settings.hasOwnContent,
    today,
    current: currentText(page, settings, place.language),
    shipped: fileText(page, settings, place.language),
    draft,
    publications: publications.map((one) => {
      const isCurrent = one.id === current?.id && !settings.hasOwnContent
      const isFuture = one.validFrom > today
      const state = isFuture ? ('future' as const) : isCurrent ? ('current' as const) : ('past' as const)
      return { ...one, state }
    }),
  }
}

/** A text as citizens would see it, with what nothing fills in. */
export async function preview(context: Context, { page: name, language }: TextPlace, text: string) {
  const page = pageOf(name)
  const settings = await readSettings(context, [page])
  const filled = fillIn(text, settings, language)
  const { title, body } = renderMarkdown(filled, language)
  return {
    title: title ?? null,
    html: body,
    gaps: [...new Set(gapsIn(filled))],
    unknown: unknownKeys(text, settings),
  }
}

/** @throws ApiError not_found */
export async function readPublication(context: Context, place: TextPlace, id: number): Promise<string> {
  const found = await queries.findPublication(context.db, place, id)
  if (!found) throw new ApiError('not_found')
  return found.text ?? shippedText(pageOf(place.page), context.config, place.language)
}

/** @throws ApiError texts_in_files, changed_meanwhile */
export const saveDraft = (
  context: Context,
  author: AuditActor,
  place: TextPlace,
  { text, version }: { text: string; version: string },
): Promise<void> =>
  change(context, author, place, version, async (trx) => {
    await queries.writeDraft(trx, {
      ...place,
      text,
      savedAt: context.clock.now(),
      savedBy: author.id ?? null,
    })
    return { action: 'text.draft', details: { text_length: text.length } }
  })

/** @throws ApiError texts_in_files, changed_meanwhile */
export const discardDraft = (
  context: Context,
  author: AuditActor,
  place: TextPlace,
  version: string,
): Promise<void> =>
  change(context, author, place, version, async (trx) => {
    await queries.deleteDraft(trx, place)
    return { action: 'text.discard', details: {} }
  })

/**
 * Publishes a text from a day on; until then the earlier one is shown. The shipped text follows later releases. The draft is
 * deleted.
 * @param version of what the operator saw; absent: any
 * @throws ApiError texts_in_files, changed_meanwhile, day_past
 */
export async function publishText(
  context: Context,
  author: AuditActor,
  place: TextPlace,
  { text, validFrom, version }: { text: string; validFrom: string; version?: string | undefined },
): Promise<void> {
  const page = pageOf(place.page)
  await change(context, author, place, version, async (trx) => {
    const now = context.clock.now()
    if (validFrom < athensDay(now)) throw new ApiError([{ code: 'day_past', field: 'valid_from' }])
    const isShipped = text.trim() === fileText(page, context.config, place.language).trim()
    const id = await queries.insertPublication(trx, {
      ...place,
      text: isShipped ? null : text,
      validFrom,
      publishedAt: now,
      publishedBy: author.id ?? null,
    })
    await queries.deleteDraft(trx, place)
    const found = (await queries.listPublications(trx, place)).find((one) => one.id === id)
    return {
      action: 'text.publish',
      details: {
        text_version: found?.number ?? 1,
        from: validFrom,
        ...(isShipped ? { text_shipped: true } : { text_length: text.length }),
      },
    }
  })
  await storeVersions(context)
}

/**
 * As `publishText`, with the rules of its call.
 * @returns the number of characters
 * @throws Error about the file, ApiError
 */
export async function publishFile(
  context: Context,
  author: AuditActor,
  place: TextPlace,
  { path, validFrom }: { path: string; validFrom: string },
): Promise<number> {
  const { data: text, error } = publishedMarkdown.safeParse(readContent(path))
  if (error) throw new Error(`${path} has more than ${maxTextLength} characters, or characters with code 0.`)
  await publishText(context, author, place, { text, validFrom })
  return text.length
}

/** @throws ApiError texts_in_files, changed_meanwhile, not_found, text_valid */
export const withdrawText = (
  context: Context,
  author: AuditActor,
  place: TextPlace,
  id: number,
  version: string,
): Promise<void> =>
  change(context, author, place, version, async (trx) => {
    const found = (await queries.listPublications(trx, place)).find((one) => one.id === id)
    if (!found) throw new ApiError('not_found')
    if (found.validFrom <= athensDay(context.clock.now())) throw new ApiError('text_valid')
    await queries.deletePublication(trx, id)
    return { action: 'text.withdraw', details: { text_version: found.number, from: found.validFrom } }
  })

const change = (
  context: Context,
  author: AuditActor,
  place: TextPlace,
  version: string | undefined,
  work: (trx: Trx) => Promise<AuditEntry>,
): Promise<void> =>
  changeAs(context.db, author, async (trx) => {
    await queries.lockTexts(trx)
    if (context.config.hasOwnContent) throw new ApiError('texts_in_files')
    if (version !== undefined && version !== (await currentVersion(trx, place)))
      throw new ApiError('changed_meanwhile')
    const { action, details } = await work(trx)
    await writeAudit({ ...context, db: trx }, author, {
      action,
      details: { text_page: place.page, text_language: place.language, ...details },
    })
  })

const currentVersion = async (db: Db, place: TextPlace): Promise<string> =>
  versionOf(await queries.listPublications(db, place), await queries.findDraft(db, place))
