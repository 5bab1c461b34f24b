import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { columns, isParticipant, type ParticipantRow, surnameStartsWith, containsAll } from './queries.ts'
import { isGreek, type SearchWord } from './search.ts'

/** Position of a participant in the order of the list. */
export type Position = { sortName: string; id: number }

/** Part of the list: a range in the order of names, and a condition on the participants in it. */
export type Scan = { from: Position; until: string | undefined; condition: RawBuilder<unknown> }

const start: Position = { sortName: '', id: 0 }

/** All participants, in the order of the list. */
export const everyone: Scan = { from: start, until: undefined, condition: sql`true` }

/**
 * Returns the scans of a search, in the order of the list: surnames that start with the first word, then the others.
 * Greek surnames with the same prefix are one range of the index; the other scans read all participants.
 */
export function scansOf(words: SearchWord[]): Scan[] {
  const [first, ...others] = words
  if (!first) return [everyone]
  const startsWith = surnameStartsWith(first)
  const surnames = others.length > 0 ? sql`${startsWith} and ${containsAll(others)}` : startsWith
  const form = first.forms[0] ?? ''
  return [
    isGreek(first)
      ? { from: { sortName: form, id: 0 }, until: `${form}\u{10ffff}`, condition: surnames }
      : { ...everyone, condition: surnames },
    { ...everyone, condition: sql`${containsAll(words)} and not ${startsWith}` },
  ]
}

/** Query of the ids of all participants that `scansOf` finds. */
export const selectMatching = (words: SearchWord[]) => sql`
  select users.id from users where ${isParticipant} and (${sql.join(
    scansOf(words).map(({ condition }) => condition),
    sql` or `,
  )})`

/** Query of the ids of rows. */
export const selectIds = (rows: { id: number }[]) => sql`select unnest(${rows.map(({ id }) => id)}::bigint[])`

type ExportRow = { placeName: string; placeId: number } & (ParticipantRow | { id: null })

/**
 * Reads the next `take` participants of a scan and returns the ones that match, so that each step takes the same time
 * for every search.
 * @returns also the position of the last participant read; undefined at the end of the scan
 */
export async function scanNext(
  db: Db,
  { until, condition }: Scan,
  after: Position,
  take: number,
): Promise<{ people: ParticipantRow[]; last: Position | undefined }> {
  const end = until === undefined ? sql`` : sql`and users.sort_name < ${until}`
  const { rows } = await sql<ExportRow>`
    with scanned as materialized (
      select users.id, users.sort_name, users.latin_last, users.search_norm from users
      where ${isParticipant} and (users.sort_name, users.id) > (${after.sortName}::text, ${after.id}::bigint) ${end}
      order by users.sort_name, users.id limit ${take}
    ),
    found as materialized (select users.id from scanned users where ${condition})
    select last.sort_name as place_name, last.id as place_id, person.*
    from (select sort_name, id from scanned order by sort_name desc, id desc limit 1) last
    left join (
      select ${columns}, users.sort_name from found
      join users on users.id = found.id
      join balances on balances.participant_id = users.id
      left join municipalities on municipalities.id = users.municipality_id
    ) person on true
    order by person.sort_name, person.id`.execute(db)
  return {
    people: rows.flatMap((row) => (row.id === null ? [] : [row])),
    last: rows[0] && { sortName: rows[0].placeName, id: rows[0].placeId },
  }
}
