import { type RawBuilder, sql } from 'kysely'
import { compileOnce, type Db } from '#server/db/database.ts'
import { type Conditions, conditionsOf } from './search-conditions.ts'
import { allForms, isGreek, type SearchWord } from './search.ts'

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

const searchPage = compileOnce(
  (_: Db, c: Conditions & PageRequest) => sql<{ total: number | null } & (ParticipantRow | { id: null })>`
    select found.total, ${columns}
    from find_participants(${c.grams}::tsquery[], ${c.words}::text[], ${c.allGrams}::tsquery[], ${c.allWords}::text[],
      ${c.forms}::text[], ${c.greek}::boolean, ${c.beginnings}::text[], ${c.ranges}::text[], ${c.skip}::bigint, ${c.take}::bigint) found
    left join users on users.id = found.id
    left join balances on balances.participant_id = users.id
    left join municipalities on municipalities.id = users.municipality_id
    order by found.place`,
)

/**
 * Lists the matches of a search: surnames that start with the first word, then the others, each by name.
 * @returns also the number of matches; undefined above some thousands, which are not counted
 */
export async function searchParticipants(
  db: Db,
  words: SearchWord[],
  page: PageRequest,
): Promise<{ total: number | undefined; rows: ParticipantRow[] }> {
  const rows = await searchPage(db, { ...conditionsOf(words), ...page })
  return {
    total: rows[0]?.total ?? undefined,
    rows: rows.flatMap((row) => (row.id === null ? [] : [row])),
  }
}

/** Condition that an account contains all words, for statements that read the accounts in another order. */
export const containsAll = (words: SearchWord[]) =>
  sql.join(
    words.map(
      (word) =>
        sql`(${sql.join(
          allForms(word).map((form) => sql`strpos(users.search_norm, ${form}) > 0`),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )
