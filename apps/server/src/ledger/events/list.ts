import type { PointsEvent } from '@portal/contract/partner-points.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import type { Partner, Portal } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './queries.ts'
import { findSettled } from './settled.ts'

/** A record of a partner's as its programs read it: in the list of events and in a webhook's message. */
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
 * What happened to a partner's records behind a cursor, oldest first. A record's id is its cursor. Ids are given before
 * they are committed, so the list ends at the last one of a moment when nobody was writing: none comes in behind it later.
 * @param asked.after the cursor, 0 at first  @param asked.limit 100; at most 1,000
 * @returns `next` is the cursor to go on with
 * @throws ApiError cursor_invalid
 */
export async function listEvents(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  partner: Partner,
  asked: { after?: string | undefined; limit?: string | undefined },
): Promise<{ events: PointsEvent[]; next: number }> {
  if (!/^\d{1,15}$/.test(asked.after || '0')) throw new ApiError('cursor_invalid')
  const after = Number(asked.after || '0')
  const size = /^\d{1,9}$/.test(asked.limit ?? '') ? Number(asked.limit) : 0
  const last = await findSettled(db)
  const limit = size === 0 ? 100 : Math.min(size, 1_000)
  const rows = await queries.listEventsAfter(db, partner.id, clock.now(), { after, last, limit })
  return { events: rows.map(eventOf), next: rows.at(-1)?.id ?? after }
}

/** The events of these records of a partner's, for its webhook. */
export const listEventsOf = async (
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  partnerId: number,
  recordIds: number[],
): Promise<PointsEvent[]> => (await queries.listEventsOf(db, partnerId, clock.now(), recordIds)).map(eventOf)
