import type { Command } from './arguments.ts'

/** The provider's own affairs. */
export const oidcCommands: Record<string, Command> = {
  'oidc rotate-keys': {
    takes: '[--at-once]',
    says: 'Makes a new key that signs what partner sites are told. It signs ten minutes later, and what is signed stays good. --at-once: where a key has leaked; all that the old ones signed is void.',
    positionals: 0,
    options: { 'at-once': { type: 'boolean' } },
    prepare:
      (_args, values) =>
      async ({ db, clock, config }) => {
        const { rotateKeys } = await import('../features/oidc/keys-service.ts')
        const from = await rotateKeys({ db, clock, config }, { atOnce: values['at-once'] === true })
        return `The new key signs from ${from.toISOString()} on.`
      },
  },
}
