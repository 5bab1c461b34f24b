import { accountLockCommands } from './account-locks.ts'
import { type Command, command, file, flag, n, optional, text, wholeNumber } from './arguments.ts'
import { optionallyActingAs, optionallyAs } from './acting.ts'
import { approvalCommands, requested } from './approvals.ts'
import { brandCommands } from './brand.ts'
import { importing, strict } from './import-report.ts'
import { databaseCommands } from './database.ts'
import { ledgerCommands } from './ledger.ts'
import { oidcCommands } from './oidc.ts'
import { legalTextCommands, participantCommands } from './participants.ts'
import { partnerCommands } from './partners.ts'
import { secondFactorCommands, staffCommands } from './staff.ts'

/** All commands by name. Each loads its modules only when it runs, so that --help and usage errors are fast. */
export const commands: Record<string, Command> = {
  ...databaseCommands,
  doctor: command({
    readsOnly: true,
    summary:
      'Checks the configuration, database, mail server and public address of a production set-up. Exits with 1 and says what to do.',
    run: async ({ open, config, env }) => (await import('./doctor.ts')).examine({ open, config, env }),
  }),
  ...staffCommands,
  ...secondFactorCommands,
  'import municipalities': command({
    summary:
      'Adds municipalities from a CSV file (name, regional_unit, region): all, or only those of one region.',
    argument: file,
    options: { region: optional(text('NAME')), ...strict },
    run: async (context, { region, ...values }, path) => {
      const { importMunicipalities } = await import('../features/municipalities/import-service.ts')
      return importing(path, values, async (errors) => {
        const { added, present } = await importMunicipalities(context, path, { region, errors })
        return `${n(added)} municipalities imported, ${n(present)} already there.`
      })
    },
  }),
  'import places': command({
    summary:
      'Adds and updates collection points from a CSV file (id, kind, name, address, municipality, latitude, longitude, hours). --remove-others removes those that are not in the file; above a tenth of all, --confirm N repeats their number. --dry-run only counts.',
    argument: file,
    options: {
      'remove-others': flag,
      confirm: optional(wholeNumber('N', 1, 1_000_000)),
      'dry-run': flag,
      ...strict,
    },
    run: async (context, values, path) => {
      const { importPlaces } = await import('../features/places/import-service.ts')
      return importing(path, values, async (errors) => {
        const { 'remove-others': removeOthers, confirm: confirmed, 'dry-run': dryRun } = values
        const options = { removeOthers, confirmed, dryRun, errors }
        const { added, changed, present, removed } = await importPlaces(context, path, options)
        const done = `${n(added)} places imported, ${n(changed)} changed, ${n(present)} already there, ${n(removed)} removed.`
        return dryRun ? `Nothing was changed. Without --dry-run: ${done}` : done
      })
    },
  }),
  'import participants': command({
    summary:
      'Creates accounts from a CSV file (email, first_name, last_name, telephone, municipality, password_hash, created_at).',
    argument: file,
    options: strict,
    run: async (context, values, path) => {
      const { importParticipants } = await import('../features/participants/import-service.ts')
      return importing(path, values, async (errors) => {
        const { added, present, incomplete, warnings } = await importParticipants(context, path, errors)
        const imported = `${n(added)} participants imported, ${n(present)} already there.`
        if (incomplete === 0) return imported
        return [`${imported} ${n(incomplete)} rows without a name or telephone:`, ...warnings].join('\n  ')
      })
    },
  }),
  'import points': command({
    summary: 'Adds points records from a CSV file (email, points, description, created_at, reference).',
    argument: file,
    options: { ...optionallyAs, ...strict },
    run: async (context, { as, ...values }, path) => {
      const { importPoints } = await import('../ledger/import/import-records.ts')
      const author = await optionallyActingAs(context, as)
      return importing(path, values, async (errors) => {
        const result = await importPoints(context, path, author, errors)
        if ('approval' in result)
          return `${requested(result.approval)} Run this command again after the approval, with the same file.`
        return `${n(result.added)} points records imported, ${n(result.present)} already there.`
      })
    },
  }),
  exports: command({
    readsOnly: true,
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
  ...brandCommands,
  ...participantCommands,
  ...accountLockCommands,
  ...partnerCommands,
  ...ledgerCommands,
  ...approvalCommands,
  ...oidcCommands,
  ...legalTextCommands,
}
