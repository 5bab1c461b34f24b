import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { SearchWord } from './search.ts'

export type ParticipantRow = {
  id: number
  firstName: string
  lastName: string
  telephone: string
  email: string
  municipalityName: string | null
  available: number
  reuse: number
  cookingoils: number
  redeemed: number
  nRecords: number
}

/** With the facts that only the details of one account show. */
export type DetailsRow = ParticipantRow & { createdAt: Date; isActive: boolean }

export type PageRequest = { skip: number; take: number }

export const columns = sql`
  users.id, users.first_name, users.last_name, users.telephone, users.email, municipalities.name as municipality_name,
  balances.available, balances.reuse, balances.cookingoils, balances.redeemed, balances.n_records`

/** Selects the ids from an index first, then joins the details of these rows only. */
const withDetails = (ids: RawBuilder<unknown>) => sql<ParticipantRow>`
  select ${columns} from (${ids}) page
  join users on users.id = page.id
  join balances on balances.participant_id = users.id
  left join municipalities on municipalities.id = users.municipality_id
  order by page.place`

export const isParticipant = sql`users.is_active and not users.is_staff`

/** An account whose address is not confirmed yet; not one that was closed or erased. */
const isUnactivated = sql`not users.is_active and users.activated_at is null and not users.is_staff
  and users.erased_at is null`

const selectDetails = (where: RawBuilder<unknown>) => sql<DetailsRow>`
  select ${columns}, users.created_at, users.is_active from users
  join balances on balances.participant_id = users.id
  left join municipalities on municipalities.id = users.municipality_id
  where ${where}`

export async function findParticipant(db: Db, id: number): Promise<DetailsRow | undefined> {
  const { rows } = await selectDetails(
    sql`users.id = ${id} and (${isParticipant} or ${isUnactivated})`,
  ).execute(db)
  return rows[0]
}

/** Lists accounts that are not activated and contain all words, newest first; reads all of them, from their index. */
export async function listUnactivated(db: Db, words: SearchWord[], take: number): Promise<DetailsRow[]> {
  const { rows } = await selectDetails(
    sql`${isUnactivated} and ${containsAll(words)} order by users.created_at desc, users.id desc limit ${take}`,
  ).execute(db)
  return rows
}

export async function findUnactivated(
  db: Db,
  id: number,
): Promise<{ id: number; email: string } | undefined> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where users.id = ${id} and ${isUnactivated}`.execute(db)
  return rows[0]
}

/** Counts participants by the counter that triggers on users maintain: counting 500,000 rows takes 40 ms. */
export async function countParticipants(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select n from participants_total) + coalesce((select sum(n) from participants_delta), 0)::bigint as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Lists all participants by surname. */
export async function listParticipants(db: Db, { skip, take }: PageRequest): Promise<ParticipantRow[]> {
  const { rows } = await withDetails(sql`
    select users.id, row_number() over (order by users.sort_name, users.id) as place
    from users where ${isParticipant}
    order by users.sort_name, users.id offset ${skip} limit ${take}`).execute(db)
  return rows
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Condition that a word matches. 1-2 letters use the index of letter pairs, longer words the trigram index. */
function matches({ forms }: SearchWord): RawBuilder<unknown> {
  const conditions = forms.map((form) =>
    Array.from(form).length <= 2
      ? sql`letter_pairs(users.search_norm) @> array[${form}]::text[]`
      : sql`users.search_norm like ${likePattern(form)}`,
  )
  return sql`(${sql.join(conditions, sql` or `)})`
}

const matchesAll = (words: SearchWord[]) => sql.join(words.map(matches), sql` and `)

export const isGreek = ({ forms }: SearchWord) => !/^[a-z0-9]/.test(forms[0] ?? '')

/** Condition that the surname starts with the word: one range of the index of Greek or of Latin names. */
export function surnameStartsWith(word: SearchWord): RawBuilder<unknown> {
  const startsWith = (column: RawBuilder<unknown>, form: string) =>
    sql`(${column} >= ${form} and ${column} < ${form + '\u{10ffff}'})`
  if (isGreek(word)) return startsWith(sql`users.sort_name`, word.forms[0] ?? '')
  return sql`(${sql.join(
    word.forms.map((form) => startsWith(sql`users.latin_last`, form)),
    sql` or `,
  )})`
}

/** Counts the matches of a search, up to a limit. */
export async function countMatches(db: Db, words: SearchWord[], limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from users where ${isParticipant} and ${matchesAll(words)} limit ${limit}) found`.execute(db)
  return rows[0]?.n ?? 0
}

/** Counts the matches whose surname starts with the first word, up to a limit. */
export async function countSurnames(db: Db, words: SearchWord[], limit: number): Promise<number> {
  const [first, ...others] = words
  if (!first) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from users where ${isParticipant} and ${surnameStartsWith(first)}
      ${others.length > 0 ? sql`and ${matchesAll(others)}` : sql``} limit ${limit}) found`.execute(db)
  return rows[0]?.n ?? 0
}

/** Lists the matches whose surname starts with the first word, by name. */
export async function listSurnames(
  db: Db,
  words: SearchWord[],
  { skip, take }: PageRequest,
): Promise<ParticipantRow[]> {
  const [first, ...others] = words
  if (!first) return []
  const condition = sql`${isParticipant} and ${surnameStartsWith(first)}
    ${others.length > 0 ? sql`and ${matchesAll(others)}` : sql``}`
  // Greek: the index range has the requested order. Latin: must be sorted; `sortedIds` prevents the planner from
  // scanning all participants by name (245 ms instead of 6).
  const ids = isGreek(first)
    ? sql`
      select users.id, row_number() over (order by users.sort_name, users.id) as place
      from users where ${condition}
      order by users.sort_name, users.id offset ${skip} limit ${take}`
    : sortedIds(condition, { skip, take })
  const { rows } = await withDetails(ids).execute(db)
  return rows
}

/** Selects all matches, then sorts; `materialized` keeps the planner from scanning by name. */
const sortedIds = (condition: RawBuilder<unknown>, { skip, take }: PageRequest) => sql`
  select id, row_number() over (order by sort_name, id) as place from (
    with found as materialized (select users.id, users.sort_name from users where ${condition})
    select id, sort_name from found order by sort_name, id offset ${skip} limit ${take}) sorted`

/**
 * Lists the other matches, by name. 'scan' reads all participants in order and stops when the page is full: fast for
 * many matches. 'index' looks the matches up and sorts them: fast for few. The caller chooses, because the planner
 * sometimes picks the slow plan (300 ms instead of 10).
 */
export async function listOthers(
  db: Db,
  words: SearchWord[],
  { skip, take }: PageRequest,
  plan: 'scan' | 'index',
): Promise<ParticipantRow[]> {
  const [first] = words
  if (!first) return []
  const condition = sql`${isParticipant} and ${matchesAll(words)} and not ${surnameStartsWith(first)}`
  const ids =
    plan === 'scan'
      ? sql`
        select users.id, row_number() over (order by users.sort_name, users.id) as place
        from users where ${isParticipant} and ${containsAll(words)} and not ${surnameStartsWith(first)}
        order by users.sort_name, users.id offset ${skip} limit ${take}`
      : sortedIds(condition, { skip, take })
  const { rows } = await withDetails(ids).execute(db)
  return rows
}

/** The condition of `matchesAll`, written so that no index supports it: forces a scan by name. */
export const containsAll = (words: SearchWord[]) =>
  sql.join(
    words.map(
      ({ forms }) =>
        sql`(${sql.join(
          forms.map((form) => sql`strpos(users.search_norm, ${form}) > 0`),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )
