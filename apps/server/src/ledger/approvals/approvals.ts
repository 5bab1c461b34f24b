import type { Description } from '@portal/contract/words/descriptions.ts'
import type { Selectable } from 'kysely'
import type { Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import * as queries from './queries.ts'

export { countApprovals, listApprovals, listRequests, lockApproval, updateDecision } from './queries.ts'
export type { ApprovalRow } from './queries.ts'
export { lockRequestForFile as findRequestForFile, removeDecidedApprovals } from './queries.ts'

/** A request cannot be stored or is not decided yet; the message is printed by the CLI. */
export class ApprovalError extends Error {
  override name = 'ApprovalError'
}

export type NewRate = Omit<Selectable<Database['rates']>, 'id'>

/** A manual record: who gets the points, for what, when (ISO 8601) and why. */
export type ManualRecord = {
  participantId: number
  points: number
  description: Description
  createdAt: string
  reason: string
  litres?: number
  /** Id of the waiting delivery that is credited instead of a new record. */
  delivery?: number
  /** Id of the record of a desk, or of a coupon that it used, which is taken back. */
  undoes?: number
  /** The credited deliveries around a day (YYYY-MM-DD) that the author saw: with others, nothing is recorded. */
  seen?: { day: string; credited: number[] }
}

/** A change that a second person has to approve, as stored. */
export type Requested =
  | { kind: 'rate_added'; payload: NewRate; points: null }
  // With the fields of the rate: it may be deleted before the request is read.
  | { kind: 'rate_closed'; payload: NewRate & { rateId: number; lastDay: string }; points: null }
  | { kind: 'rate_deleted'; payload: NewRate & { rateId: number }; points: null }
  // The new rate; `rateId` and `replaces`, points per unit, are those of the one that it replaces.
  | { kind: 'rate_replaced'; payload: NewRate & { rateId: number; replaces: string }; points: null }
  | { kind: 'points_imported'; payload: { file: string; sha256: string; records: number }; points: number }
  | { kind: 'points_added'; payload: ManualRecord; points: number }
  // The address is in email_changes, which an erasure deletes.
  | { kind: 'email_changed'; payload: { participantId: number; reason: string }; points: null }

/**
 * Stores the request for a change that a second person has to approve.
 * @param author with the id of a staff account
 * @returns the id of the request
 * @throws ApprovalError if the author is unknown
 */
export async function requestApproval(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  author: AuditActor,
  request: Requested,
): Promise<number> {
  if (author.id === undefined)
    throw new ApprovalError('A second person has to approve this. Name who requests it: --as EMAIL.')
  const requestedAt = clock.now()
  const payload = JSON.stringify(request.payload)
  const asked = { ...request, payload, requestedBy: author.id, requestedAt }
  const { id } = await queries.insertApproval(trx, asked)
  const details = { approval: id, kind: request.kind, points: request.points }
  await writeAudit({ db: trx, clock }, author, { action: 'approval.request', details })
  return id
}

export const markExecuted = ({ clock }: Pick<AppContext, 'clock'>, trx: Trx, id: number) =>
  queries.updateExecuted(trx, id, clock.now())
