import { undoMs } from '@portal/contract/desk/desk-limits.ts'
import { type listDeskToday, maxToday } from '@portal/contract/desk/desk.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import type { AppContext, Device } from '#server/lib/context/app-context.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import * as queries from './entries-queries.ts'

/** Lists what a device did today, newest first, with its sums. */
export async function listToday(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: Device,
): Promise<ReplyOf<typeof listDeskToday>> {
  const now = clock.now()
  const day = athensDay(now)
  const rows = await queries.listDay(db, id, day, maxToday)
  return {
    sums: await queries.sumDay(db, id, day),
    entries: rows.map(({ happenedAt, recordId, title, ending, ...entry }) => {
      const undoUntil = later(happenedAt, undoMs)
      const mayUndo = entry.state === 'recorded' && undoUntil > now
      return {
        ...entry,
        at: athensTime(happenedAt),
        coupon:
          entry.kind === 'coupon' && recordId !== null
            ? {
                ...{ id: recordId, title: title ?? '', ending: ending ?? '' },
                undo_until: mayUndo ? athensTime(undoUntil) : null,
              }
            : null,
      }
    }),
  }
}
