import { inLanguage, type Language } from '@portal/contract/words/language.ts'
import { anonymizeFormerStaff } from '#server/features/accounts/staff-service.ts'
import { removeEndedAppointments } from '#server/features/approvers/service.ts'
import { deleteNotesBefore } from '#server/features/phone-calls/service.ts'
import { deleteDecidedBefore } from '#server/features/claims/service.ts'
import { deleteAnsweredBefore } from '#server/features/data-requests/service.ts'
import { removeExportsBefore, tableText } from '#server/features/exports/list-service.ts'
import { removeSecondFactors } from '#server/features/second-factor/reset-service.ts'
import { removeDecidedApprovals } from '#server/ledger/approvals/approvals.ts'
import { removeResolvedFlags } from '#server/ledger/caps/flags.ts'
import { removeOldCodes } from '#server/ledger/coupons/coupons.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import { removeOldEntries } from '#server/lib/chain/verify-chain.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import { deleteMentionsWithoutText } from './mention-service.ts'
import { type Period, periods } from './retention/periods.ts'
import { takeDay } from './retention/queries.ts'

export { lengthText } from './retention/periods.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
type Setting = keyof AppContext['config']['retentionOf']

/** Rows that one statement removes: their locks are short. */
const batch = 1_000

type Step = {
  of: Setting
  words: string
  remove: (context: Context, before: Date, actor: AuditActor) => Promise<number>
}

/** What the daily job removes. The names are those of the details of its audit entry. */
const steps = {
  claims: {
    of: 'claims',
    words: 'decided claims',
    remove: ({ db }, before) => deleteDecidedBefore(db, before, batch),
  },
  notes: {
    of: 'notes',
    words: 'notes of calls',
    remove: ({ db }, before) => deleteNotesBefore(db, before, batch),
  },
  codes: {
    of: 'codes',
    words: 'codes of coupons that ended',
    remove: (context, before) => removeOldCodes(context, before, batch),
  },
  flags: {
    of: 'flags',
    words: 'resolved flags',
    remove: ({ db }, before) => removeResolvedFlags(db, before, batch),
  },
  requests: {
    of: 'requests',
    words: 'answered requests',
    remove: ({ db }, before) => deleteAnsweredBefore(db, before, batch),
  },
  approvals: {
    of: 'audit',
    words: 'decided requests',
    remove: ({ db }, before) => removeDecidedApprovals(db, before, batch),
  },
  appointments: {
    of: 'audit',
    words: 'ended appointments of approvers',
    remove: ({ db }, before) => removeEndedAppointments(db, before, batch),
  },
  exports: {
    of: 'audit',
    words: 'exports of the list',
    remove: ({ db }, before) => removeExportsBefore(db, before, batch),
  },
  former: {
    of: 'staff',
    words: 'names of former staff',
    remove: (context, before, actor) =>
      anonymizeFormerStaff(context, actor, before, removeSecondFactors, batch),
  },
  // At the end: the other steps ask the log when something happened.
  entries: {
    of: 'audit',
    words: 'entries of the audit log',
    remove: async ({ db }, before) => removeOldEntries({ db }, before),
  },
} satisfies Record<string, Step>

/** Numbers of removed rows. */
export type Expired = Record<keyof typeof steps, number>
const names = Object.keys(steps) as (keyof Expired)[]

/**
 * Removes what is older than the periods of RETENTION_…, with one audit entry. Runs once a day on one of the servers.
 * @param report receives the error of a step; the others run, and the failed one again on the next day
 * @returns what was removed; undefined if today's run was before
 */
export async function removeExpired(
  context: Context,
  report: (error: unknown) => void,
  actor: AuditActor = { kind: 'job', name: 'retention' },
): Promise<Expired | undefined> {
  const { db, clock, config } = context
  if (!(await takeDay(db, 'old details day', athensDay(clock.now())))) return undefined
  const removed = Object.fromEntries(names.map((name) => [name, 0])) as Expired
  for (const name of names) {
    const step: Step = steps[name]
    const length = config.retentionOf[step.of]
    if (length === undefined) continue
    const before = later(clock.now(), -length)
    try {
      for (let last = batch; last >= batch; removed[name] += last)
        last = await step.remove(context, before, actor)
    } catch (error) {
      report(error)
    }
  }
  await deleteMentionsWithoutText(db).catch(report)
  const details = Object.fromEntries(Object.entries(removed).filter(([, n]) => n > 0))
  if (Object.keys(details).length > 0)
    await writeAudit(context, actor, { action: 'retention.remove', details })
  return removed
}

/** '1 notes of calls, 2 resolved flags', without what is 0; 'nothing'. */
export const textOf = (removed: Expired): string =>
  names
    .filter((name) => removed[name] > 0)
    .map((name) => `${removed[name]} ${steps[name].words}`)
    .join(', ') || 'nothing'

type Due = { table: string; kept: string; setting: string; due: number | undefined }

/** Every table with personal data, its period, and the number of rows whose period has ended; undefined: it has no own end. */
export async function listDue(context: Context): Promise<Due[]> {
  const found: Due[] = []
  for (const { length, kept, setting = '', tables } of periods)
    for (const [table, count] of Object.entries(tables)) {
      const ms = length ? length(context.config) : 0
      const before = ms === undefined ? undefined : later(context.clock.now(), -ms)
      const due = count && before && (await count(context, before, table))
      found.push({ table, kept: kept(context.config).en, setting, due: count && (due ?? 0) })
    }
  return found
}

/** Formats `listDue` as a table for the terminal. */
export async function describeDue(context: Context): Promise<string> {
  const lines = [['table', 'kept', 'setting', 'due']]
  for (const { table, kept, setting, due } of await listDue(context))
    lines.push([table, kept, setting, due === undefined ? '-' : String(due)])
  return tableText(lines)
}

const headings = {
  el: ['Δεδομένα', 'Πόσο τα κρατάμε', 'Τι γίνεται μετά'],
  en: ['Data', 'How long we keep them', 'What happens then'],
}

/** The table of the privacy notice, in Markdown. */
export function periodsTable(config: AppContext['config'], language: Language): string {
  const cells = ({ what, kept, ends }: Period) =>
    [what, kept(config), ends].map((text) => inLanguage(language, text))
  const table = [inLanguage(language, headings), ['---', '---', '---'], ...periods.map(cells)]
  return table.map((row) => `| ${row.join(' | ')} |`).join('\n')
}
