import cluster from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { openDatabase } from './db/database.ts'
import { adviseOnPooler } from './db/direct.ts'
import { loadBrand } from './features/brand/service.ts'
import { prepareSchema } from './db/prepare-schema.ts'
import { isUnavailable } from './db/unavailable-errors.ts'
import {
  describeDemonstration,
  prepareDemonstration,
  assertNoDemonstrationData,
} from './features/demo/service.ts'
import { describeFirstLink } from './features/first-account/service.ts'
import { prepareExampleSite } from './features/demo/example-site-service.ts'
import { prepareProvider } from './features/oidc/service.ts'
import { describeTemplates } from './features/site/pages-service.ts'
import { readSettings } from './features/site/stored-service.ts'
import { assertSecret } from './features/partners/service.ts'
import { reportError as report } from './lib/errors/describe-error.ts'
import { serveMetrics } from './http/metrics-server.ts'
import { listenDuringStartup } from './http/startup-server.ts'
import { systemClock } from './lib/time/clock.ts'
import { type Config, readConfig } from './lib/config/config.ts'
import { settingNames } from './lib/config/environment.ts'
import { listMisspelt, misspeltText } from './lib/config/misspelt.ts'
import { openJobs } from './lib/jobs/jobs.ts'
import { readMetrics } from './lib/metrics/metrics.ts'
import { divideHashing } from './lib/security/hash-queue.ts'
import { openStandby } from './lib/standby/standby.ts'
import { openMailer } from './lib/mail/mailer.ts'
import type { AppContext } from './lib/context/app-context.ts'
import { startBackgroundJobs } from './background-jobs.ts'
import { isQuiet, reportServing } from './workers.ts'

/** Pause between connection attempts while the database is unavailable at start-up. */
const retryEveryMs = 500

const ownerWarning =
  'Warning: DATABASE_URL connects as the owner of the tables, who can disable the protection of the ledger. ' +
  'See docs/operations.md, Roles of the database.'

type Started = { url: string; stop: () => Promise<void> }

/**
 * Starts the portal: configuration, database, migrations, demonstration data, job queue, HTTP. While PostgreSQL is
 * unavailable, it responds with 503 and retries every 500 ms.
 * @param print writes a line to the terminal
 * @returns the public URL and a function that stops the server
 * @throws ConfigError, FolderInUse, MigrationMismatch, DemonstrationData, or the system error of `listen`, such as EADDRINUSE
 */
export async function startPortal(
  env: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<Started> {
  const config = readConfig(env)
  divideHashing(config.workers)
  let closeStartup: (() => Promise<void>) | undefined
  let reported = ''
  const readyToListen = async () => {
    await closeStartup?.()
    closeStartup = undefined
  }
  try {
    for (;;) {
      try {
        return await startServices(
          env,
          config,
          { print, announce: isQuiet(env) ? () => {} : print },
          readyToListen,
        )
      } catch (error) {
        if (!isUnavailable(error)) throw error
        const { code, message } = error as NodeJS.ErrnoException
        const reason = code ?? message
        if (reason !== reported) report(error, { msg: 'waiting for the database' })
        reported = reason
        closeStartup ??= await listenDuringStartup(config)
        await wait(retryEveryMs)
      }
    }
  } finally {
    await closeStartup?.()
  }
}

async function startServices(
  env: Record<string, string | undefined>,
  config: Config,
  /** `announce` writes the lines of the start-up, once for all processes. */
  { print, announce }: Record<'print' | 'announce', (line: string) => void>,
  readyToListen: () => Promise<void>,
): Promise<Started> {
  const open = await openDatabase(config, (error) => report(error, { msg: 'a database connection broke' }))
  const closing: (() => Promise<unknown> | void)[] = [open.close]
  const stop = async () => {
    // Closes the rest even if some fail, which happens while the database is unavailable.
    for (const close of closing.toReversed())
      await Promise.resolve(close()).catch((error: unknown) => report(error, { msg: 'while stopping' }))
  }
  try {
    const { db } = open
    const { asOwner } = await prepareSchema(open)
    // Closed after the job queue: running jobs may still send mails.
    const mailer = openMailer(config)
    closing.push(mailer.close)
    const jobs = await openJobs(open, report, { asOwner })
    closing.push(jobs.stop)
    const standby = config.databaseRead && openStandby(db, config.databaseRead, config, report)
    if (standby) closing.push(standby.close)
    const context: AppContext = {
      db,
      standby,
      clock: systemClock,
      config,
      env,
      jobs,
      listen: open.listen,
      cookies: { secure: config.publicUrl.startsWith('https:') },
    }
    if (config.demonstration) await prepareDemonstration(context)
    else await assertNoDemonstrationData(db)

    await loadBrand(context)
    await assertSecret(context)
    await prepareProvider(context)
    if (config.demonstration) await prepareExampleSite(context)

    closing.push(await startBackgroundJobs(context, mailer, report, { print, announce }))
    const app = await buildApp(context)
    closing.push(() => app.close())
    // That of the primary process serves those of all workers.
    if (config.metrics && !cluster.isWorker)
      closing.push((await serveMetrics(() => readMetrics(open), config.metrics)).close)
    await readyToListen()
    await app.listen({ port: config.port, host: config.host })
    if (open.trialsOnly && !config.demonstration) announce(`Warning: ${open.trialsOnly}`)
    else if (asOwner && !config.demonstration) announce(ownerWarning)
    if (config.databaseOwner)
      announce('Warning: DATABASE_OWNER_URL is set. Only `migrate`, `backup` and `restore` need it.')
    for (const one of listMisspelt(env, settingNames)) announce(`Warning: ${misspeltText(one)}`)
    announce(`Portal listening on ${config.publicUrl}`)
    const advice = await adviseOnPooler(open, config.databaseTimeouts)
    if (advice) announce(advice)
    if (!config.demonstration)
      for (const line of describeTemplates(await readSettings(context))) announce(line)
    const describe = config.demonstration ? describeDemonstration : describeFirstLink
    // Of several processes, the one that prints: the links of another would replace them.
    if (!isQuiet(env)) for (const line of await describe(context)) announce(line)
    reportServing(open)
    return { url: config.publicUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
