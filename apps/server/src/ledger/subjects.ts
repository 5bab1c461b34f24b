import type { Db } from '#server/db/database.ts'
import type { Partner } from '#server/lib/context/app-context.ts'
import { type Entry, isUuid } from './parse-entry.ts'
import * as queries from './record-queries.ts'

/**
 * Replaces the `sub` of each entry by the account's id, if the partner has pairwise ones. A `sub` that the partner does not
 * have, such as that of another site, names no account.
 */
export async function resolveSubjects(
  db: Db,
  { id, isPairwise }: Partner,
  entries: Entry[],
): Promise<Entry[]> {
  if (!isPairwise || entries.every(({ participant: { sub } }) => sub === undefined)) return entries
  const subs = entries.flatMap(({ participant: { sub } }) => (sub === undefined || !isUuid(sub) ? [] : [sub]))
  const ids = await queries.findBySubjects(db, id, subs)
  return entries.map((entry) => {
    const { sub } = entry.participant
    if (sub === undefined) return entry
    const found = ids.get(sub.toLowerCase())
    return { ...entry, participant: found === undefined ? { sub: '' } : { id: found } }
  })
}
