import type { PointsOrigin } from '@portal/contract/points-origin.ts'
import type { Db } from '#server/db/database.ts'
import type { Actor } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as queries from './origin-queries.ts'

export type Origin = queries.OriginRow

/** Returns records and their origins, in the order of the ids; without unknown ones. */
export async function explainRecords({ db }: { db: Db }, ids: number[]): Promise<Origin[]> {
  const origins = await queries.findOrigins(db, ids)
  const found = new Map(origins.map((origin) => [origin.id, origin]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Returns a record and its origin; undefined if there is none. */
export async function findOrigin(context: { db: Db }, id: number): Promise<Origin | undefined> {
  const [origin] = await explainRecords(context, [id])
  return origin
}

/**
 * As `findOrigin`, for records of the signed-in account.
 * @throws ApiError not_found, also for other accounts' records
 */
export async function explainOwnPoints(context: { db: Db }, actor: Actor, id: number): Promise<Origin> {
  const origin = await findOrigin(context, id)
  if (origin?.participantId !== actor.id) throw new ApiError('not_found')
  return origin
}

/** Converts a record with its origin into the contract's format. */
export const originOf = (origin: Origin): PointsOrigin => {
  const { place, rate, reverses, ...row } = origin
  const reversals = row.reversals.map(toWire)
  return {
    ...toWire(row),
    participant: { id: row.participantId, email: row.email },
    ...(place && { place }),
    details: detailsOf(row.details),
    rate: rate && toWire(rate),
    reverses: reverses && toWire(reverses),
    reversals,
    reversed_by: reversals[0] ?? null,
  }
}

/** Keeps only text and number values; imports and earlier versions may have stored other types. */
const detailsOf = (details: Origin['details']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details ?? {}).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )
