import { factsOf, isRedemption } from '@portal/contract/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { assertUnrestricted } from '#server/lib/restrictions/restrictions.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { findParticipants, lockOpenBalances } from '#server/ledger/record-queries.ts'
import { creditDelivery, lockForCredit } from '#server/ledger/waiting/credit.ts'
import { flagSamePerson } from '#server/ledger/caps/same-person.ts'
import { type ManualRecord, withFourEyes } from '#server/ledger/approvals/approvals.ts'
import { lockAsWriter } from '#server/ledger/transaction/transaction.ts'
import { lockAccount } from '#server/ledger/stickers/ownership.ts'
import * as queries from './queries.ts'

export { type CreditedRow, listCredited } from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/**
 * Inserts a manual record with its audit entry.
 * @param reference unique among manual records
 * @returns the id of the record
 * @throws ApiError participant_unknown, points_sign, processing_restricted, points_insufficient, points_spent
 */
export async function insertManualRecord(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  author: AuditActor,
  reference: string,
  record: ManualRecord,
): Promise<number> {
  const { participantId, points, description } = record
  if (points * factsOf[description].sign < 0) throw new ApiError('points_sign')
  const [person] = await findParticipants(trx, [participantId], [])
  const balance = (await lockOpenBalances(trx, [participantId])).get(participantId)
  if (!person || !balance) throw new ApiError('participant_unknown')
  if (points < 0) await assertUnrestricted(trx, participantId)
  if (balance.available + points < 0)
    throw new ApiError(isRedemption(description) ? 'points_insufficient' : 'points_spent')
  const id = await queries.insertManual(trx, reference, record, clock.now())
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
 * Makes the manual record of an approved request: a new record, or a waiting delivery that is credited. The caller has
 * called `lockAsWriter`.
 * @returns the id of the record
 * @throws ApiError as `insertManualRecord`; delivery_gone, claim_changed
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
    await assertSeen(trx, record)
    return insertManualRecord(context, trx, author, `approval/${approval}`, record)
  }
  if (!(await lockForCredit(trx, { delivery, participantId }))) throw new ApiError('delivery_gone')
  await assertSeen(trx, record)
  return creditDelivery(context, trx, delivery, participantId)
}

/** What decides with a manual record, such as a claim; each step runs in the transaction of its change. */
export type Occasion = {
  /** The claim that is decided, and when it was filed. */
  claim?: { claim: number; since: Date }
  /** Locks the balance and what is decided, after the author. */
  begin: (trx: Trx) => Promise<void>
  /** Credits the points instead of a new record. @returns the id of the record */
  credit?: (trx: Trx) => Promise<number>
  done: (trx: Trx, record: number) => Promise<void>
  requested: (trx: Trx, approval: number) => Promise<void>
}

/**
 * Records points by hand. Above FOUR_EYES_ABOVE a second person has to approve; the author's other manual records of the
 * day count, also deliveries credited for claims, so that a large sum cannot be split. An author who may be the participant is
 * flagged for managers.
 * @param author with the id of a staff account
 * @returns the id of the record, or of the request
 * @throws ApiError as `insertManualRecord`; claim_changed
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
  return withFourEyes(
    context,
    author,
    async (trx) => {
      await lockAsWriter(trx)
      await queries.lockAuthor(trx, author.id)
      await occasion?.begin(trx)
      await assertSeen(trx, record)
      const before = await queries.sumOfAuthor(trx, author.id, athensDay(context.clock.now()))
      const reference = `${author.id}/${crypto.randomUUID()}`
      const done = occasion?.credit
        ? await occasion.credit(trx)
        : await insertManualRecord(context, trx, author, reference, record)
      if (before + Math.abs(record.points) > (context.config.fourEyesAbove ?? Infinity))
        return { request: { kind: 'points_added', payload: record, points: record.points } }
      await occasion?.done(trx, done)
      await flag(trx, `record ${done}`)
      return { done }
    },
    async (trx, approval) => {
      await occasion?.requested(trx, approval)
      await flag(trx, `approval ${approval}`)
    },
  )
}
