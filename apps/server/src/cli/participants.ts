import { writeFile } from 'node:fs/promises'
import { email } from '@portal/contract/fields.ts'
import { textPages } from '@portal/contract/manage-texts.ts'
import { noticePages } from '@portal/contract/public-pages.ts'
import { languages } from '@portal/contract/words/language.ts'
import { z } from 'zod'
import type { ErasedPerson, ErasureCounts } from '../features/privacy/erase-service.ts'
import type { carryOutRetention as CarryOutRetention } from '../features/privacy/retention-service.ts'
import { optionallyActingAs, optionallyAs } from './acting.ts'
import {
  type Command,
  command,
  type CommandContext,
  day,
  file,
  flag,
  n,
  one,
  optional,
  path,
  withJobs,
} from './arguments.ts'

const address = one('EMAIL', 'an e-mail address', email)
const format = one('json|html', 'json or html', z.enum(['json', 'html']))

/** Commands for requests by letter (GDPR art. 15, 17, 20) and for the retention period. */
export const participantCommands: Record<string, Command> = {
  'participant export': command({
    summary:
      'Writes what is connected with an account to FILE: as JSON, or as a page to print (html). FILE must not exist.',
    argument: address,
    options: { format: optional(format), out: one('FILE', 'a file', path) },
    run: async (context, { format = 'json', out }, email) => {
      const { exportPerson } = await import('../features/privacy/export-service.ts')
      const { findIdOf } = await import('../features/privacy/erase-service.ts')
      const id = await findIdOf(context, email)
      const text = await exportPerson(context, id, format, context.by)
      if (text === undefined) throw new Error(`${email} was erased meanwhile.`)
      await writeFile(out, text, { mode: 0o600, flag: 'wx' })
      return `The data of ${email} is in ${out}. The file contains personal data: delete it after sending it.`
    },
  }),
  'participant erase': command({
    summary:
      'Erases a person at once, for a request by letter that was verified. Cannot be undone. --confirm repeats the address. --dry-run only counts what would be removed.',
    argument: address,
    options: { confirm: optional(address), 'dry-run': flag },
    check: (values) =>
      !values['dry-run'] && values.confirm === undefined && '--confirm EMAIL is missing: repeat the address.',
    run: async (context, { confirm, 'dry-run': dryRun }, email) => {
      if (!dryRun && confirm !== email) throw new Error('--confirm is another address. Nothing was erased.')
      const { eraseParticipant, findIdOf, forgetStatistics } =
        await import('../features/privacy/erase-service.ts')
      const id = await findIdOf(context, email)
      const erased = await eraseParticipant(context, id, 'letter', { dryRun, actor: context.by })
      if (!erased)
        throw new Error(`${email} is a staff account, or was erased meanwhile. Nothing was erased.`)
      const counts = Object.entries(erased.counts).map(([name, count]) => `${name} ${n(count)}`)
      if (dryRun) return `Would erase account ${id}: ${counts.join(', ')}. ${mentionsText(erased.counts)}`
      await forgetStatistics(context)
      return `Account ${id} is erased: ${counts.join(', ')}. ${mentionsText(erased.counts)} ${await tell(context, erased.to)}`
    },
  }),
  'notices announce': command({
    summary:
      'Mails everyone whom it concerns that PAGE (privacy, terms or privacy-staff) has changed: those who have neither had this mail nor closed the notice in the portal. Without --mail it only counts them.',
    argument: one('PAGE', 'privacy, terms or privacy-staff', z.enum(noticePages)),
    options: { mail: flag },
    run: async (context, { mail }, page) => {
      const { announceNotice } = await import('../features/notices/service.ts')
      const { number, accounts } = await withJobs(context, (jobs) =>
        announceNotice({ ...context, jobs }, page, { dryRun: !mail }),
      )
      return mail
        ? `${n(accounts)} mails about version ${number} of ${page} are queued.`
        : `${n(accounts)} accounts would be mailed about version ${number} of ${page}. Add --mail.`
    },
  }),
  retention: command({
    summary:
      'Carries out the retention periods, if no server has done so today: warns inactive accounts by mail, erases them, and removes what is older than its period. --dry-run only shows which accounts are due, and every table with its period and the number of rows that are due. --bounced EMAIL notes that the warning to an address came back: its account is not erased, and is warned again.',
    options: { 'dry-run': flag, bounced: optional(address) },
    check: (values) =>
      values['dry-run'] && values.bounced !== undefined && '--dry-run and --bounced exclude each other.',
    run: async (context, { 'dry-run': dryRun, bounced }) => {
      const retention = await import('../features/privacy/retention-service.ts')
      if (bounced !== undefined) {
        const { findIdOf } = await import('../features/privacy/erase-service.ts')
        await retention.noteBounce(context, context.by, await findIdOf(context, bounced))
        return `The account of ${bounced} is not erased until a warning is accepted.`
      }
      const plan = await retention.describeRetention(context)
      if (dryRun) return plan
      const { removeExpired, textOf } = await import('../features/privacy/periods-service.ts')
      const failures: unknown[] = []
      const report = (error: unknown) => void failures.push(error)
      const removed = await removeExpired(context, report, context.by)
      const details = removed
        ? `Removed ${textOf(removed)}.${failedOf(failures)}`
        : 'Old rows were removed earlier today.'
      return `${plan}\n${details}\n${await carryOut(context, retention.carryOutRetention)}`
    },
  }),
}

/** What staff have to do about texts elsewhere. */
const mentionsText = ({ mentions, unlisted }: ErasureCounts): string => {
  const common =
    unlisted > 0 ? ` ${n(unlisted)} more contain a name that is a common word there, and are not listed.` : ''
  return `${n(mentions)} texts about others may mention the person: managers decide on each at /admin/checks.${common}`
}

const failedOf = (failures: unknown[]) => (failures.length > 0 ? ` ${n(failures.length)} failed.` : '')

async function carryOut(
  context: CommandContext,
  carryOutRetention: typeof CarryOutRetention,
): Promise<string> {
  const { openMailer } = await import('../lib/mail/mailer.ts')
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const mailer = openMailer(context.config)
  const around = { listen: context.open.listen, cookies: { secure: false } }
  const done = await withJobs(
    context,
    (jobs) => carryOutRetention({ ...context, ...around, jobs, mailer }, report),
    report,
  ).finally(() => mailer.close())
  return done
    ? `${n(done.warned)} warned, ${n(done.erased)} erased.${failedOf(failures)}`
    : 'No account was warned or erased: it was carried out today, or RETENTION_INACTIVE is off.'
}

/** Sends the last mail. @returns whether it was sent; the erasure is done in any case */
async function tell(context: CommandContext, to: ErasedPerson): Promise<string> {
  const { mailErased } = await import('../features/privacy/paper-service.ts')
  try {
    await mailErased(context, to)
    return 'A mail says so to the person.'
  } catch (error) {
    return `The mail to the person failed: ${(error as Error).message}`
  }
}

/** Legal texts in the database, as at /admin/manage/texts. */
export const legalTextCommands: Record<string, Command> = {
  'texts publish': command({
    summary:
      'Publishes a Markdown file as the text of a public page from DAY on, as /admin/manage/texts does. With CONTENT_DIR, its files win and nothing is published.',
    argument: file,
    options: {
      page: one('PAGE', textPages.join(', '), z.enum(textPages)),
      language: one('LANGUAGE', languages.join(' or '), z.enum(languages)),
      from: day,
      ...optionallyAs,
    },
    run: async (context, { page, language, from, as }, path) => {
      const { publishFile } = await import('../features/site/texts-service.ts')
      const author = await optionallyActingAs(context, as)
      const length = await publishFile(context, author, { page, language }, { path, validFrom: from })
      return `${n(length)} characters of ${page} (${language}) are published from ${from} on.`
    },
  }),
  'texts values': command({
    summary:
      'Changes the values that a file of the form of values.json names, in the texts of the public pages; the others stay. An empty value is removed. With CONTENT_DIR, its files win and nothing is changed.',
    argument: file,
    options: optionallyAs,
    run: async (context, { as }, path) => {
      const { changeValues, listMissing, readValuesOf } = await import('../features/site/values-service.ts')
      const values = readValuesOf(path)
      const author = await optionallyActingAs(context, as)
      const { keys } = listMissing(await changeValues(context, author, values))
      const rest =
        keys.length === 0 ? 'None is missing.' : `Missing: ${keys.map((key) => `'${key}'`).join(', ')}.`
      return `${n(Object.keys(values).length)} values are on the pages. ${rest}`
    },
  }),
}
