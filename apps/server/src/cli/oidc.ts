import type { Command } from './arguments.ts'

/** Commands of the OpenID provider. */
export const oidcCommands: Record<string, Command> = {
  'oidc rotate-keys': {
    synopsis: '[--at-once]',
    summary:
      'Creates a new signing key for tokens. It is used after ten minutes; tokens signed with the old key stay valid. --at-once: for a leaked key; uses the new key immediately and invalidates everything signed with the old ones.',
    positionals: 0,
    options: { 'at-once': { type: 'boolean' } },
    prepare:
      (_args, values) =>
      async ({ db, clock, config }) => {
        const { rotateKeys } = await import('../features/oidc/keys-service.ts')
        const from = await rotateKeys({ db, clock, config }, { atOnce: values['at-once'] === true })
        return `The new key signs from ${from.toISOString()}.`
      },
  },
}
