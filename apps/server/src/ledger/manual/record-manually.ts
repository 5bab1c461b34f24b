import { factsOf } from '@portal/contract/words/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { assertUnrestricted } from '#server/lib/restrictions/restrictions.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { overdraftOf } from '#server/ledger/decide.ts'
import { findParticipants, insertRows } from '#server/ledger/record-queries.ts'
import { assertWaits, creditDelivery, lockForCredit } from '#server/ledger/waiting/credit.ts'
import { flagSamePerson } from '#server/ledger/caps/same-person.ts'
import { type ManualRecord, requestApproval } from '#server/ledger/approvals/approvals.ts'
import { inLedgerTransaction, lockAccount } from '#server/ledger/transaction/transaction.ts'
import * as queries from './queries.ts'
import { assertUndoable, undoVisit } from './undo-visit.ts'

export { undoVisit, worthOfUndoing } from './undo-visit.ts'
export { type CreditedRow, listCredited } from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/**
 * @throws ApiError points_sign, participant_unknown, processing_restricted, points_insufficient, points_spent, delivery_gone,
 * already_reversed, coupon_expired, coupon_code_gone if the record is impossible
 */
async function assertPossible(context: Pick<Context, 'clock'>, trx: Trx, record: ManualRecord) {
  const { delivery, participantId, points, description, undoes } = record
  if (delivery !== undefined) return assertWaits(trx, delivery)
  if (undoes !== undefined && (await assertUndoable(context, trx, record, undoes))) return
  if (points * factsOf[description].sign < 0) throw new ApiError('points_sign')
  const balance = await lockAccount(trx, participantId)
  const [person] = await findParticipants(trx, [participantId], [])
  if (!person || !balance) throw new ApiError('participant_unknown')
  if (points < 0) await assertUnrestricted(trx, participantId)
  const overdraft = overdraftOf(balance.available, { points, description })
  if (overdraft) throw new ApiError(overdraft)
}

/**
 * Inserts a record that `assertPossible` has checked, with its audit entry.
 * @param reference unique among manual records
 * @returns the id of the record
 */
async function insertManual(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  author: AuditActor,
  reference: string,
  { participantId, points, description, createdAt, reason, litres }: ManualRecord,
): Promise<number> {
  const row = { reference, participantId, points, description, rateId: null, details: { reason, litres } }
  const writer = { id: null, source: queries.source }
  const ids = await insertRows(trx, writer, clock.now(), [{ ...row, createdAt: new Date(createdAt) }])
  const id = ids.get(reference) ?? 0
  await writeAudit({ db: trx, clock }, author, {
    action: 'points.record_manually',
    subjectId: participantId,
    details: { record: id, points, description },
  })
  return id
}

/** Call after the balance is locked. @throws ApiError claim_changed if the author has not seen all credited deliveries */
async function assertSeen(trx: Trx, { participantId, seen }: ManualRecord): Promise<void> {
  if (!seen) return
  const credited = await queries.listCredited(trx, participantId, seen.day)
  if (credited.some(({ id }) => !seen.credited.includes(id))) throw new ApiError('claim_changed')
}

/**
 * Makes the manual record of an approved request. The caller has called `lockAsWriter`.
 * @returns the id of the record
 * @throws ApiError as `assertPossible`; claim_changed
 */
export async function carryOutManual(
  context: Pick<AppContext, 'clock' | 'config' | 'jobs'>,
  trx: Trx,
  author: AuditActor,
  approval: number,
  record: ManualRecord,
): Promise<number> {
  const { delivery, participantId } = record
  if (delivery === undefined) {
    if (!(await lockAccount(trx, participantId))) throw new ApiError('participant_unknown')
  } else if (!(await lockForCredit(trx, { delivery, participantId }))) throw new ApiError('delivery_gone')
  await assertSeen(trx, record)
  await assertPossible(context, trx, record)
  if (record.undoes !== undefined) return undoVisit(context, trx, record, record.undoes)
  return delivery === undefined
    ? insertManual(context, trx, author, `approval/${approval}`, record)
    : creditDelivery(context, trx, delivery, participantId)
}

/** What decides with a manual record, such as a claim; each step runs in the transaction of its change. */
export type Occasion = {
  /** The claim that is decided, and when it was filed. */
  claim?: { claim: number; since: Date }
  /** Locks the balance and what is decided, after the author. */
  begin: (trx: Trx) => Promise<void>
  /** Credits the record's delivery, which waits, or undoes its visit. @returns the id of the record */
  credit?: (trx: Trx) => Promise<number>
  done: (trx: Trx, record: number) => Promise<void>
  requested: (trx: Trx, approval: number) => Promise<void>
}

/**
 * Records points by hand. Above FOUR_EYES_ABOVE a second person has to approve; the author's other manual records of the
 * day count, also deliveries credited and visits undone for claims, so that a large sum cannot be split. An author who may be the participant is
 * flagged for managers.
 * @param author with the id of a staff account
 * @returns the id of the record, or of the request
 * @throws ApiError as `assertPossible`; claim_changed
 */
export const recordManually = (
  context: Context,
  author: AuditActor & { id: number },
  record: ManualRecord,
  occasion?: Occasion,
): Promise<{ done: number } | { approval: number }> => {
  const { participantId, points } = record
  const about = { staffId: author.id, participantId, points, ...occasion?.claim }
  const flag = (trx: Trx, name: string) => flagSamePerson(context, trx, { ...about, occasion: name })
  return inLedgerTransaction(context.db, author, async (trx) => {
    await queries.lockAuthor(trx, author.id)
    await occasion?.begin(trx)
    await assertSeen(trx, record)
    await assertPossible(context, trx, record)
    const before = await queries.sumOfAuthor(trx, author.id, athensDay(context.clock.now()))
    if (before + Math.abs(points) > (context.config.fourEyesAbove ?? Infinity)) {
      const request = { kind: 'points_added', payload: record, points } as const
      const approval = await requestApproval(context, trx, author, request)
      await occasion?.requested(trx, approval)
      await flag(trx, `approval ${approval}`)
      return { approval }
    }
    const reference = `${author.id}/${crypto.randomUUID()}`
    const done = occasion?.credit
      ? await occasion.credit(trx)
      : await insertManual(context, trx, author, reference, record)
    await occasion?.done(trx, done)
    await flag(trx, `record ${done}`)
    return { done }
  })
}
