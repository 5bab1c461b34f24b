import { type Restriction } from '@portal/contract/privacy.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { type AuditActor, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import { lockBalance } from '#server/ledger/transaction/transaction.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs'>

/** Days between the mail about the end of a restriction and the end (GDPR, article 18(3)). */
export const noticeDays = 3

/** Returns the restriction of an account; null if there is none. */
export async function findRestriction(db: Db, id: number): Promise<Restriction | null> {
  const found = await queries.findRestriction(db, id)
  return found
    ? { at: athensTime(found.restrictedAt), lifts_at: found.liftsAt && athensTime(found.liftsAt) }
    : null
}

/**
 * Restricts an account in the transaction of a request. The caller has called `lockBalance`. An end that a manager has announced
 * stands, also if the person lifts the restriction and asks again: it would keep points from being reversed for ever.
 * @returns false if it was restricted before
 */
export async function restrict(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  by: AuditActor,
  id: number,
): Promise<boolean> {
  const restrictedBy = by.kind === 'staff' ? (by.id ?? null) : null
  const now = clock.now()
  const announced =
    restrictedBy === null ? await queries.findAnnounced(trx, id, later(now, -days(noticeDays))) : undefined
  const liftsAt = announced ? later(announced, days(noticeDays)) : null
  const isNew = await queries.insertRestriction(trx, { userId: id, restrictedAt: now, restrictedBy, liftsAt })
  if (isNew) await writeAudit({ clock, db: trx }, by, { action: 'restriction.set', subjectId: id })
  return isNew
}

/** Lifts the restriction of the signed-in account, and withdraws its requests for it. @throws ApiError not_found */
export const liftOwnRestriction = (context: Context, actor: Actor): Promise<void> =>
  changeAs(context.db, actor, async (trx) => {
    const by = byActor(actor)
    const owner = await queries.lockCitizen(trx, actor.id)
    if (!owner || !(await queries.deleteRestriction(trx, actor.id))) throw new ApiError('not_found')
    await writeAudit({ ...context, db: trx }, by, { action: 'restriction.lift', subjectId: actor.id })
    for (const id of await queries.withdrawRestrictions(trx, actor.id, context.clock.now()))
      await writeAudit({ ...context, db: trx }, by, {
        action: 'data_request.withdraw',
        subjectId: actor.id,
        details: { request: id },
      })
    await mailOwner(context, trx, owner, { kind: 'data-request', about: { step: 'lifted' } })
  })

/** Restricts an account whose owner has asked for it, e.g. by letter. @throws ApiError not_found, already_decided */
export const restrictParticipant = (
  context: Context,
  actor: Actor,
  id: number,
  reason: string,
): Promise<void> =>
  changeAs(context.db, actor, async (trx) => {
    await lockBalance(trx, id)
    const owner = await queries.lockCitizen(trx, id)
    if (!owner) throw new ApiError('not_found')
    if (!(await restrict(context, trx, byActor(actor), id))) throw new ApiError('already_decided')
    await mailOwner(context, trx, owner, { kind: 'data-request', about: { step: 'restricted', reason } })
  })

/**
 * Tells the owner by mail that a restriction ends, and lets it end three days later.
 * @throws ApiError not_found; already_decided if it was announced before
 */
export const announceEnd = (context: Context, actor: Actor, id: number, reason: string): Promise<void> =>
  changeAs(context.db, actor, async (trx) => {
    const owner = await queries.lockCitizen(trx, id)
    if (!owner || !(await queries.findRestriction(trx, id))) throw new ApiError('not_found')
    const liftsAt = later(context.clock.now(), days(noticeDays))
    if (!(await queries.announceEnd(trx, id, liftsAt))) throw new ApiError('already_decided')
    const until = athensDay(liftsAt)
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'restriction.announce_end',
      subjectId: id,
      details: { until },
    })
    await mailOwner(context, trx, owner, {
      kind: 'data-request',
      about: { step: 'ending', reason, until: liftsAt.toISOString() },
    })
  })

/** Lifts the restrictions whose announced end has come. */
export const liftEnded = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const id of await queries.deleteEnded(trx, clock.now()))
      await writeAudit(
        { clock, db: trx },
        { kind: 'job', name: 'restrictions' },
        {
          action: 'restriction.lift',
          subjectId: id,
        },
      )
  })
