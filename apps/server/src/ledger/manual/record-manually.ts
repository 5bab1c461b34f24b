import { factsOf, isRedemption } from '@portal/contract/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { findParticipants, lockOpenBalances } from '#server/ledger/record-queries.ts'
import { type ManualRecord, withFourEyes } from '#server/ledger/approvals/approvals.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/**
 * Inserts a manual record with its audit entry.
 * @param reference unique among manual records
 * @returns the id of the record
 * @throws ApiError participant_unknown, points_sign, points_insufficient, points_spent
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

/**
 * Records points by hand. Above FOUR_EYES_ABOVE a second person has to approve; the author's other manual records of the
 * day count, so that a large sum cannot be split.
 * @param author with the id of a staff account
 * @returns the id of the record, or of the request
 * @throws ApiError as `insertManualRecord`
 */
export const recordManually = (
  context: Context,
  author: AuditActor & { id: number },
  record: ManualRecord,
): Promise<{ done: number } | { approval: number }> =>
  withFourEyes(context, author, async (trx) => {
    await queries.lockAuthor(trx, author.id)
    const before = await queries.sumOfAuthor(trx, author.id, athensDay(context.clock.now()))
    const reference = `${author.id}/${crypto.randomUUID()}`
    const done = await insertManualRecord(context, trx, author, reference, record)
    return before + Math.abs(record.points) > (context.config.fourEyesAbove ?? Infinity)
      ? { request: { kind: 'points_added', payload: record, points: record.points } }
      : { done }
  })
