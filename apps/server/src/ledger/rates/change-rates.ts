import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { type NewRate, type Requested, withFourEyes } from '#server/ledger/approvals/approvals.ts'
import { addRate, closeRate } from './rates.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
export type RateChange = Extract<Requested, { kind: 'rate_added' | 'rate_closed' }>

/** Adds or closes a rate in a transaction, with its audit entry. @returns its id. @throws RateError */
export async function applyRateChange(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  author: AuditActor,
  change: RateChange,
): Promise<number> {
  let rate: number
  if (change.kind === 'rate_added') rate = await addRate({ db: trx }, change.payload)
  else {
    rate = change.payload.rateId
    await closeRate(trx, rate, change.payload.lastDay)
  }
  await writeAudit({ db: trx, clock }, author, {
    action: 'rate.change',
    details: { rate, kind: change.kind },
  })
  return rate
}

/**
 * Changes rates; with FOUR_EYES_ABOVE every change needs a second person, since it applies to all later deliveries. A
 * change that is impossible now is not requested.
 * @returns the id of the rate, or of the request
 * @throws RateError, ApprovalError
 */
const changeRates = (context: Context, author: AuditActor, change: RateChange) =>
  withFourEyes(context, author, async (trx) => {
    const rate = await applyRateChange(context, trx, author, change)
    return context.config.fourEyesAbove === undefined ? { done: rate } : { request: change }
  })

export const requestRate = (context: Context, author: AuditActor, payload: NewRate) =>
  changeRates(context, author, { kind: 'rate_added', payload, points: null })

export const requestClosing = (context: Context, author: AuditActor, rateId: number, lastDay: string) =>
  changeRates(context, author, { kind: 'rate_closed', payload: { rateId, lastDay }, points: null })
