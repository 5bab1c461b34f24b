import type { Description } from '@portal/contract/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'

export { countApprovals, listApprovals, lockApproval, updateDecision, type ApprovalRow } from './queries.ts'
export { lockRequestForFile as findRequestForFile, removeDecidedApprovals } from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** A request cannot be stored or is not decided yet; the message is printed by the CLI. */
export class ApprovalError extends Error {
  override name = 'ApprovalError'
}

export type NewRate = {
  description: Description
  material: string | null
  unit: 'litre' | 'item'
  pointsPerUnit: string
  validFrom: string
  validTo: string | null
  note: string
}

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
 * Makes a change, or stores a request for it.
 * @param author with the id of a staff account if the change may need an approval
 * @param change makes the change and returns `done`, or returns the `request`: then everything that it wrote is undone,
 *   so it may try the change to find errors
 * @param onRequest called with the id of the request, in its transaction
 * @returns `done`, or the id of the request
 * @throws ApprovalError if a request is needed and the author is unknown
 */
export async function withFourEyes<T>(
  { db, clock }: Context,
  author: AuditActor,
  change: (trx: Trx) => Promise<{ done: T } | { request: Requested }>,
  onRequest?: (trx: Trx, approval: number) => Promise<void>,
): Promise<{ done: T } | { approval: number }> {
  class Undo extends Error {
    readonly request: Requested
    constructor(request: Requested) {
      super('undone')
      this.request = request
    }
  }
  try {
    return await changeAs(db, author, async (trx) => {
      const result = await change(trx)
      if ('request' in result) throw new Undo(result.request)
      return result
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
    const { request } = error
    return changeAs(db, author, async (trx) => {
      const approval = await insertRequest({ db: trx, clock }, trx, author, request)
      await onRequest?.(trx, approval)
      return { approval }
    })
  }
}

async function insertRequest(context: Context, trx: Trx, author: AuditActor, request: Requested) {
  if (author.id === undefined)
    throw new ApprovalError('A second person has to approve this. Name who requests it: --as EMAIL.')
  const requestedAt = context.clock.now()
  const { id } = await queries.insertApproval(trx, { ...request, requestedBy: author.id, requestedAt })
  const details = { approval: id, kind: request.kind, points: request.points }
  await writeAudit(context, author, { action: 'approval.request', details })
  return id
}

export const markExecuted = ({ clock }: Pick<Context, 'clock'>, trx: Trx, id: number) =>
  queries.updateExecuted(trx, id, clock.now())
