import { email, personName } from '@portal/contract/fields.ts'
import { type Command, command, file, flag, n, one, optional, text, wholeNumber } from './arguments.ts'
import { ledgerCommands } from './ledger.ts'
import { oidcCommands } from './oidc.ts'
import { partnerCommands } from './partners.ts'

const name = (value: string) => one(value, 'a name of at most 150 characters', personName)

/** All commands by name. Each loads its modules only when it runs, so that --help and usage errors are fast. */
export const commands: Record<string, Command> = {
  migrate: command({
    summary:
      'Applies pending migrations and creates the tables of the job queue. The server does this at start-up, too.',
    run: async ({ open, migrations }) => {
      const { openJobs } = await import('../lib/jobs/jobs.ts')
      const jobs = await openJobs(open, () => {})
      await jobs.stop()
      return migrations.length > 0 ? `Migrated: ${migrations.join(', ')}.` : 'The database is up to date.'
    },
  }),
  'staff add': command({
    summary:
      'Creates a staff account. Prints a one-time link for setting the password, or reads the password from standard input.',
    argument: one('EMAIL', 'an e-mail address', email),
    options: { 'first-name': name('F'), 'last-name': name('L'), 'password-stdin': flag },
    run: async ({ db, clock, config }, values, email) => {
      const password = values['password-stdin'] ? await readPassword() : undefined
      const { addStaff } = await import('../features/accounts/service.ts')
      const person = { email, firstName: values['first-name'], lastName: values['last-name'] }
      const { linkPath } = await addStaff(
        { db, clock },
        { ...person, ...(password !== undefined && { password }) },
      )
      return linkPath
        ? `${email} is staff now. Set the password within three days (the link works once): ${config.publicUrl}${linkPath}`
        : `${email} is staff now.`
    },
  }),
  'import municipalities': command({
    summary:
      'Adds municipalities from a CSV file (name, regional_unit, region): all, or only those of one region.',
    argument: file,
    options: { region: optional(text('NAME')) },
    run: async (context, { region }, path) => {
      const { importMunicipalities } = await import('../features/municipalities/import-service.ts')
      const { added, present } = await importMunicipalities(context, path, { region })
      return `${n(added)} municipalities imported, ${n(present)} already there.`
    },
  }),
  'import participants': command({
    summary:
      'Creates accounts from a CSV file (email, first_name, last_name, telephone, municipality, password_hash, created_at).',
    argument: file,
    run: async (context, _values, path) => {
      const { importParticipants } = await import('../features/participants/import-service.ts')
      const { added, incomplete, warnings } = await importParticipants(context, path)
      const imported = `${n(added)} participants imported.`
      if (incomplete === 0) return imported
      return [`${imported} ${n(incomplete)} of them without a name or telephone:`, ...warnings].join('\n  ')
    },
  }),
  'import points': command({
    summary: 'Adds points records from a CSV file (email, points, description, created_at, reference).',
    argument: file,
    run: async (context, _values, path) => {
      const { importPoints } = await import('../ledger/import/import-records.ts')
      const { added, present } = await importPoints(context, path)
      return `${n(added)} points records imported, ${n(present)} already there.`
    },
  }),
  exports: command({
    summary: 'Lists Excel exports with account, subject, time, rows and outcome: the newest 50, or N.',
    options: { last: optional(wholeNumber('N', 1, 1_000_000)) },
    run: async ({ db }, { last = 50 }) => {
      const { describeExports } = await import('../features/exports/list-service.ts')
      return describeExports({ db }, last)
    },
  }),
  demo: command({
    summary:
      'Generates participants and points records for demonstrations and tests. The same seed generates the same data.',
    options: {
      participants: wholeNumber('N', 1, 5_000_000),
      records: wholeNumber('M', 0, 100_000_000),
      seed: wholeNumber('S', 0, 2 ** 31 - 1),
    },
    run: async (context, values) => {
      const { generateDemonstration } = await import('../features/demo/generate-service.ts')
      const made = await generateDemonstration(context, values)
      return `${n(made.participants)} participants and ${n(made.records)} points records generated.`
    },
  }),
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
