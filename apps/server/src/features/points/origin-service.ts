import type { Db } from '#server/db/database.ts'
import type { Actor } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './origin-queries.ts'

export type Origin = queries.OriginRow

/** A record and where it came from. @throws ApiError not_found */
export async function explainPoints({ db }: { db: Db }, id: number): Promise<Origin> {
  const origin = await queries.findOrigin(db, id)
  if (!origin) throw new ApiError('not_found')
  return origin
}

/** As `explainPoints`, of the asker's own records. @throws ApiError not_found for anybody else's, as for none */
export async function explainOwnPoints(context: { db: Db }, actor: Actor, id: number): Promise<Origin> {
  const origin = await explainPoints(context, id)
  if (origin.participantId !== actor.id) throw new ApiError('not_found')
  return origin
}
