import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { columns, isGreek, isParticipant, type ParticipantRow, surnameBegins, walked } from './queries.ts'
import type { SearchWord } from './search.ts'

/** A person's place in the order of the list. */
export type Place = { sortName: string; id: number }

/** A part of the list: where it lies in the order of names, and who of those there belongs to it. */
export type Walk = { from: Place; until: string | undefined; who: RawBuilder<unknown> }

const start: Place = { sortName: '', id: 0 }

/** Everyone, in the list's order. */
export const everyone: Walk = { from: start, until: undefined, who: sql`true` }

/**
 * The parts of a search's list, in its order: surnames that begin with the first word, then the others. Greek surnames
 * that begin alike lie together; for the rest everyone has to be looked at.
 */
export function walksOf(words: SearchWord[]): Walk[] {
  const [first, ...others] = words
  if (!first) return [everyone]
  const begins = surnameBegins(first)
  const surnames = others.length > 0 ? sql`${begins} and ${walked(others)}` : begins
  const form = first.forms[0] ?? ''
  return [
    isGreek(first)
      ? { from: { sortName: form, id: 0 }, until: `${form}\u{10ffff}`, who: surnames }
      : { ...everyone, who: surnames },
    { ...everyone, who: sql`${walked(words)} and not ${begins}` },
  ]
}

type Found = { placeName: string; placeId: number } & (ParticipantRow | { id: null })

/**
 * Looks at the next `take` people of a walk after a place and gives those who belong to it, however few: each step
 * costs the same, whatever the search.
 * @returns also the place of the last one looked at; undefined where there was nobody left
 */
export async function walkOn(
  db: Db,
  { until, who }: Walk,
  after: Place,
  take: number,
): Promise<{ people: ParticipantRow[]; last: Place | undefined }> {
  const end = until === undefined ? sql`` : sql`and users.sort_name < ${until}`
  const { rows } = await sql<Found>`
    with looked_at as materialized (
      select users.id, users.sort_name, users.latin_last, users.search_norm from users
      where ${isParticipant} and (users.sort_name, users.id) > (${after.sortName}::text, ${after.id}::bigint) ${end}
      order by users.sort_name, users.id limit ${take}
    ),
    found as materialized (select users.id from looked_at users where ${who})
    select last.sort_name as place_name, last.id as place_id, person.*
    from (select sort_name, id from looked_at order by sort_name desc, id desc limit 1) last
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
