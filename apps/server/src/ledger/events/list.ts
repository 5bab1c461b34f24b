import type { PointsEvent } from '@portal/contract/partner-points.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import type { Partner, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './queries.ts'
import { findHighWaterMark } from './high-water-mark.ts'

/** Converts a record into the event of the API and of webhook messages. */
const eventOf = (row: queries.EventRow): PointsEvent => ({
  cursor: row.id,
  type: row.reverses !== null ? 'record.reversed' : row.credited ? 'record.credited' : 'record.created',
  record: {
    id: row.id,
    reference: row.reference,
    description: row.description,
    points: row.points,
    ...(row.sub !== null && { sub: row.sub }),
    created_at: athensTime(row.createdAt),
    received_at: athensTime(row.receivedAt),
    reverses: row.reverses,
  },
})

/**
 * Lists the events of a partner after a cursor, oldest first. A record's id is its cursor. Ids are assigned before
 * commit, so the list ends at the last record of a time without active writers: no lower id is committed later.
 * @param query.after the cursor, default 0
 * @param query.limit default 100, maximum 1,000
 * @returns the events; `next` is the cursor of the next request
 * @throws ApiError cursor_invalid
 */
export async function listEvents(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  partner: Partner,
  query: { after?: string | undefined; limit?: string | undefined },
): Promise<{ events: PointsEvent[]; next: number }> {
  if (!/^\d{1,15}$/.test(query.after || '0')) throw new ApiError('cursor_invalid')
  const after = Number(query.after || '0')
  const size = /^\d{1,9}$/.test(query.limit ?? '') ? Number(query.limit) : 0
  const last = await findHighWaterMark(db)
  const limit = size === 0 ? 100 : Math.min(size, 1_000)
  const rows = await queries.listEventsAfter(db, partner.id, clock.now(), { after, last, limit })
  return { events: rows.map(eventOf), next: rows.at(-1)?.id ?? after }
}

/** Returns the events of the given records of a partner, for its webhook. */
export const listEventsOf = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  partnerId: number,
  recordIds: number[],
): Promise<PointsEvent[]> => (await queries.listEventsOf(db, partnerId, clock.now(), recordIds)).map(eventOf)
