import { type CallOutcome, callOutcomes } from '@portal/contract/partner-traffic.ts'
import { findRegistered } from '#server/features/partners/registry-service.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { AppContext, Partner } from '#server/lib/context/app-context.ts'
import type { Outcome } from '#server/ledger/record.ts'
import * as queries from './calls-queries.ts'
import { shownReference } from './rejections-service.ts'

/** Outcomes that operators read, and records of a page. */
const shownCalls = 200
const pageSize = 100

/**
 * Counts the records of a call that were there already; all others are in the ledger or among the rejections.
 * @param report receives the error if the number cannot be written: the call is answered anyway
 */
export async function noteRepeated(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: Pick<Partner, 'id'>,
  outcomes: readonly Outcome[],
  report: (error: Record<string, unknown>) => void,
): Promise<void> {
  const count = outcomes.filter(({ status }) => status === 'repeated').length
  if (count === 0) return
  await queries
    .countRepeated(db, id, count, clock.now())
    .catch((error: unknown) => report(describeError(error)))
}

const isOutcome = (text: string | undefined): text is CallOutcome =>
  (callOutcomes as readonly (string | undefined)[]).includes(text)

/**
 * Returns the newest outcomes of a partner's records, without references that may name a person.
 * @param asked an outcome; anything else: all
 * @throws PartnerError if the partner is unknown
 */
export async function listCalls({ db }: Pick<AppContext, 'db'>, clientId: string, asked: string | undefined) {
  const { id } = await findRegistered(db, clientId)
  const calls = await queries.listCalls(db, id, isOutcome(asked) ? asked : undefined, shownCalls)
  return calls.map((call) => ({ ...call, reference: shownReference(call.reference) }))
}

/**
 * Returns a page of the records that a partner wrote, the last received first.
 * @param before id of the last record of the previous page
 * @throws PartnerError if the partner is unknown; ApiError cursor_invalid
 */
export async function listRecords(
  { db }: Pick<AppContext, 'db'>,
  clientId: string,
  before: string | undefined,
) {
  if (before && !/^\d{1,15}$/.test(before)) throw new ApiError('cursor_invalid')
  const { id } = await findRegistered(db, clientId)
  const rows = await queries.listRecords(
    db,
    id,
    before ? Number(before) : Number.MAX_SAFE_INTEGER,
    pageSize + 1,
  )
  const records = rows.slice(0, pageSize)
  return { records, next: rows.length > pageSize ? (records.at(-1)?.id ?? null) : null }
}
