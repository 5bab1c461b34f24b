import { email } from '@portal/contract/fields.ts'
import { type Command, command, one } from './arguments.ts'

const resetCommand = (name: string, people: string, isStaff: boolean): Command =>
  command({
    summary: `Removes the second factor of ${people} who lost it, after you have checked who asks. Ends the account's sessions and informs its owner by mail.`,
    argument: one('EMAIL', 'an e-mail address', email),
    run: async ({ open, db, clock, config }, _values, email) => {
      const { openJobs } = await import('../lib/jobs/jobs.ts')
      const { resetSecondFactor } = await import('../features/second-factor/reset-service.ts')
      const jobs = await openJobs(open, () => {})
      try {
        await resetSecondFactor({ db, clock, jobs, config }, { kind: 'command', name }, { email, isStaff })
      } finally {
        await jobs.stop()
      }
      return `${email} signs in with the password alone now, and can set up a new second factor.`
    },
  })

/** Commands for lost second factors. */
export const secondFactorCommands: Record<string, Command> = {
  'staff reset-second-factor': resetCommand('staff reset-second-factor', 'staff', true),
  'participant reset-second-factor': resetCommand('participant reset-second-factor', 'a citizen', false),
}
