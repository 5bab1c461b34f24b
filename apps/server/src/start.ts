import { buildApp } from './app.ts'
import { adviseOnLocale, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import {
  describeDemonstration,
  prepareDemonstration,
  refuseDemonstrationData,
} from './features/demo/service.ts'
import { prepareExampleSite } from './features/demo/example-site-service.ts'
import { prepareProvider } from './features/oidc/service.ts'
import { refuseWithoutSecret } from './features/partners/service.ts'
import { describeFault } from './http/errors.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openJobs } from './platform/jobs.ts'
import { openMailer } from './platform/mail.ts'
import type { Portal } from './platform/portal.ts'
import { startUpkeep } from './upkeep.ts'

/**
 * Brings the whole portal up: configuration, database, migrations, demonstration data, job queue, HTTP.
 * @param say prints a line for the person at the terminal
 * @returns the address it listens on, and how to end it
 * @throws ConfigFault, FolderInUse, DemonstrationData, or what the system says of the port
 */
export async function startPortal(
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const config = readConfig(env)
  const open = await openDatabase(config)
  const closing: (() => Promise<unknown> | void)[] = [open.close]
  const stop = async () => {
    for (const close of closing.toReversed()) await close()
  }
  try {
    const { db } = open
    await migrate(db)
    const report = (fault: unknown) =>
      console.error(JSON.stringify({ level: 50, fault: describeFault(fault) }))
    const jobs = await openJobs(open, report)
    closing.push(jobs.stop)
    const portal: Portal = {
      db,
      clock: systemClock,
      config,
      jobs,
      cookies: { secure: config.publicUrl.startsWith('https:') },
    }
    if (config.demonstration) await prepareDemonstration(portal)
    else await refuseDemonstrationData(db)

    await refuseWithoutSecret(portal)
    await prepareProvider(portal)
    if (config.demonstration) await prepareExampleSite(portal)

    const mailer = openMailer(config)
    closing.push(mailer.close)
    closing.push(await startUpkeep(portal, mailer, report))
    const app = await buildApp(portal)
    closing.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    say(`Portal listening on ${config.publicUrl}`)
    const advice = await adviseOnLocale(open)
    if (advice) say(advice)
    if (config.demonstration) for (const line of await describeDemonstration(portal)) say(line)
    return { url: config.publicUrl, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}
