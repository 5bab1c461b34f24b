import { email as emailField, personName } from '@portal/contract/fields.ts'
import { type Command, field, fileOf, n, text, wholeNumber } from './arguments.ts'
import { ledgerCommands } from './ledger.ts'
import { oidcCommands } from './oidc.ts'
import { partnerCommands } from './partners.ts'

const file = { positionals: 1, options: {} }
/** All commands by name. Each loads its modules only when it runs, so that --help and usage errors are fast. */
export const commands: Record<string, Command> = {
  migrate: {
    synopsis: '',
    summary:
      'Applies pending migrations and creates the tables of the job queue. The server does this at start-up, too.',
    positionals: 0,
    options: {},
    prepare:
      () =>
      async ({ open, migrations }) => {
        const { openJobs } = await import('../lib/jobs/jobs.ts')
        const jobs = await openJobs(open, () => {})
        await jobs.stop()
        return migrations.length > 0 ? `Migrated: ${migrations.join(', ')}.` : 'The database is up to date.'
      },
  },
  'staff add': {
    synopsis: 'EMAIL --first-name F --last-name L [--password-stdin]',
    summary:
      'Creates a staff account. Prints a one-time link for setting the password, or reads the password from standard input.',
    positionals: 1,
    options: {
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      'password-stdin': { type: 'boolean' },
    },
    prepare: ([given = ''], values) => {
      const email = field(emailField, 'EMAIL', given)
      const firstName = field(personName, '--first-name', text(values['first-name']))
      const lastName = field(personName, '--last-name', text(values['last-name']))
      return async ({ db, clock, config }) => {
        const password = values['password-stdin'] ? await readPassword() : undefined
        const { addStaff } = await import('../features/accounts/service.ts')
        const { linkPath } = await addStaff(
          { db, clock },
          { email, firstName, lastName, ...(password !== undefined && { password }) },
        )
        return linkPath
          ? `${email} is staff now. Set the password within three days (the link works once): ${config.publicUrl}${linkPath}`
          : `${email} is staff now.`
      }
    },
  },
  'import municipalities': {
    synopsis: 'FILE [--region NAME]',
    summary:
      'Adds municipalities from a CSV file (name, regional_unit, region): all, or only those of one region.',
    positionals: 1,
    options: { region: { type: 'string' } },
    prepare:
      (args, { region }) =>
      async (context) => {
        const { importMunicipalities } = await import('../features/municipalities/import-service.ts')
        const { added, present } = await importMunicipalities(context, fileOf(args), { region: text(region) })
        return `${n(added)} municipalities imported, ${n(present)} already there.`
      },
  },
  'import participants': {
    synopsis: 'FILE',
    summary:
      'Creates accounts from a CSV file (email, first_name, last_name, telephone, municipality, password_hash, created_at).',
    ...file,
    prepare: (args) => async (context) => {
      const { importParticipants } = await import('../features/participants/import-service.ts')
      const { added, incomplete, warnings } = await importParticipants(context, fileOf(args))
      const imported = `${n(added)} participants imported.`
      if (incomplete === 0) return imported
      return [`${imported} ${n(incomplete)} of them without a name or telephone:`, ...warnings].join('\n  ')
    },
  },
  'import points': {
    synopsis: 'FILE',
    summary: 'Adds points records from a CSV file (email, points, description, created_at, reference).',
    ...file,
    prepare: (args) => async (context) => {
      const { importPoints } = await import('../ledger/import/import.ts')
      const { added, present } = await importPoints(context, fileOf(args))
      return `${n(added)} points records imported, ${n(present)} already there.`
    },
  },
  exports: {
    synopsis: '[--last N]',
    summary: 'Lists Excel exports with account, subject, time, rows and outcome: the newest 50, or N.',
    positionals: 0,
    options: { last: { type: 'string' } },
    prepare: (_args, values) => {
      const last = wholeNumber('--last', text(values.last) ?? '50', 1, 1_000_000)
      return async ({ db }) => {
        const { describeExports } = await import('../features/exports/list-service.ts')
        return describeExports({ db }, last)
      }
    },
  },
  demo: {
    synopsis: '--participants N --records M --seed S',
    summary:
      'Generates participants and points records for demonstrations and tests. The same seed generates the same data.',
    positionals: 0,
    options: { participants: { type: 'string' }, records: { type: 'string' }, seed: { type: 'string' } },
    prepare: (_args, values) => {
      const participants = wholeNumber('--participants', text(values.participants), 1, 5_000_000)
      const records = wholeNumber('--records', text(values.records), 0, 100_000_000)
      const seed = wholeNumber('--seed', text(values.seed), 0, 2 ** 31 - 1)
      return async (context) => {
        const { generateDemonstration } = await import('../features/demo/generate-service.ts')
        const made = await generateDemonstration(context, { participants, records, seed })
        return `${n(made.participants)} participants and ${n(made.records)} points records generated.`
      }
    },
  },
  ...partnerCommands,
  ...ledgerCommands,
  ...oidcCommands,
}

/** Reads standard input without the trailing newline that `echo` and terminals add. */
async function readPassword(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
