import type { ErrorCode, ErrorDetail } from '@portal/contract/error-codes.ts'
import { findRegistered } from '#server/features/partners/registry-service.ts'
import type { Db } from '#server/db/database.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import type { AppContext, Partner } from '#server/lib/context/app-context.ts'
import { recordsRejected } from '#server/lib/metrics/metrics.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { deleteOldRepeated } from './calls-queries.ts'
import * as queries from './rejections-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>
export type Rejection = { reference: string | null; errors: readonly ErrorDetail[] }

/** Rejections of the call, not of a record. */
const ofCalls = new Set<ErrorCode>(['access_token_invalid', 'scope_missing', 'throttled', 'unavailable'])

/** A partner's number of a delivery, such as `oil-2026/000123`. Without an @ and spaces: not an address or a name. */
const keptReference = /^(?=[^0-9]*[0-9])[A-Za-z0-9._:/#-]{1,100}$/

/** @returns the reference if it looks like a number; otherwise '' */
export const shownReference = (reference: string | null): string =>
  keptReference.test(reference ?? '') ? (reference ?? '') : ''

/** Days for which the reasons are kept. */
export const rejectionDays = 30

/**
 * Keeps why records of a partner were rejected, and counts them in the metrics. Of the record only the reference, if it
 * looks like a number.
 * @param report receives the error if the reasons cannot be written: the call is answered anyway
 */
export async function noteRejections(
  { db, clock }: Context,
  partner: Pick<Partner, 'id' | 'clientId'>,
  refused: readonly Rejection[],
  report: (error: Record<string, unknown>) => void,
): Promise<void> {
  const reasons = refused.flatMap(({ reference, errors }) =>
    [...new Set(errors.map(({ code }) => code))]
      .filter((code) => !ofCalls.has(code))
      .map((code) => ({ code, reference: shownReference(reference) })),
  )
  if (reasons.length === 0) return
  for (const { code } of reasons) recordsRejected.inc({ partner: partner.clientId, code })
  await queries
    .insertRejections(db, partner.id, reasons, clock.now())
    .catch((error: unknown) => report(describeError(error)))
}

/** Returns the newest rejections of a partner, and the numbers of all by code. @throws PartnerError if it is unknown */
export async function listRejections({ db }: { db: Db }, clientId: string, limit: number) {
  const { id } = await findRegistered(db, clientId)
  return queries.listRejections(db, id, limit)
}

/** Deletes the reasons that are older than 30 days, and those of a partner that has very many; and the numbers of repeated records. */
export async function deleteOldRejections({ db, clock }: Context): Promise<void> {
  const before = later(clock.now(), -days(rejectionDays))
  await queries.deleteOldRejections(db, before)
  await deleteOldRepeated(db, before)
}
