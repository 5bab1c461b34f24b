import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { lockPresent } from '#server/lib/rights/rights.ts'
import { cutoffsOf } from './retention/periods.ts'
import { describeDue } from './periods-service.ts'
import { eraseEach, type Erasing } from './request-service.ts'
import { deleteActivity } from './queries.ts'
import * as queries from './retention/queries.ts'
import { eraseParticipant } from './erase-service.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
type Period = NonNullable<AppContext['config']['retention']>
type Report = (error: unknown) => void

/** Maximum warnings and maximum erasures a day: a wrong setting is noticed before it has erased many people. */
export const maxPerDay = 1_000

/** Share of the accounts from which the server warns at start-up. */
const unusualShare = 0.05

const actor = { kind: 'job', name: 'retention' } as const

/** The day that is `ms` milliseconds after `day`. */
const dayAfter = (day: string, ms: number) => athensDay(later(new Date(`${day}T12:00:00Z`), ms))

/**
 * Warns the owners of inactive accounts by mail, and erases accounts that were not used since a mail server accepted their
 * warning. Runs once a
 * day on one of the servers; what a crash leaves undone follows on the next day.
 * @param max maximum warnings and maximum erasures
 * @returns the numbers of accounts; undefined if the period is off or today's run was before
 */
export async function carryOutRetention(
  context: AppContext & Erasing,
  report: Report,
  max = maxPerDay,
): Promise<{ warned: number; erased: number } | undefined> {
  const { db, clock, config } = context
  if (!config.retention || !(await queries.takeDay(db, 'retention day', athensDay(clock.now()))))
    return undefined
  const cutoffs = cutoffsOf(context, config.retention)
  await queries.removeWarnings(db, cutoffs)
  const due = await queries.listToErase(db, cutoffs, max)
  const erased = await eraseEach(
    context,
    due.map(({ id }) => id),
    report,
    (id) =>
      eraseParticipant(context, id, 'inactive', {
        actor,
        guard: (trx) => queries.lockInactive(trx, id, cutoffs),
      }),
  )
  return { erased, warned: await warnInactive(context, config.retention, cutoffs, max) }
}

/** One transaction an account: an account is marked and its mail queued, or neither. */
async function warnInactive(
  context: AppContext,
  { inactive, warning }: Period,
  cutoffs: queries.Cutoffs,
  max: number,
): Promise<number> {
  const { db, clock } = context
  let warned = 0
  for (const { id, email, activeOn } of await queries.listToWarn(db, cutoffs, max)) {
    const now = clock.now()
    const [ofPeriod, ofWarning] = [dayAfter(activeOn, inactive), athensDay(later(now, warning - days(1)))]
    const until = ofPeriod > ofWarning ? ofPeriod : ofWarning
    const isNew = await db.transaction().execute(async (trx) => {
      if (!(await queries.markWarned(trx, id, now, cutoffs))) return false
      // After the mark, as an erasure and a sign-in lock them.
      if (!(await lockPresent(trx, id))) {
        await deleteActivity(trx, id)
        return false
      }
      await mailOwner(context, trx, { id, email }, { kind: 'retention-warning', until })
      const entry = { action: 'retention.warn', subjectId: id, details: { until } } as const
      await writeAudit({ clock, db: trx }, actor, entry)
      return true
    })
    if (isNew) warned += 1
  }
  return warned
}

const count = (context: Context, period: Period) =>
  queries.countInactive(context.db, cutoffsOf(context, period), {
    inactiveDays: period.inactive / days(1),
    warningDays: period.warning / days(1),
  })

/** Describes what the job would do today and when it is next due, without names. Also every table with its period. */
export async function describeRetention(context: Context): Promise<string> {
  const { retention } = context.config
  const details = await describeDue(context)
  if (!retention) return `RETENTION_INACTIVE is off: no account is warned or erased.\n\n${details}`
  const { accounts, toWarn, toErase, warned, notAccepted, oldestActive, firstErasable } = await count(
    context,
    retention,
  )
  const firstWarning =
    oldestActive && dayAfter(oldestActive, retention.inactive - retention.warning + days(1))
  return [
    `Accounts: ${accounts}. Inactive ones are warned after ${(retention.inactive - retention.warning) / days(1)} days and erased after ${retention.inactive / days(1)}, ${retention.warning / days(1)} days after the warning at the earliest.`,
    `To warn: ${toWarn}. Next warning due: ${firstWarning ?? 'none'}.`,
    `Warned: ${warned}. Not accepted by a mail server, and so not erased: ${notAccepted}. To erase: ${toErase}. Next erasure due: ${firstErasable ?? 'none'}.`,
    `At most ${maxPerDay} warnings and ${maxPerDay} erasures a day.`,
    '',
    details,
  ].join('\n')
}

/**
 * Notes that the mail about the coming erasure came back, which the portal does not see: the account is not erased, and is
 * warned again.
 * @throws Error if the account has no warning that a mail server accepted
 */
export async function noteBounce(context: Context, actor: AuditActor, subjectId: number): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    if (!(await queries.rejectWarning(trx, subjectId)))
      throw new Error('No warning was sent to this account.')
    const entry = { action: 'retention.warn', subjectId, details: { came_back: true } } as const
    await writeAudit({ ...context, db: trx }, actor, entry)
  })
}

/** @returns advice for the operator if an unusual share of the accounts is to be warned or erased */
export async function adviseOnRetention(context: Context): Promise<string | undefined> {
  const { retention } = context.config
  if (!retention) return undefined
  const { accounts, toWarn, warned } = await count(context, retention)
  if (toWarn + warned <= accounts * unusualShare) return undefined
  return `RETENTION_INACTIVE: ${toWarn + warned} of ${accounts} accounts are inactive and will be warned and erased. Check the setting with: npm run portal -- retention --dry-run`
}
