import { statfs } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { isOwner } from '../db/privileges.ts'
import { findLastBackup } from '../features/backup/backup-service.ts'
import { describeTemplates } from '../features/site/pages-service.ts'
import { gapText, listGaps } from '../ledger/rates/rates.ts'
import { listPartners } from '../features/partners/registry-service.ts'
import { settingNames } from '../lib/config/environment.ts'
import { describeMisspelt } from '../lib/config/misspelt.ts'
import { describeDifference, stateHeader } from '../lib/config/server-state.ts'
import { Findings } from './errors.ts'
import { checkHeader, errorsOfProxy, forgedHeaders } from '../lib/config/proxy-check.ts'
import { type Config, readConfig } from '../lib/config/config.ts'
import { verifyMailServer } from '../lib/mail/mailer.ts'
import { athensSecond } from '../lib/time/athens.ts'
import { days, systemClock } from '../lib/time/clock.ts'

type Context = { open: OpenDatabase; config: Config; env: Record<string, string | undefined> }

/** What to do; undefined or false: nothing. */
type Advice = string | undefined | false | typeof notChecked | typeof notHere
const notChecked = Symbol('The portal does not answer, as another check says.')
const notHere = Symbol('The server does not run on this machine, or not at HOST and PORT.')

const minFreeBytes = 2 ** 30
const maxClockMs = 2_000
const maxQueueSeconds = 600
const maxBackupMs = days(2)
/** Days before the first one without a rate. */
const daysOfGaps = 30

/** Checks of a production set-up, by what they check (docs/operations.md, Check the set-up). */
const checks: Record<string, (context: Context) => Promise<Advice> | Advice> = {
  'real data': ({ config }) =>
    config.demonstration &&
    'The demonstration has public passwords: set DATABASE_URL and SMTP_URL, and not DEMO.',
  database: ({ open }) => open.trialsOnly && `${open.trialsOnly} Set DATABASE_URL to PostgreSQL 15 or newer.`,
  encoding: async ({ open: { db } }) => {
    const { encoding } = await one<{ encoding: string }>(
      db,
      sql`select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
    )
    return encoding !== 'UTF8' && `The database's encoding is ${encoding}: create it with encoding 'UTF8'.`
  },
  // After an update of the system's libraries, indexes may be in the wrong order: rows are not found, or twice there.
  'versions of collations': async ({ open: { db } }) => {
    const { names } = await one<{ names: string }>(
      db,
      sql`select coalesce(string_agg(name, ', '), '') as names from (
          select collname as name from pg_collation
          where collversion <> pg_collation_actual_version(oid) and collname = 'und-x-icu'
          union all
          select 'the database' from pg_database
          where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
        ) changed`,
    )
    return (
      names &&
      `The sort order of ${names} has changed with the system's libraries: run reindex database, then alter collation … refresh version (or alter database … refresh collation version).`
    )
  },
  'role of the database': async ({ open }) =>
    !open.trialsOnly &&
    (await isOwner(open.db)) &&
    'DATABASE_URL connects as the owner of the tables: use a second role (docs/operations.md, Roles of the database).',
  'owner address': ({ config }) =>
    config.databaseOwner && 'DATABASE_OWNER_URL is set: only `migrate`, `backup` and `restore` may know it.',
  'encrypted connection to the database': async ({ open: { db } }) => {
    const { ssl, local } = await one<{ ssl: boolean; local: boolean }>(
      db,
      sql`select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl,
        inet_client_addr() is null or inet_client_addr() = inet_server_addr() as local`,
    )
    return (
      !ssl &&
      !local &&
      'The connection to another machine is not encrypted: add ?sslmode=verify-full to DATABASE_URL.'
    )
  },
  clock: async ({ open: { db } }) => {
    const sent = Date.now()
    const { now } = await one<{ now: Date }>(db, sql`select clock_timestamp() as now`)
    const difference = Math.abs(now.getTime() - (sent + Date.now()) / 2)
    return (
      difference > maxClockMs &&
      `The clocks of this machine and of the database differ by ${(difference / 1_000).toFixed(1)} s: run an NTP client on both.`
    )
  },
  'public address': ({ config, env }) => {
    if (!env['PUBLIC_URL']) return `PUBLIC_URL is not set: links in mails lead to ${config.publicUrl}.`
    return (
      !config.publicUrl.startsWith('https:') &&
      'PUBLIC_URL is not https: passwords cross the network in clear text.'
    )
  },
  proxy: ({ config, env }) =>
    config.publicUrl.startsWith('https:') &&
    !env['TRUST_PROXY'] &&
    'TRUST_PROXY is not set: behind a TLS proxy all people share the limits of one address. Set the number of proxies.',
  'proxy headers': async ({ config }) => {
    const id = crypto.randomUUID()
    const answer = await ask(config.publicUrl, forgedHeaders(id))
    const seen = !(answer instanceof Error) && answer.headers.get(checkHeader)
    if (!seen) return notChecked
    return errorsOfProxy(seen, { id, scheme: new URL(config.publicUrl).protocol.slice(0, -1) }).join('\n')
  },
  'reachable from here': async ({ config }) => {
    const answer = await ask(config.publicUrl)
    if (answer instanceof Error) {
      const server = serverOf(config)
      const problem = `${config.publicUrl}/healthz does not answer${reasonOf(answer)}`
      return (await ask(server)) instanceof Error
        ? `${problem}, and neither does ${server}: start the server.`
        : `The server answers at ${server}, but ${problem}: check the proxy, its certificate and DNS.`
    }
    return !answer.ok && `${config.publicUrl}/healthz answers ${answer.status}: check the proxy.`
  },
  'running server': async ({ config }) => {
    const answer = await ask(serverOf(config), { [checkHeader]: 'yes' })
    const state = !(answer instanceof Error) && answer.headers.get(stateHeader)
    return state ? describeDifference(state, config) : notHere
  },
  'names of settings': ({ env }) => describeMisspelt(env, settingNames).join('\n'),
  'standby server': async ({ config }) => {
    if (!config.databaseRead) return undefined
    const { databaseRead, databaseTimeouts } = config
    const standby = await openDatabase({ database: { url: databaseRead.url }, databaseTimeouts })
    try {
      const { standsBy } = await one<{ standsBy: boolean }>(
        standby.db,
        sql`select pg_is_in_recovery() as stands_by`,
      )
      return !standsBy && 'DATABASE_READ_URL does not lead to a standby server.'
    } finally {
      await standby.close()
    }
  },
  secret: ({ config }) =>
    config.secret?.kind !== 'given' &&
    'PORTAL_SECRET is not set: partner sites cannot sign people in. Use 32 random characters.',
  'mail server': async ({ config }) =>
    config.mail.kind === 'outbox'
      ? `SMTP_URL is not set: mails are only stored in ${config.mail.folder}.`
      : verifyMailServer(config.mail.url).then(
          () => undefined,
          (error: Error) => `${error.message} Check SMTP_URL.`,
        ),
  'waiting mails': async ({ open: { db } }) => {
    const { seconds } = await one<{ seconds: number }>(
      db,
      sql`select coalesce(extract(epoch from now() - min(created_on)), 0)::float as seconds
        from pgboss.job where state < 'active'`,
    )
    return (
      seconds > maxQueueSeconds &&
      `A mail or webhook has waited for ${Math.round(seconds / 60)} minutes: see the failures in the server's log.`
    )
  },
  rates: async ({ open: { db } }) =>
    (await listGaps({ db, clock: systemClock }, daysOfGaps)).map(gapText).join('\n'),
  webhooks: async ({ open: { db } }) =>
    (await listPartners({ db }))
      .filter(
        ({ webhookUrl, webhookFailures, disabledAt }) => webhookUrl && webhookFailures > 0 && !disabledAt,
      )
      .map(
        ({ clientId, webhookUrl, webhookFailures }) =>
          `${clientId} does not accept its messages at ${webhookUrl} (${webhookFailures} failures in a row): see the failures in the server's log, and inform the partner.`,
      )
      .join('\n'),
  disk: async ({ config }) => {
    const { bavail, bsize } = await statfs(config.folder).catch(() => ({ bavail: Infinity, bsize: 1 }))
    return bavail * bsize < minFreeBytes && `Less than 1 GB is free at ${config.folder}.`
  },
  // Backups by other programs are not known here.
  'age of the backup': async ({ open }) => {
    if (open.trialsOnly) return undefined
    const at = await findLastBackup(open)
    if (!at)
      return 'No `portal backup` is known: let a timer run it each day, if no other program makes the backups.'
    return (
      Date.now() - at.getTime() > maxBackupMs &&
      `The last \`portal backup\` was at ${athensSecond(at)}: check the timer that runs it.`
    )
  },
  brand: ({ config, env }) => {
    if (!env['BRAND_FILE']) return 'BRAND_FILE is not set: the portal shows a fictitious company.'
    const shipped = readConfig({ DEMO: 'no' }).brand
    return (
      isDeepStrictEqual(config.brand, shipped) && 'BRAND_FILE still names the fictitious company: edit it.'
    )
  },
  'public pages': ({ config }) => describeTemplates(config).join('\n') || undefined,
  operator: async ({ open: { db } }) => {
    const { operators } = await one<{ operators: number }>(
      db,
      sql`select count(*)::int as operators from users
        where is_staff and is_active and role = 'operator' and password_hash is not null`,
    )
    return (
      operators === 0 &&
      'No account with the role operator has a password: open the link that `staff add` printed, or npm run portal -- staff role EMAIL --role operator.'
    )
  },
  'second factor of staff': ({ config }) =>
    config.staffSecondFactor !== 'required' &&
    'STAFF_SECOND_FACTOR is not required: a stolen password opens all data.',
}

/** The server's own address, without the proxy. */
const serverOf = (config: Config): string => {
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/healthz`, { headers, signal: AbortSignal.timeout(5_000) }).catch((error: Error) => error)

/** Code of a failed fetch, such as ENOTFOUND or DEPTH_ZERO_SELF_SIGNED_CERT. */
const reasonOf = ({ cause }: Error): string => {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return code ? ` (${code})` : ''
}

const one = async <Row>(db: OpenDatabase['db'], statement: ReturnType<typeof sql>): Promise<Row> =>
  (await statement.execute(db)).rows[0] as Row

/**
 * Checks a production set-up.
 * @returns one line per check
 * @throws Findings with the same lines if something is to do
 */
export async function examine(context: Context): Promise<string> {
  const lines: string[] = []
  let found = 0
  for (const [name, check] of Object.entries(checks)) {
    const advice = await (async () => check(context))().catch(
      (error: Error) => `This check failed: ${error.message}`,
    )
    if (typeof advice === 'symbol') lines.push(`?      ${name}: ${advice.description}`)
    else if (advice) {
      found += 1
      lines.push(`TO DO  ${name}: ${advice}`)
    } else lines.push(`ok     ${name}`)
  }
  if (found > 0)
    throw new Findings(`${lines.join('\n')}\n${found} of ${lines.length} checks found something to do.`)
  return lines.join('\n')
}
