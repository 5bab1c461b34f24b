import { setTimeout as wait } from 'node:timers/promises'
import { email, personName } from '@portal/contract/fields.ts'
import type { MailOutcome } from '@portal/contract/manage-first-steps.ts'
import { roles } from '@portal/contract/security/permissions.ts'
import { z } from 'zod'
import { athensSecond } from '../lib/time/athens.ts'
import { optionallyActingAs, optionallyAs } from './acting.ts'
import {
  adviseOnUrl,
  type Command,
  type CommandContext,
  command,
  flag,
  one,
  optional,
  withJobs,
} from './arguments.ts'

const name = (value: string) => one(value, 'a name of at most 150 characters', personName)
const role = one('ROLE', `one of ${roles.join(', ')}`, z.enum(roles))
const account = one('EMAIL', 'an e-mail address', email)

const mailResults: Record<MailOutcome, string> = {
  waiting: 'The mail waits in the queue. Start the server, which sends it.',
  sent: 'The mail server accepted the mail.',
  stored: 'The mail is in the outbox of DATA_DIR. Set SMTP_URL to send mails.',
  refused: 'The mail server refused the mail',
  unreachable: 'The mail server cannot be used. Check SMTP_URL',
}

const loadStaff = () => import('../features/accounts/staff-service.ts')

async function idOf({ db }: Pick<CommandContext, 'db'>, email: string): Promise<number> {
  const id = await (await loadStaff()).findStaffByEmail({ db }, email)
  if (id === undefined) throw new Error('There is no staff account with this e-mail address.')
  return id
}

const linkText = (config: CommandContext['config'], path: string) =>
  `Set the password within three days (the link works once): ${config.publicUrl}${path}${adviseOnUrl(config)}`

/** Milliseconds that `mail test` waits for the server, which sends the mail. */
const mailTestMs = 30_000

export const staffCommands: Record<string, Command> = {
  'mail test': command({
    summary: 'Sends a test mail to an account of staff through the running server, and prints the result.',
    argument: account,
    run: async (context, _values, email) => {
      const { findMailTest, testMail } = await import('../features/first-steps/service.ts')
      const id = await idOf(context, email)
      await withJobs(context, (jobs) => testMail({ ...context, jobs }, context.by, { id, email }))
      const deadline = performance.now() + mailTestMs
      let test = await findMailTest(context)
      while (test?.outcome === 'waiting' && performance.now() < deadline) {
        await wait(200)
        test = await findMailTest(context)
      }
      const { outcome = 'waiting', reply = '' } = test ?? {}
      if (outcome === 'refused' || outcome === 'unreachable')
        throw new Error(`${mailResults[outcome]}${reply && ` (${reply})`}.`)
      return mailResults[outcome]
    },
  }),
  'staff list': command({
    readsOnly: true,
    summary: 'Lists the accounts of staff with their role, state, second factor and last sign-in.',
    run: async ({ db }) => {
      const staff = await (await loadStaff()).listStaff({ db })
      const rows = staff.map((member) => {
        const { email, role, isActive, hasPassword, hasSecondFactor, lastSignIn, isConfirmed } = member
        const waits = role === 'manager' && !isConfirmed
        const state = !isActive
          ? 'disabled'
          : waits
            ? 'not confirmed'
            : hasPassword
              ? 'active'
              : 'no password yet'
        const factor = hasSecondFactor ? 'second factor' : 'no second factor'
        const at = lastSignIn ? athensSecond(lastSignIn) : '-'
        return [email.padEnd(40), role.padEnd(10), state.padEnd(17), factor.padEnd(18), at].join('')
      })
      return rows.length > 0 ? rows.join('\n') : 'There are no accounts of staff.'
    },
  }),
  'staff add': command({
    summary:
      'Creates a staff account. Prints a one-time link for setting the password, or reads the password from standard input.',
    argument: account,
    options: {
      'first-name': name('F'),
      'last-name': name('L'),
      role: optional(role),
      'password-stdin': flag,
    },
    run: async (context, values, email) => {
      const password = values['password-stdin'] ? await readPassword(context.input) : undefined
      const { addStaff, newPasswordLink } = await loadStaff()
      const { id } = await addStaff(context, context.by, {
        email,
        firstName: values['first-name'],
        lastName: values['last-name'],
        role: values.role ?? 'clerk',
        ...(password !== undefined && { password }),
      })
      const added = `${email} is staff now.`
      if (password !== undefined) return added
      return `${added} ${linkText(context.config, await newPasswordLink(context, id))}`
    },
  }),
  'staff role': command({
    summary: 'Changes the role of a staff account, effective at once.',
    argument: account,
    options: { role },
    run: async (context, { role }, email) => {
      const { changeStaffRole } = await loadStaff()
      await changeStaffRole(context, context.by, await idOf(context, email), role)
      return `${email} has the role ${role} now.`
    },
  }),
  'staff confirm': command({
    summary:
      'Confirms that a manager may approve, from a day later on. --as: an existing approver; without it only while there is none.',
    argument: account,
    options: { as: optionallyAs.as },
    run: async (context, values, email) => {
      const by = await optionallyActingAs(context, values.as)
      const { confirmApprover } = await import('../features/checks/approvers-service.ts')
      const id = await idOf(context, email)
      await withJobs(context, (jobs) => confirmApprover({ ...context, jobs }, by, id))
      return `${email} may approve in 24 hours.`
    },
  }),
  'staff disable': command({
    summary: 'Disables a staff account: ends its sessions, and voids its password and its links.',
    argument: account,
    run: async (context, _values, email) => {
      const { disableStaff } = await loadStaff()
      await disableStaff(context, context.by, await idOf(context, email))
      return `${email} is disabled.`
    },
  }),
  'staff anonymize': command({
    summary:
      'Removes the name, address and second factors of a disabled staff account. What the person did stays under the number of the account. Cannot be undone. --confirm repeats the address.',
    argument: account,
    options: { confirm: account },
    run: async (context, { confirm }, email) => {
      if (confirm !== email) throw new Error('--confirm is another address. Nothing was changed.')
      const { anonymizeStaff } = await loadStaff()
      const { removeSecondFactors } = await import('../features/second-factor/reset-service.ts')
      const id = await idOf(context, email)
      await anonymizeStaff(context, context.by, id, removeSecondFactors)
      return `Account ${id} has no name and address any more.`
    },
  }),
  'staff enable': command({
    summary: 'Enables a disabled staff account. Prints a one-time link for setting a new password.',
    argument: account,
    run: async (context, _values, email) => {
      const { enableStaff, newPasswordLink } = await loadStaff()
      const id = await idOf(context, email)
      const { hasPassword } = await enableStaff(context, context.by, id)
      if (hasPassword) return `${email} is not disabled.`
      return `${email} is enabled. ${linkText(context.config, await newPasswordLink(context, id))}`
    },
  }),
}

/** Reads standard input without the trailing newline that `echo` and terminals add. */
async function readPassword(input: CommandContext['input']): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

const resetCommand = (people: string, isStaff: boolean): Command =>
  command({
    summary: `Removes the second factor of ${people} who lost it, after you have checked who asks. Ends the account's sessions and informs its owner by mail.`,
    argument: account,
    run: async (context, _values, email) => {
      const { resetSecondFactor } = await import('../features/second-factor/reset-service.ts')
      await withJobs(context, (jobs) =>
        resetSecondFactor({ ...context, jobs }, context.by, { email, isStaff }),
      )
      return `${email} signs in with the password alone now, and can set up a new second factor.`
    },
  })

/** Commands for lost second factors. */
export const secondFactorCommands: Record<string, Command> = {
  'staff reset-second-factor': resetCommand('staff', true),
  'participant reset-second-factor': resetCommand('a citizen', false),
}
