import { countNotesBefore, deleteNotesBefore } from '#server/features/calls/service.ts'
import { countDecidedBefore, deleteDecidedBefore } from '#server/features/claims/service.ts'
import { countOldCodes, removeOldCodes } from '#server/ledger/coupons/coupons.ts'
import { countAnsweredBefore, deleteAnsweredBefore } from '#server/features/data-requests/service.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import { deleteMentionsWithoutText } from './mention-service.ts'
import { takeDay } from './retention-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Numbers of decided claims, notes of calls, codes of coupons that ended, and answered requests. */
export type Expired = Record<keyof AppContext['config']['retentionOf'], number>

/** Rows that one statement removes: their locks are short. */
const batch = 1_000

const names = ['claims', 'notes', 'codes', 'requests'] as const

/**
 * Removes decided claims, notes of calls, codes of ended coupons and answered requests after the periods of RETENTION_…, with one audit entry.
 * Runs once a day on one of the servers.
 * @param report receives the error of a step; the others run, and the failed one again on the next day
 * @returns what was removed; undefined if today's run was before
 */
export async function removeExpired(
  context: Context,
  report: (error: unknown) => void,
  actor: AuditActor = { kind: 'job', name: 'retention' },
): Promise<Expired | undefined> {
  const { db, clock } = context
  if (!(await takeDay(db, 'old details day', athensDay(clock.now())))) return undefined
  const steps: Record<keyof Expired, (before: Date) => Promise<number>> = {
    claims: (before) => deleteDecidedBefore(db, before, batch),
    notes: (before) => deleteNotesBefore(db, before, batch),
    codes: (before) => removeOldCodes(context, before, batch),
    requests: (before) => deleteAnsweredBefore(db, before, batch),
  }
  const removed = { claims: 0, notes: 0, codes: 0, requests: 0 }
  for (const name of names) {
    const before = beforeOf(context, name)
    if (!before) continue
    try {
      for (let last = batch; last === batch; removed[name] += last) last = await steps[name](before)
    } catch (error) {
      report(error)
    }
  }
  await deleteMentionsWithoutText(db).catch(report)
  if (names.some((name) => removed[name] > 0))
    await writeAudit(context, actor, { action: 'retention.remove', details: removed })
  return removed
}

/** Describes what `removeExpired` would remove now. */
export async function describeExpired(context: Context): Promise<string> {
  const { db } = context
  const count = async (name: keyof Expired, countBefore: (before: Date) => Promise<number>) => {
    const before = beforeOf(context, name)
    return before ? countBefore(before) : 0
  }
  const counts = {
    claims: await count('claims', (before) => countDecidedBefore(db, before)),
    notes: await count('notes', (before) => countNotesBefore(db, before)),
    codes: await count('codes', (before) => countOldCodes(context, before)),
    requests: await count('requests', (before) => countAnsweredBefore(db, before)),
  }
  return `To remove: ${textOf(counts)}.`
}

export const textOf = ({ claims, notes, codes, requests }: Expired): string =>
  `${claims} decided claims, ${notes} notes of calls, ${codes} codes of coupons that ended, ${requests} answered requests`

/** @returns the time before which data is removed; undefined if its period is off */
function beforeOf({ clock, config }: Context, name: keyof Expired): Date | undefined {
  const period = config.retentionOf[name]
  return period === undefined ? undefined : later(clock.now(), -period)
}
