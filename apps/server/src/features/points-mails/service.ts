import type { PointsMailMode } from '@portal/contract/points-mails.ts'
import type { Trx } from '#server/db/database.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'

/** Minimum time between two mails to a person; records of this time are in one mail. */
const pauseMs = minutes(5)

/** Accounts per transaction, and records named in a mail. */
const [batch, maxListed] = [100, 20]

export const showPointsMails = async (
  { db }: Pick<AppContext, 'db'>,
  { id }: Pick<Actor, 'id'>,
): Promise<PointsMailMode> => (await queries.findMode(db, id)) ?? 'off'

/** @throws ApiError not_permitted for staff, who have no points */
export async function setPointsMails(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  mode: PointsMailMode,
): Promise<void> {
  if (actor.isStaff) throw new ApiError('not_permitted')
  await changeAs(db, actor, async (trx) => {
    if (mode === 'off') await queries.deleteOf(trx, actor.id)
    // After the pause: there may have been a mail just before they were turned off.
    else await queries.upsert(trx, actor.id, mode, clock.now(), later(clock.now(), pauseMs))
  })
}

/** Turns off the mails of a link. Unknown tokens give the same answer, as those of mails that are off. */
export const stopPointsMails = ({ db }: Pick<AppContext, 'db'>, token: string) =>
  queries.deleteByToken(db, token)

/** Deletes the setting of an account. */
export const deletePointsMailsOf = (trx: Trx, userId: number) => queries.deleteOf(trx, userId)

/**
 * Queues the mails that are due: about records since the last one, at once or daily at nine in Athens. After a downtime
 * each person gets one mail about all of them. The job and the new state are committed together, so no record is
 * mailed twice.
 */
export async function queuePointsMails({
  db,
  clock,
  jobs,
}: Pick<AppContext, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const queueSome = () =>
    db.transaction().execute(async (trx) => {
      const now = clock.now()
      const due = await queries.lockDue(trx, now, batch)
      for (const row of due) {
        await queries.postpone(trx, row, now, later(now, pauseMs))
        const count = row.nRecords - row.told
        if (count <= 0) continue
        const records = await queries.listNewest(trx, row.userId, Math.min(count, maxListed))
        await mailOwner(
          { jobs },
          trx,
          { id: row.userId, email: row.email },
          {
            kind: 'points',
            records: records.map(({ createdAt, ...record }) => ({ ...record, at: createdAt.toISOString() })),
            more: count - records.length,
            available: row.available,
          },
        )
      }
      return due.length
    })
  while ((await queueSome()) === batch);
}
