import { deliveryReasons, type RejectionReason, visitReasons } from '@portal/contract/words/claim-facts.ts'
import type { ErrorCode } from '@portal/contract/error-codes.ts'
import type { Trx } from '#server/db/database.ts'
import type { ManualRecord } from '#server/ledger/approvals/approvals.ts'
import {
  type Occasion,
  recordManually,
  undoVisit,
  worthOfUndoing,
} from '#server/ledger/manual/record-manually.ts'
import { lockAccount } from '#server/ledger/transaction/transaction.ts'
import { undoUse } from '#server/features/desk/coupons-service.ts'
import { creditDelivery, lockForCredit } from '#server/ledger/waiting/credit.ts'
import { type AuditActor, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { findCandidates } from './evidence-service.ts'
import * as queries from './queries.ts'
import { findClaim, mailAbout, type StaffClaimRow } from './service.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>

export type Answer = {
  answer: 'delivery' | 'points' | 'undo' | 'reject'
  delivery?: number | undefined
  points?: number | undefined
  reason?: RejectionReason | undefined
  text?: string | undefined
  /** Ids of the evidence's credited deliveries that the decider saw. */
  credited?: number[] | undefined
}

const missing = (field: string, code: ErrorCode = 'required') => new ApiError([{ code, field }])

/**
 * Decides on an open claim. Points above FOUR_EYES_ABOVE wait for the approval of a second person; rejections never do.
 * @throws ApiError not_found, already_decided, claim_own, claim_changed, delivery_gone, required, choice_invalid, participant_unknown,
 * already_reversed, points_spent, processing_restricted, coupon_expired, coupon_code_gone
 */
export async function decideClaim(
  context: Context,
  actor: Actor,
  id: number,
  given: Answer,
): Promise<StaffClaimRow> {
  const find = async () => {
    const claim = await findClaim(context, actor, id)
    if (!claim) throw new ApiError('not_found')
    return claim
  }
  const claim = await find()
  if (claim.isOwn) throw new ApiError('claim_own')
  const isVisit = claim.recordId !== null
  if (given.answer !== 'reject' && (given.answer === 'undo') !== isVisit)
    throw missing('answer', 'choice_invalid')
  if (given.answer === 'reject') await reject(context, actor, claim, given)
  else await credit(context, actor, claim, given)
  return find()
}

/** @throws ApiError already_decided, not_found */
async function lockOpen(trx: Trx, id: number): Promise<void> {
  const claim = await queries.lockClaim(trx, id)
  if (!claim) throw new ApiError('not_found')
  if (claim.state !== 'open') throw new ApiError('already_decided')
}

async function reject(context: Context, actor: Actor, claim: StaffClaimRow, { reason, text = '' }: Answer) {
  if (!reason) throw missing('reason')
  const reasons: readonly RejectionReason[] = claim.recordId === null ? deliveryReasons : visitReasons
  if (!reasons.includes(reason)) throw missing('reason', 'choice_invalid')
  if (reason === 'other' && text === '') throw missing('text')
  await changeAs(context.db, actor, async (trx) => {
    await lockOpen(trx, claim.id)
    const decided = {
      reason,
      state: 'rejected',
      decidedBy: actor.id,
      decidedAt: context.clock.now(),
      points: null,
      deliveryId: null,
      answer: text,
    } as const
    await queries.updateClaim(trx, claim.id, decided)
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'claim.reject',
      subjectId: claim.participantId,
      details: { claim: claim.id, reason },
    })
    await mailAbout(context, trx, { ...claim, ...decided })
  })
}

async function credit(context: Context, actor: Actor, claim: StaffClaimRow, given: Answer): Promise<void> {
  const { id, participantId } = claim
  const { record, delivery } = await recordOf(context, claim, given)
  const { undoes } = record
  const change = {
    decidedBy: actor.id,
    // The use of a coupon is taken back without points.
    points: claim.title === null ? record.points : null,
    deliveryId: delivery ?? null,
    answer: given.text ?? '',
  }
  const occasion: Occasion = {
    claim: { claim: id, since: claim.createdAt },
    begin: async (trx) => {
      if (delivery !== undefined) {
        if (!(await lockForCredit(trx, { delivery, participantId }))) throw new ApiError('delivery_gone')
      } else if (!(await lockAccount(trx, participantId))) throw new ApiError('not_found')
      await lockOpen(trx, id)
    },
    ...(delivery !== undefined && {
      credit: (trx: Trx) => creditDelivery(context, trx, delivery, participantId),
    }),
    ...(undoes !== undefined && { credit: (trx: Trx) => undoVisit(context, trx, record, undoes) }),
    done: async (trx, recordId) => {
      const decided = { ...change, state: doneOf(claim), decidedAt: context.clock.now() }
      await queries.updateClaim(trx, id, decided)
      await close(context, trx, byActor(actor), { ...claim, ...decided }, recordId)
    },
    requested: async (trx, approvalId) => {
      await queries.updateClaim(trx, id, { ...change, approvalId, state: 'approval', decidedAt: null })
    },
  }
  await recordManually(context, { ...byActor(actor), id: actor.id }, record, occasion)
}

const doneOf = ({ recordId }: queries.ClaimRow): 'credited' | 'undone' =>
  recordId === null ? 'credited' : 'undone'

/** Writes the audit entry of a claim that was credited, or whose visit was undone, and queues the mail. */
async function close(
  context: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  actor: AuditActor,
  claim: queries.ClaimRow,
  record: number,
): Promise<void> {
  const { id, participantId, points, deliveryId, deviceId, title } = claim
  if (deviceId !== null && title !== null) await undoUse(trx, deviceId, record)
  await writeAudit({ ...context, db: trx }, actor, {
    action: deviceId === null ? 'claim.credit' : 'claim.undo',
    subjectId: participantId,
    details: {
      ...{ claim: id, record },
      ...(points !== null && { points }),
      ...(deliveryId !== null && { delivery: deliveryId }),
    },
  })
  await mailAbout(context, trx, claim)
}

/** Returns the record that an answer asks for. A delivery has to be one that the claim's evidence shows. */
async function recordOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  claim: StaffClaimRow,
  { answer, points, delivery, credited = [] }: Answer,
): Promise<{ record: ManualRecord; delivery?: number }> {
  const { id, participantId, day, recordId, visitedAt } = claim
  if (recordId !== null && visitedAt) {
    const worth = await worthOfUndoing({ db, clock }, recordId)
    const why = `Αναφορά ${id}: ο χρήστης δηλώνει ότι στο ταμείο ήταν άλλος`
    const about = { participantId, reason: why, createdAt: visitedAt.toISOString(), undoes: recordId }
    return { record: { ...worth, ...about } }
  }
  const seen = { day, credited }
  const reason = `Αναφορά ${id}: παράδοση για την οποία δεν είχαν δοθεί πόντοι`
  if (answer === 'points') {
    if (points === undefined) throw missing('points')
    const happened = new Date(Math.min(claim.happenedAt.getTime(), clock.now().getTime()))
    const about = { participantId, points, reason, seen, createdAt: happened.toISOString() }
    const litres = claim.litres === null ? undefined : { litres: claim.litres }
    return { record: { ...about, ...litres, description: 'oil_collected' } }
  }
  if (delivery === undefined) throw missing('delivery')
  const found = (await findCandidates(db, claim)).find((candidate) => candidate.id === delivery)
  if (!found) throw new ApiError('delivery_gone')
  const { description, createdAt } = found
  const about = {
    participantId,
    description,
    reason,
    seen,
    points: found.points,
    createdAt: createdAt.toISOString(),
  }
  return { delivery, record: { ...about, delivery } }
}

/**
 * Settles the claim of a request that a second person has decided on, in the transaction of the decision: approved, it is
 * credited or its visit undone; rejected, it is open again. Does nothing for other requests.
 * @param record id of the record of an approved request
 * @throws ApiError request_own if the claim is of the decider
 */
export async function settleClaimOf(
  context: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  decider: AuditActor & { id: number },
  { approval, record }: { approval: number; record: number | undefined },
): Promise<void> {
  const locked = await queries.lockClaimOfApproval(trx, approval)
  const claim = locked && (await queries.findClaim(trx, decider.id, locked.id))
  if (!claim) return
  if (claim.isOwn) throw new ApiError('request_own')
  if (record === undefined) {
    const cleared = { decidedBy: null, decidedAt: null, points: null, deliveryId: null, answer: '' }
    return void (await queries.updateClaim(trx, claim.id, { ...cleared, state: 'open', approvalId: null }))
  }
  const decidedAt = context.clock.now()
  const done = { decidedAt, state: doneOf(claim) } as const
  await queries.markDone(trx, claim.id, done)
  await close(context, trx, decider, { ...claim, ...done }, record)
}
