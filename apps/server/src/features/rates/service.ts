import type { RateChangeBody } from '@portal/contract/manage-rates.ts'
import type { Db } from '#server/db/database.ts'
import type { AuditActor } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { type Clock, days, later } from '#server/lib/time/clock.ts'
import { type ApprovalRow, listApprovals, listRequests } from '#server/ledger/approvals/approvals.ts'
import {
  additionOf,
  changeRates,
  closingOf,
  daysOfWarning,
  deletionOf,
  type RateChange,
  rateChangeKinds,
  replacementOf,
} from '#server/ledger/rates/change-rates.ts'
import { type Consequences, previewChange } from '#server/ledger/rates/preview-change.ts'
import { listGaps, listUses, RateError } from '#server/ledger/rates/rates.ts'

export { type Consequences, lastMonth, sumMonth } from '#server/ledger/rates/preview-change.ts'
export type { RateGap } from '#server/ledger/rates/rates.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Days for which a decided request stays on the page. */
const daysOfDecided = 30

/** Rates with their last use, coming days without a rate, and requests that wait or were decided lately. */
export async function listAll({ db, clock }: { db: Db; clock: Clock }) {
  const now = clock.now()
  return {
    today: athensDay(now),
    rates: await listUses({ db }),
    gaps: await listGaps({ db, clock }, daysOfWarning),
    requests: await listRequests(db, {
      kinds: rateChangeKinds,
      decidedSince: later(now, -days(daysOfDecided)),
    }),
  }
}

/** @throws ApiError rate_overlaps, rate_ended, rate_begins, rate_used, not_found */
export const preview = (context: Context, author: AuditActor, asked: RateChangeBody): Promise<Consequences> =>
  withCodes(async () => previewChange(context, author, await changeOf(context, asked)))

/**
 * Tells what an open request for a change of the rates would cause.
 * @throws ApiError not_found (also of other kinds and decided ones), rate_overlaps, rate_ended, rate_begins, rate_used
 */
export const previewRequest = (context: Context, reader: AuditActor, id: number): Promise<Consequences> =>
  withCodes(async () => {
    const [row] = await listApprovals(context.db, { id })
    if (!row || row.decision !== null || !isRateChange(row)) throw new ApiError('not_found')
    return previewChange(context, reader, row)
  })

const isRateChange = (row: ApprovalRow): row is ApprovalRow & RateChange =>
  rateChangeKinds.some((kind) => kind === row.kind)

/**
 * Requests a change, or makes it if no second person has to approve.
 * @param version of the preview on which the author decided
 * @returns the id of the request; null: the change is made
 * @throws ApiError changed_meanwhile, and as preview
 */
export const request = (
  context: Context,
  author: AuditActor,
  asked: RateChangeBody,
  version: string,
): Promise<number | null> =>
  withCodes(async () => {
    const result = await changeRates(context, author, await changeOf(context, asked), version)
    return 'approval' in result ? result.approval : null
  })

async function changeOf(context: Context, asked: RateChangeBody): Promise<RateChange> {
  if (asked.kind === 'rate_closed') return closingOf(context, asked.rate, asked.last_day)
  if (asked.kind === 'rate_deleted') return deletionOf(context, asked.rate)
  const { points_per_unit: pointsPerUnit, valid_from: validFrom, valid_to: validTo, note } = asked
  const given = { pointsPerUnit, validFrom, note: note ?? '' }
  if (asked.kind === 'rate_replaced')
    return replacementOf(context, asked.rate, { ...given, ...(validTo !== undefined && { validTo }) })
  const { description, unit, material } = asked
  return additionOf({ ...given, description, unit, material: material ?? null, validTo: validTo ?? null })
}

async function withCodes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RateError) throw new ApiError([error.detail])
    throw error
  }
}
