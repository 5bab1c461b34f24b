import { athensSecond } from '../lib/time/athens.ts'
import { type Command, command, flag } from './arguments.ts'

/** Commands of the OpenID provider. */
export const oidcCommands: Record<string, Command> = {
  'oidc rotate-keys': command({
    summary:
      'Creates a new signing key for tokens. It is used after ten minutes; tokens signed with the old key stay valid. --at-once: for a leaked key; uses the new key immediately and invalidates everything signed with the old ones.',
    options: { 'at-once': flag },
    run: async ({ db, clock, config }, { 'at-once': atOnce }) => {
      const { rotateKeys } = await import('../features/oidc/keys-service.ts')
      const from = await rotateKeys({ db, clock, config }, { atOnce })
      return `The new key signs from ${athensSecond(from)}.`
    },
  }),
}
