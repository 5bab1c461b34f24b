import type { Language } from '@portal/contract/words/language.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { deleteChangesOf } from '#server/features/accounts/email-change/email-change-service.ts'
import { deleteNotesAbout } from '#server/features/phone-calls/service.ts'
import { deleteCardsOf } from '#server/features/card/service.ts'
import { forgetEntriesOf } from '#server/features/desk/cleaning-service.ts'
import { eraseClaims } from '#server/features/claims/service.ts'
import { deleteConsentsOf } from '#server/features/connected-sites/consent-service.ts'
import { deleteRequestsAbout } from '#server/features/data-requests/service.ts'
import { deletePayloadsAbout } from '#server/features/oidc/service.ts'
import { deleteStreamsOf } from '#server/features/live/service.ts'
import { deleteLockOf } from '#server/features/participants/lock-service.ts'
import { deletePointsMailsOf } from '#server/features/points-mails/service.ts'
import { deleteNewsOf } from '#server/features/notices/service.ts'
import { endSessions } from '#server/features/sessions/service.ts'
import { removeSecondFactors } from '#server/features/second-factor/reset-service.ts'
import { eraseDetails, eraseFromLedger, lockLedgerOf } from '#server/ledger/erase/erase-records.ts'
import { inLedgerTransaction } from '#server/ledger/transaction/transaction.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { deleteJobsAbout } from '#server/lib/jobs/jobs.ts'
import { type FoundMentions, findMentions, insertMentions } from './mention-service.ts'
import * as queries from './queries.ts'

/**
 * `request`: in the settings. `letter`: by staff, for a request on paper. `inactive`: the retention period has ended.
 * `repeated`: after a backup was restored.
 */
export type ErasureReason = 'request' | 'letter' | 'inactive' | 'repeated'

/**
 * Numbers of deleted or changed rows, without names. `mentions`: texts about others that staff have to decide on;
 * `unlisted`: further ones, which are not listed because the name is a common word.
 */
export type ErasureCounts = Record<
  | 'records'
  | 'details'
  | 'deliveries'
  | 'stickers'
  | 'claims'
  | 'payloads'
  | 'tokens'
  | 'jobs'
  | 'mentions'
  | 'unlisted',
  number
>

/** For the last mail, only in memory: the database no longer has it. */
export type ErasedPerson = { email: string; firstName: string; language: Language | null }

export type Erased = { counts: ErasureCounts; to: ErasedPerson }

type Context = Pick<AppContext, 'db' | 'clock'>
type Options = {
  /** Default: the job `erasure`. */
  actor?: AuditActor
  /** Number or day of a request on paper, for the audit log. */
  reference?: string
  /** Changes nothing and returns what would be changed. */
  dryRun?: boolean
  /** Called first, in the transaction of the erasure. @returns false: not to erase */
  guard?: (trx: Trx) => Promise<boolean>
}

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly erased: Erased
  constructor(erased: Erased) {
    super('dry run')
    this.erased = erased
  }
}

/**
 * Erases a person in one transaction (docs/decisions/024-erasure.md): the ledger keeps its records and sums, everything
 * that is linked to the account and says whose they are is gone. Texts about others that may mention the person are only
 * listed for staff. Every column is listed in personal-columns.ts. Partner sites are notified by back-channel logout. Safe
 * to repeat.
 * @returns undefined if there is no such account, it was erased before, or it is of staff
 */
export async function eraseParticipant(
  context: Context,
  id: number,
  reason: ErasureReason,
  { actor = { kind: 'job', name: 'erasure' }, reference, dryRun = false, guard }: Options = {},
): Promise<Erased | undefined> {
  const named = await queries.findNamed(context.db, id)
  if (!named) return undefined
  // Before the transaction: it reads all texts, and the transaction delays partners' calls.
  const found = await findMentions(context.db, named)
  try {
    return await inLedgerTransaction(context.db, actor, async (trx) => {
      if (guard && !(await guard(trx))) return undefined
      const erased = await erase(trx, id, found, context.clock.now())
      if (!erased) return undefined
      if (dryRun) throw new DryRun(erased)
      await writeAudit({ ...context, db: trx }, actor, {
        action: 'erasure.execute',
        subjectId: id,
        details: { reason, ...(reference !== undefined && { reference }), ...erased.counts },
      })
      return erased
    })
  } catch (error) {
    if (error instanceof DryRun) return error.erased
    throw error
  }
}

async function erase(trx: Trx, id: number, found: FoundMentions, now: Date): Promise<Erased | undefined> {
  // Before the account, like a sign-in.
  await queries.deleteActivity(trx, id)
  // Lock order of all writers: stickers, balances, accounts.
  await lockLedgerOf(trx, id)
  const person = await queries.lockPerson(trx, id)
  if (!person || person.erasedAt || person.isStaff) return undefined
  await deleteNotesAbout(trx, id)
  const ledger = await eraseFromLedger(trx, id, now)
  const tokens = await queries.deleteTokensOf(trx, id)
  await queries.deleteErasure(trx, id)
  // Deletes what hangs on the sessions: tokens, consents and sign-ins at sites, whose logouts a trigger enqueues.
  await endSessions(trx, id)
  await deleteConsentsOf(trx, id)
  await deleteStreamsOf(trx, id)
  await deletePointsMailsOf(trx, id)
  await deleteNewsOf(trx, id)
  await removeSecondFactors(trx, id)
  await deleteLockOf(trx, id)
  await deleteRequestsAbout(trx, id)
  await deleteCardsOf(trx, id)
  await forgetEntriesOf(trx, id)
  const claims = await eraseClaims(trx, id)
  let [payloads, jobs] = [0, 0]
  for (const email of new Set([person.email, ...(await deleteChangesOf(trx, id))])) {
    payloads += await deletePayloadsAbout(trx, person.sub, email)
    jobs += await deleteJobsAbout(trx, { id, email })
  }
  if (person.activatedAt || ledger.records > 0) await queries.blankPerson(trx, id, now)
  else await queries.deletePerson(trx, id)
  const details = await eraseDetails(trx, id)
  await insertMentions(trx, id, found, now)
  const { listed, unlisted } = found
  const counts = { ...ledger, tokens, claims, payloads, jobs, details, mentions: listed.length, unlisted }
  return { counts, to: { email: person.email, firstName: person.firstName, language: person.language } }
}

/** @returns the account of an address. @throws Error if there is none */
export async function findIdOf({ db }: { db: Db }, email: string): Promise<number> {
  const id = await queries.findIdByEmail(db, email)
  if (id === undefined) throw new Error(`No account has the address ${email}.`)
  return id
}

/** Call after erasures, outside of their transactions: removes erased values from the planner's statistics. */
export const forgetStatistics = ({ db }: { db: Db }): Promise<void> => queries.renewStatistics(db)
