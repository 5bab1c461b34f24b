import { sql } from 'kysely'
import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { type NewRate, type Requested, requestApproval } from '#server/ledger/approvals/approvals.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { addRate, closeRate, deleteRate, findRate, gapText, listGaps, replaceRate } from './rates.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
export type RateChange = Extract<
  Requested,
  { kind: 'rate_added' | 'rate_closed' | 'rate_deleted' | 'rate_replaced' }
>

/** Makes a change of the rates in a transaction, with its audit entry. @returns the id of the rate. @throws RateError */
export async function applyRateChange(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  author: AuditActor,
  change: RateChange,
): Promise<number> {
  const rate = await changedBy(trx, change)
  await writeAudit({ db: trx, clock }, author, {
    action: 'rate.change',
    details: { rate, kind: change.kind },
  })
  return rate
}

async function changedBy(trx: Trx, { kind, payload }: RateChange): Promise<number> {
  if (kind === 'rate_added') return addRate({ db: trx }, payload)
  if (kind === 'rate_closed') await closeRate(trx, payload.rateId, payload.lastDay)
  else if (kind === 'rate_deleted') await deleteRate(trx, payload.rateId)
  else {
    const { rateId, replaces: _, ...rate } = payload
    return replaceRate(trx, rateId, rate)
  }
  return payload.rateId
}

/** A rate that is closed for the end of the year leaves a gap that the command names at once. */
const daysOfWarning = 366

/** `gaps` describes the kinds of deliveries that have no rate on one of the next 366 days, with the change. */
type Changed = ({ done: number } | { approval: number }) & { gaps: string[] }

/**
 * Changes rates; with FOUR_EYES_ABOVE every change needs a second person, since it applies to all later deliveries. A
 * change that is impossible now is not requested.
 * @returns the id of the rate, or of the request
 * @throws RateError, ApprovalError
 */
const changeRates = (context: Context, author: AuditActor, change: RateChange): Promise<Changed> =>
  changeAs(context.db, author, async (trx) => {
    const needsApproval = context.config.fourEyesAbove !== undefined
    // The table's trigger knows which rates are possible, and `rate_gaps` the days without one.
    if (needsApproval) await sql`savepoint before_change`.execute(trx)
    const done = await applyRateChange(context, trx, author, change)
    const gaps = (await listGaps({ ...context, db: trx }, daysOfWarning)).map(gapText)
    if (!needsApproval) return { done, gaps }
    await sql`rollback to savepoint before_change`.execute(trx)
    return { approval: await requestApproval(context, trx, author, change), gaps }
  })

export const requestRate = (context: Context, author: AuditActor, payload: NewRate) =>
  changeRates(context, author, { kind: 'rate_added', payload, points: null })

export async function requestClosing(context: Context, author: AuditActor, rateId: number, lastDay: string) {
  const { id: _, ...rate } = await findRate(context, rateId)
  return changeRates(context, author, {
    kind: 'rate_closed',
    payload: { ...rate, rateId, lastDay },
    points: null,
  })
}

export async function requestDeletion(context: Context, author: AuditActor, rateId: number) {
  const { id: _, ...rate } = await findRate(context, rateId)
  return changeRates(context, author, { kind: 'rate_deleted', payload: { ...rate, rateId }, points: null })
}

/**
 * Replaces a rate in one request, so that no day between the two is without a rate.
 * @param given `validFrom`: default: the first day of the replaced rate; also of the others, those of the replaced rate
 */
export async function requestReplacement(
  context: Context,
  author: AuditActor,
  rateId: number,
  given: Pick<NewRate, 'pointsPerUnit'> & Partial<Pick<NewRate, 'validFrom' | 'validTo' | 'note'>>,
) {
  const { id: _, ...rate } = await findRate(context, rateId)
  const payload = { ...rate, ...given, rateId, replaces: rate.pointsPerUnit }
  return changeRates(context, author, { kind: 'rate_replaced', payload, points: null })
}
