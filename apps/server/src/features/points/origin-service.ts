import type { RecordPlace } from '@portal/contract/points.ts'
import type { Db } from '#server/db/database.ts'
import { placesOf } from '#server/features/places/service.ts'
import type { Actor } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './origin-queries.ts'

export type Origin = queries.OriginRow & { place: RecordPlace | undefined }

/** Returns a record and its origin. @throws ApiError not_found */
export async function explainPoints({ db }: { db: Db }, id: number): Promise<Origin> {
  const origin = await queries.findOrigin(db, id)
  if (!origin) throw new ApiError('not_found')
  return { ...origin, place: (await placesOf({ db }, [id])).get(id) }
}

/**
 * As `explainPoints`, for records of the signed-in account.
 * @throws ApiError not_found, also for other accounts' records
 */
export async function explainOwnPoints(context: { db: Db }, actor: Actor, id: number): Promise<Origin> {
  const origin = await explainPoints(context, id)
  if (origin.participantId !== actor.id) throw new ApiError('not_found')
  return origin
}
