import type { Language } from '@portal/contract/words/language.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Value } from './notice-values.ts'

/** The published text of a page in each language that is shown on a day; null: that of the file. */
export async function listShown(
  db: Db,
  page: string,
  today: string,
): Promise<{ page: string; language: Language; text: string | null }[]> {
  const { rows } = await sql<{ page: string; language: Language; text: string | null }>`
    select distinct on (language) page, language, text from page_texts
    where page = ${page} and valid_from <= ${today}
    order by language, valid_from desc, id desc`.execute(db)
  return rows
}

export const listValues = (db: Db): Promise<{ key: string; value: Value }[]> =>
  db.selectFrom('pageValues').select(['key', 'value']).orderBy('key').execute()

/** Changes of texts and values run one after the other. */
export const lockTexts = (trx: Trx) => sql`select pg_advisory_xact_lock(hashtext('page texts'))`.execute(trx)

export const writeValue = (trx: Trx, key: string, value: Value) =>
  trx
    .insertInto('pageValues')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((one) => one.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()

export const deleteValue = (trx: Trx, key: string) =>
  trx.deleteFrom('pageValues').where('key', '=', key).execute()

export type Place = { page: string; language: Language }

/** `number`: counted from 1 by page and language. */
export type Publication = {
  id: number
  number: number
  shipped: boolean
  length: number | null
  validFrom: string
  publishedAt: Date
  publishedBy: number | null
}

/** Publications of a page in a language, newest first. */
export async function listPublications(db: Db, { page, language }: Place): Promise<Publication[]> {
  const { rows } = await sql<Publication>`
    select id, row_number() over (order by id)::int as number, text is null as shipped, length(text) as length,
      valid_from, published_at, published_by
    from page_texts where page = ${page} and language = ${language} order by id desc`.execute(db)
  return rows
}

export const findPublication = (db: Db, { page, language }: Place, id: number) =>
  db
    .selectFrom('pageTexts')
    .select(['id', 'text', 'validFrom'])
    .where('page', '=', page)
    .where('language', '=', language)
    .where('id', '=', id)
    .executeTakeFirst()

/** When which text of each page begins, and what is drafted. */
export async function listStates(
  db: Db,
  today: string,
): Promise<
  { page: string; language: Language; since: string | null; next: string | null; draft: boolean }[]
> {
  const { rows } = await sql<{
    page: string
    language: Language
    since: string | null
    next: string | null
    draft: boolean
  }>`
    select page, language,
      max(valid_from) filter (where valid_from <= ${today}) as since,
      min(valid_from) filter (where valid_from > ${today}) as next,
      bool_or(is_draft) as draft
    from (
      select page, language, valid_from, false as is_draft from page_texts
      union all select page, language, null, true from page_drafts
    ) t group by page, language`.execute(db)
  return rows
}

export const insertPublication = async (
  trx: Trx,
  row: Place & { text: string | null; validFrom: string; publishedAt: Date; publishedBy: number | null },
): Promise<number> =>
  (await trx.insertInto('pageTexts').values(row).returning('id').executeTakeFirstOrThrow()).id

export const deletePublication = (trx: Trx, id: number) =>
  trx.deleteFrom('pageTexts').where('id', '=', id).execute()

export const findDraft = (db: Db, { page, language }: Place) =>
  db
    .selectFrom('pageDrafts')
    .select(['text', 'savedAt', 'savedBy'])
    .where('page', '=', page)
    .where('language', '=', language)
    .executeTakeFirst()

export const writeDraft = (
  trx: Trx,
  { page, language, ...draft }: Place & { text: string; savedAt: Date; savedBy: number | null },
) =>
  trx
    .insertInto('pageDrafts')
    .values({ page, language, ...draft })
    .onConflict((one) => one.columns(['page', 'language']).doUpdateSet(draft))
    .execute()

export const deleteDraft = (trx: Trx, { page, language }: Place) =>
  trx.deleteFrom('pageDrafts').where('page', '=', page).where('language', '=', language).execute()
