import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { withoutTimeouts } from '#server/db/direct.ts'
import { assertApproves } from '#server/features/approvers/service.ts'
import { findParticipant } from '#server/features/participants/service.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { countPeopleRead } from '#server/lib/audit/staff-reads.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { openMailer } from '#server/lib/mail/mailer.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { type ErasedPerson, eraseParticipant, forgetStatistics } from './erase-service.ts'
import { type ExportFormat, exportPerson } from './export-service.ts'
import { sendLastMail } from './request-service.ts'

/**
 * Exports everything about a citizen, for a request on paper.
 * @throws ApiError not_found as `findParticipant`; throttled
 */
export async function exportForPaper(
  context: AppContext,
  actor: Actor,
  id: number,
  format: ExportFormat,
): Promise<FileResponse> {
  await findParticipant(context, id)
  await takeTry(context, 'dataByAccount', String(actor.id))
  const text = await exportPerson(context, id, format, byActor(actor))
  if (text === undefined) throw new ApiError('not_found')
  await countPeopleRead(context, actor, [id])
  return { rows: undefined, bytes: Buffer.byteLength(text), open: async () => Readable.from([text]) }
}

/** Milliseconds to wait for the mail server before the answer says that no mail was sent. */
const mailWithinMs = 10_000

/**
 * Erases a citizen at once, for a request on paper, and tells the person by mail. Cannot be undone: a manager who does not
 * approve yet may not.
 * @param given.reference number or day of the request, without letters
 * @param given.report receives the errors after the erasure
 * @returns whether the mail server has accepted the mail in time, and the texts that may mention the person
 * @throws ApiError not_found as `findParticipant`; approver_pending, approver_waiting, throttled
 */
export async function eraseForPaper(
  context: AppContext,
  actor: Actor,
  id: number,
  given: { reference: string; report: (error: unknown) => void },
): Promise<{ mailed: boolean; mentions: number; unlisted: number }> {
  const { db, clock } = context
  const { reference, report } = given
  await findParticipant(context, id)
  await takeTry(context, 'dataByAccount', String(actor.id))
  const erased = await eraseParticipant(context, id, 'letter', {
    actor: byActor(actor),
    reference,
    guard: async (trx) => {
      await assertApproves(trx, actor.id, clock.now())
      return true
    },
  })
  if (!erased) throw new ApiError('not_found')
  await withoutTimeouts(db, (db) => forgetStatistics({ db })).catch(report)
  const mailed = mailErased(context, erased.to).then(
    () => true,
    (error: unknown) => {
      report(error)
      return false
    },
  )
  const late = sleep(mailWithinMs, false, { ref: false })
  const { mentions, unlisted } = erased.counts
  return { mailed: await Promise.race([mailed, late]), mentions, unlisted }
}

/** Sends the last mail outside of the job queue, which would store the address. @throws MailError if it was not accepted */
export async function mailErased({ config }: Pick<AppContext, 'config'>, to: ErasedPerson): Promise<void> {
  const mailer = openMailer(config)
  try {
    await sendLastMail({ config, mailer }, to)
  } finally {
    mailer.close()
  }
}
