import { readFile } from 'node:fs/promises'
import type { OpenDatabase } from '../db/database.ts'
import { athensDay, athensSecond } from '../lib/time/athens.ts'
import { formatError } from './errors.ts'
import { type Command, command, type CommandContext, day, file, n, one, optional, path } from './arguments.ts'

/** Commands of the database: schema, backups. */
export const databaseCommands: Record<string, Command> = {
  migrate: command({
    summary:
      'Applies pending migrations, updates the tables of the job queue, and grants the role of DATABASE_URL what the server needs. Connects by DATABASE_OWNER_URL, if it is set.',
    asOwner: true,
    run: async (context) => {
      const { migrations } = context
      const done =
        migrations.length > 0 ? `Migrated: ${migrations.join(', ')}.` : 'The database is up to date.'
      return [done, await prepareForServer(context)].join(' ').trimEnd()
    },
  }),
  backup: command({
    summary:
      'Writes the database to FILE by pg_dump, and its description with a checksum to FILE.json, while the portal runs. Neither may exist. Connects by DATABASE_OWNER_URL, if it is set.',
    argument: file,
    asOwner: true,
    anySchema: true,
    run: async ({ open, clock }, _values, path) => {
      const { backUp } = await import('../features/backup/backup-service.ts')
      const { bytes, contents, sha256, warning } = await backUp({ open, clock }, path)
      return [
        `Backup of ${n(contents.records)} records and ${n(contents.accounts)} accounts: ${path}, ${n(bytes)} bytes, sha256 ${sha256}.`,
        'It contains personal data. It does not contain PORTAL_SECRET and the other settings, BRAND_FILE and CONTENT_DIR: keep copies of them in another place.',
        warning === undefined
          ? []
          : `Warning: the backup is complete, but \`doctor\` and the metrics do not know of it: ${warning}`,
      ]
        .flat()
        .join('\n')
    },
  }),
  restore: command({
    summary:
      'Restores a backup of FILE into the empty database of DATABASE_OWNER_URL or DATABASE_URL, checks it and migrates it. --erasures erases those people again who were erased since: LIST has the lines of `erasures`, or is a log of the server.',
    argument: file,
    options: { erasures: optional(one('LIST', 'a file', path)) },
    asOwner: true,
    anySchema: true,
    run: async (context, { erasures: list }, path) => {
      const { repeatErasures, readErasures } = await import('../features/privacy/repeat-service.ts')
      const given = list === undefined ? '' : await readFile(list, 'utf8')
      const erasures = readErasures(given)
      if (erasures.length === 0 && !mayBeWithoutErasures(given))
        throw new Error(
          `${list} is neither an output of \`erasures\` nor a log of the server. Nothing was restored.`,
        )
      const service = await import('../features/backup/restore-service.ts')
      const { prepareSchema } = await import('../db/prepare-schema.ts')
      const { migrateJobs } = await import('../lib/jobs/jobs.ts')
      const manifest = await service.restore(context, path)
      // Until people are erased again, the server gets no privileges.
      const finish = async () => {
        await service.compareContents(context, manifest)
        const { migrations } = await prepareSchema(context.open)
        await migrateJobs(context.open)
        await service.verifyRestored(context, manifest)
        return { migrations, erased: await repeatErasures(context, erasures) }
      }
      const { migrations, erased } = await finish().catch((error: unknown) => {
        throw new Error(
          `The database is restored, but not verified, or people are not erased again. Do not use it. Drop it and restore again.\n${formatError(error)}`,
          { cause: error },
        )
      })
      await grant(context).catch((error: unknown) => {
        throw new Error(
          `The database is restored, verified, and ${n(erased)} accounts are erased again, but the server has no privileges: correct the role, then run \`migrate\`.\n${formatError(error)}`,
          { cause: error },
        )
      })
      const { contents } = manifest
      const [at, day] = [athensSecond(new Date(manifest.at)), athensDay(new Date(manifest.at))]
      return [
        `Restored and verified: ${n(contents.records)} records and ${n(contents.accounts)} accounts of ${at}.`,
        migrations.length > 0 ? `Migrated: ${migrations.join(', ')}.` : [],
        list === undefined
          ? `Erase again who was erased since ${at}: restore into another new database with --erasures LIST, whose lines are printed by \`erasures --since ${day}\` on the old database and written to the server's log.`
          : `Erased again: ${n(erased)} of ${n(erasures.length)} accounts.`,
        "Next: set PORTAL_SECRET to the value of the backup's time, and DATABASE_URL to this database; copy BRAND_FILE and CONTENT_DIR; start the server; run `doctor`.",
        'Since the backup: records have to be sent again by the partners; mails and webhooks that waited then are sent again.',
        'Lost: requests for erasure that were still in their cooling-off time. Valid again: requests that were cancelled since; consents that were withdrawn; old passwords and second factors; sessions, tokens and secrets of partners that were ended; earlier roles of staff. Before the server starts, do what docs/operations.md (Restore) says about them.',
      ]
        .flat()
        .join('\n')
    },
  }),
  erasures: command({
    readsOnly: true,
    summary:
      'Lists the erasures of the audit log since DAY, for `restore --erasures`: numbers of accounts, without names.',
    options: { since: day },
    // The old database may be damaged, or of another version.
    anySchema: true,
    run: async (context, { since }) => {
      const { erasureLine, listErasures } = await import('../features/privacy/repeat-service.ts')
      // In winter, this is an hour before the day begins in Athens: an erasure is repeated, not missed.
      const erasures = await listErasures(context, new Date(`${since}T00:00:00+03:00`))
      if (erasures.length === 0) return `No account was erased since ${since}.`
      return erasures.map(({ account, at }) => erasureLine(account, at)).join('\n')
    },
  }),
}

/** An empty file, the output of `erasures` if there were none, or a log of the server. Another file is a mistake. */
const mayBeWithoutErasures = (text: string) =>
  text.trim() === '' || /^No account was erased since |\\*"level\\*":\d/m.test(text)

/** Updates the tables of the job queue and the privileges of the application's role. @returns what was granted */
async function prepareForServer(context: CommandContext): Promise<string> {
  const { migrateJobs } = await import('../lib/jobs/jobs.ts')
  await migrateJobs(context.open)
  return grant(context)
}

async function grant(context: CommandContext): Promise<string> {
  if (!context.config.databaseOwner) return ''
  const { grantPrivileges } = await import('../db/privileges.ts')
  const role = await withApplication(context, ({ db }) => grantPrivileges(context.db, db))
  return `The role ${role} has the privileges of the server.`
}

type Owner = Pick<CommandContext, 'db' | 'config'>

/** @throws Error if DATABASE_OWNER_URL is set, and DATABASE_URL cannot connect or is another database */
export async function assertOneDatabase(owner: Owner): Promise<void> {
  if (!owner.config.databaseOwner) return
  const { assertSameDatabase } = await import('../db/privileges.ts')
  await withApplication(owner, ({ db }) => assertSameDatabase(owner.db, db))
}

/** Connects as the application's role. */
async function withApplication<T>(
  { config }: Owner,
  work: (application: OpenDatabase) => Promise<T>,
): Promise<T> {
  const { openDatabase } = await import('../db/database.ts')
  const application = await openDatabase({ database: config.database })
  try {
    return await work(application)
  } finally {
    await application.close()
  }
}
