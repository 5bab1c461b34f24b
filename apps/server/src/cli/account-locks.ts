import { email } from '@portal/contract/fields.ts'
import { lockReasons, maxLockDays } from '@portal/contract/security/lock-reasons.ts'
import { z } from 'zod'
import { ApiError } from '../lib/errors/api-error.ts'
import type { AuditActor } from '../lib/audit/audit.ts'
import type { AppContext } from '../lib/context/app-context.ts'
import { optionallyActingAs, optionallyAs } from './acting.ts'
import { type Command, command, type CommandContext, one, optional, withJobs } from './arguments.ts'

const address = one('EMAIL', 'an e-mail address', email)
const reason = one('REASON', `one of ${lockReasons.join(', ')}`, z.enum(lockReasons))
const days = one('DAYS', `a number from 1 to ${maxLockDays}`, z.coerce.number().int().min(1).max(maxLockDays))

type Locks = typeof import('../features/participants/lock-service.ts')
type Target = { context: Pick<AppContext, 'db' | 'clock' | 'jobs'>; by: AuditActor; id: number }

/** Runs a change of a citizen's account, whose mail the server sends. */
async function change(
  context: CommandContext,
  { as, email }: { as: string | undefined; email: string },
  work: (locks: Locks, target: Target) => Promise<void>,
): Promise<void> {
  const { findIdOf } = await import('../features/privacy/erase-service.ts')
  const id = await findIdOf(context, email)
  const by = await optionallyActingAs(context, as)
  const locks = await import('../features/participants/lock-service.ts')
  await withJobs(context, (jobs) => work(locks, { context: { ...context, jobs }, by, id })).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      const why = `${email} is not an active account of a citizen, or is not locked. Nothing was changed.`
      throw new Error(why, { cause: error })
    },
  )
}

/** Commands that end a citizen's sign-ins. The portal does the same at /admin/users, for managers and operators. */
export const accountLockCommands: Record<string, Command> = {
  'participant lock': command({
    summary:
      "Locks a citizen's account for --days, or until it is unlocked: ends its sessions, rejects sign-ins, also with a new password, and informs its owner by mail.",
    argument: address,
    options: { reason, days: optional(days), ...optionallyAs },
    run: async (context, { reason, days, as }, email) => {
      await change(context, { as, email }, (locks, { context, by, id }) =>
        locks.lockAccount(context, by, id, { reason, days }),
      )
      return `${email} is locked${days === undefined ? '' : ` for ${days} days`}.`
    },
  }),
  'participant unlock': command({
    summary: "Unlocks a citizen's account and informs its owner by mail.",
    argument: address,
    options: optionallyAs,
    run: async (context, { as }, email) => {
      await change(context, { as, email }, (locks, { context, by, id }) =>
        locks.unlockAccount(context, by, id),
      )
      return `${email} is unlocked.`
    },
  }),
  'participant end-sessions': command({
    summary:
      "Ends all sessions of a citizen's account, also at partner sites, and informs its owner by mail.",
    argument: address,
    options: optionallyAs,
    run: async (context, { as }, email) => {
      await change(context, { as, email }, (locks, { context, by, id }) =>
        locks.endParticipantSessions(context, by, id),
      )
      return `${email} is signed out everywhere.`
    },
  }),
}
