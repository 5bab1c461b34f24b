import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import {
  listRequests,
  type NewRate,
  type Requested,
  requestApproval,
} from '#server/ledger/approvals/approvals.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import {
  addRate,
  closeRate,
  deleteRate,
  findRate,
  listGaps,
  listRates,
  lockRates,
  type Rate,
  type RateGap,
  replaceRate,
} from './rates.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

export const rateChangeKinds = ['rate_added', 'rate_closed', 'rate_deleted', 'rate_replaced'] as const
export type RateChange = Extract<Requested, { kind: (typeof rateChangeKinds)[number] }>

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
    details: { rate, kind: change.kind, ...beforeAndAfter(change) },
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

/** Facts of an audit entry. */
function beforeAndAfter({ kind, payload }: RateChange) {
  const { description: of, pointsPerUnit, validFrom, validTo } = payload
  const price = String(Number(pointsPerUnit))
  if (kind === 'rate_closed') return { of, price, last_day: payload.lastDay, last_day_before: validTo }
  if (kind === 'rate_deleted') return { of, price_before: price, from: validFrom, last_day_before: validTo }
  const before = kind === 'rate_replaced' ? { price_before: String(Number(payload.replaces)) } : {}
  return { of, price, ...before, from: validFrom, last_day: validTo }
}

/** A rate that is closed for the end of the year leaves a gap that the command names at once. */
export const daysOfWarning = 366

/** `gaps`: the kinds of deliveries that have no rate on one of the next 366 days, with the change. */
type Changed = ({ done: number } | { approval: number }) & { gaps: RateGap[] }

/**
 * Changes rates; with FOUR_EYES_ABOVE every change needs a second person, since it applies to all later deliveries. A
 * change that is impossible now is not requested.
 * @param version of the preview on which the author decided
 * @returns the id of the rate, or of the request
 * @throws RateError, ApprovalError, ApiError changed_meanwhile
 */
export const changeRates = (
  context: Context,
  author: AuditActor,
  change: RateChange,
  version?: string,
): Promise<Changed> =>
  changeAs(context.db, author, async (trx) => {
    if (version !== undefined) {
      // Of two requests at a time, the second one waits here and then sees the first one.
      await lockRates(trx)
      if (version !== (await versionOf(context, trx))) throw new ApiError('changed_meanwhile')
    }
    if (context.config.fourEyesAbove === undefined) {
      const done = await applyRateChange(context, trx, author, change)
      return { done, gaps: await listGaps({ ...context, db: trx }, daysOfWarning) }
    }
    const { gaps } = await tryChange(context, trx, author, change)
    return { approval: await requestApproval(context, trx, author, change), gaps }
  })

/**
 * Makes a change and takes it back: the table's trigger knows which rates are possible, and `rate_gaps` the days without one.
 * @returns the rates and gaps with the change
 * @throws RateError
 */
export async function tryChange(
  context: Context,
  trx: Trx,
  author: AuditActor,
  change: RateChange,
): Promise<{ rates: Rate[]; gaps: RateGap[] }> {
  await sql`savepoint before_change`.execute(trx)
  await applyRateChange(context, trx, author, change)
  const rates = await listRates({ db: trx })
  const gaps = await listGaps({ ...context, db: trx }, daysOfWarning)
  await sql`rollback to savepoint before_change`.execute(trx)
  return { rates, gaps }
}

/** Changes with every rate and every request that waits. */
export async function versionOf({ clock }: Pick<Context, 'clock'>, trx: Trx): Promise<string> {
  const rates = await listRates({ db: trx })
  const requests = await listRequests(trx, { kinds: rateChangeKinds, decidedSince: clock.now() })
  const ids = requests.filter(({ decision }) => decision === null).map(({ id }) => id)
  return createHash('sha256')
    .update(JSON.stringify([rates, ids]))
    .digest('base64url')
    .slice(0, 22)
}

export const additionOf = (payload: NewRate): RateChange => ({ kind: 'rate_added', payload, points: null })

/** @throws RateError */
export async function closingOf(context: Context, rateId: number, lastDay: string): Promise<RateChange> {
  const { id: _, ...rate } = await findRate(context, rateId)
  return { kind: 'rate_closed', payload: { ...rate, rateId, lastDay }, points: null }
}

/** @throws RateError */
export async function deletionOf(context: Context, rateId: number): Promise<RateChange> {
  const { id: _, ...rate } = await findRate(context, rateId)
  return { kind: 'rate_deleted', payload: { ...rate, rateId }, points: null }
}

/**
 * Replaces a rate in one request, so that no day between the two is without a rate.
 * @param given `validFrom`: default: the first day of the replaced rate; also of the others, those of the replaced rate
 * @throws RateError
 */
export async function replacementOf(
  context: Context,
  rateId: number,
  given: Pick<NewRate, 'pointsPerUnit'> & Partial<Pick<NewRate, 'validFrom' | 'validTo' | 'note'>>,
): Promise<RateChange> {
  const { id: _, ...rate } = await findRate(context, rateId)
  const payload = { ...rate, ...given, rateId, replaces: rate.pointsPerUnit }
  return { kind: 'rate_replaced', payload, points: null }
}
