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

export type PageRequest = { skip: number; take: number }

export const columns = sql`
  users.id, users.first_name, users.last_name, users.telephone, users.email, municipalities.name as municipality_name,
  balances.available, balances.reuse, balances.cookingoils, balances.redeemed, balances.n_records`

/** Ids first, from an index; then what is shown of those few. */
const withDetails = (ids: RawBuilder<unknown>) => sql<ParticipantRow>`
  select ${columns} from (${ids}) page
  join users on users.id = page.id
  join balances on balances.participant_id = users.id
  left join municipalities on municipalities.id = users.municipality_id
  order by page.place`

export const isParticipant = sql`users.is_active and not users.is_staff`

export async function findParticipant(db: Db, id: number): Promise<ParticipantRow | undefined> {
  const { rows } = await withDetails(
    sql`select users.id, 1 as place from users where users.id = ${id} and ${isParticipant}`,
  ).execute(db)
  return rows[0]
}

/** How many there are, from the counter that users' triggers keep: counting half a million takes 40 ms. */
export async function countParticipants(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select n from participants_total) + coalesce((select sum(n) from participants_delta), 0)::bigint as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Everyone, in the order of surnames. */
export async function listParticipants(db: Db, { skip, take }: PageRequest): Promise<ParticipantRow[]> {
  const { rows } = await withDetails(sql`
    select users.id, row_number() over (order by users.sort_name, users.id) as place
    from users where ${isParticipant}
    order by users.sort_name, users.id offset ${skip} limit ${take}`).execute(db)
  return rows
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One word fits. One and two letters look up letter pairs, more look up trigrams; both are indexed. */
function fits({ forms }: SearchWord): RawBuilder<unknown> {
  const ways = forms.map((form) =>
    Array.from(form).length <= 2
      ? sql`letter_pairs(users.search_norm) @> array[${form}]::text[]`
      : sql`users.search_norm like ${likePattern(form)}`,
  )
  return sql`(${sql.join(ways, sql` or `)})`
}

const allFit = (words: SearchWord[]) => sql.join(words.map(fits), sql` and `)

export const isGreek = ({ forms }: SearchWord) => !/^[a-z0-9]/.test(forms[0] ?? '')

/** Surnames that begin with the first word: a range of one index, of the Greek names or of the Latin ones. */
export function surnameBegins(word: SearchWord): RawBuilder<unknown> {
  const begins = (column: RawBuilder<unknown>, form: string) =>
    sql`(${column} >= ${form} and ${column} < ${form + '\u{10ffff}'})`
  if (isGreek(word)) return begins(sql`users.sort_name`, word.forms[0] ?? '')
  return sql`(${sql.join(
    word.forms.map((form) => begins(sql`users.latin_last`, form)),
    sql` or `,
  )})`
}

/** How many fit, counted up to a limit. */
export async function countMatches(db: Db, words: SearchWord[], limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from users where ${isParticipant} and ${allFit(words)} limit ${limit}) found`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countSurnames(db: Db, words: SearchWord[], limit: number): Promise<number> {
  const [first, ...others] = words
  if (!first) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from users where ${isParticipant} and ${surnameBegins(first)}
      ${others.length > 0 ? sql`and ${allFit(others)}` : sql``} limit ${limit}) found`.execute(db)
  return rows[0]?.n ?? 0
}

/** Those whose surname begins with the search's first word, by name. */
export async function listSurnames(
  db: Db,
  words: SearchWord[],
  { skip, take }: PageRequest,
): Promise<ParticipantRow[]> {
  const [first, ...others] = words
  if (!first) return []
  const condition = sql`${isParticipant} and ${surnameBegins(first)}
    ${others.length > 0 ? sql`and ${allFit(others)}` : sql``}`
  // Greek: the range is in the order asked for. Latin: it has to be sorted, and the planner, left to itself, would walk
  // everyone by name in the hope of an early end (245 ms against 6).
  const ids = isGreek(first)
    ? sql`
      select users.id, row_number() over (order by users.sort_name, users.id) as place
      from users where ${condition}
      order by users.sort_name, users.id offset ${skip} limit ${take}`
    : sortedIds(condition, { skip, take })
  const { rows } = await withDetails(ids).execute(db)
  return rows
}

/** Looks everyone up who fits, then sorts. */
const sortedIds = (condition: RawBuilder<unknown>, { skip, take }: PageRequest) => sql`
  select id, row_number() over (order by sort_name, id) as place from (
    with found as materialized (select users.id, users.sort_name from users where ${condition})
    select id, sort_name from found order by sort_name, id offset ${skip} limit ${take}) sorted`

/**
 * The others who fit, by name. Where many fit, everyone is walked in order and a page is soon full; where few do, they
 * are looked up and sorted. The planner guesses the wrong one at times (300 ms against 10), so the caller says which.
 */
export async function listOthers(
  db: Db,
  words: SearchWord[],
  { skip, take }: PageRequest,
  how: 'walk' | 'look up',
): Promise<ParticipantRow[]> {
  const [first] = words
  if (!first) return []
  const condition = sql`${isParticipant} and ${allFit(words)} and not ${surnameBegins(first)}`
  const ids =
    how === 'walk'
      ? sql`
        select users.id, row_number() over (order by users.sort_name, users.id) as place
        from users where ${isParticipant} and ${walked(words)} and not ${surnameBegins(first)}
        order by users.sort_name, users.id offset ${skip} limit ${take}`
      : sortedIds(condition, { skip, take })
  const { rows } = await withDetails(ids).execute(db)
  return rows
}

/** The same condition in words that no index fits: the planner walks by name. */
export const walked = (words: SearchWord[]) =>
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
