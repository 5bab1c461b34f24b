/** A portal as a process of its own, on a new PostgreSQL server without JIT, with people and records; for benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Db, openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { csrfTokenOf, hashToken, newToken } from '@portal/server/lib/security/tokens.ts'
import { hours, systemClock } from '@portal/server/lib/time/clock.ts'
import { makers } from '../apps/server/test/factories.ts'
import { growTo, vacuum } from '../apps/server/test/many-people.ts'
import { cookieHeaderOf } from '../apps/server/test/server-process.ts'
import { openMails } from '../e2e/mails.ts'
import { freePort } from '../scripts/free-port.ts'
import { startPostgres } from '../scripts/postgres.ts'

export type Server = { url: string; child: ChildProcess }

/** Node's options in production. */
const nodeOptions = (
  /bin\/node (.*) apps\//.exec(
    readFileSync(new URL('../deploy/portal.service', import.meta.url), 'utf8'),
  )?.[1] ?? ''
).split(' ')

/** A program of this repository as a process that listens on a port of its own, with the options of Node in production. */
export async function startServer(file: string, env: Record<string, string>): Promise<Server> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [...nodeOptions, fileURLToPath(new URL(file, import.meta.url))], {
    env: { PATH: process.env['PATH'], ...env, PORT: port, HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Also if the benchmark fails.
  const kill = () => child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`${file} exited with ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, child }
}

export const stop = async (child: ChildProcess) => {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** Microseconds of CPU time that a process has used. Needs Linux; 10 ms are a unit of /proc. */
export function cpuOf(pid: number | undefined): number {
  // The second field may contain spaces.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const [user, system] = stat.slice(11, 13)
  return (Number(user) + Number(system)) * 10_000
}

/** Resident memory of a process in bytes. Needs Linux. */
export const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024

/** Settings of a portal to which a partner writes without limits and below its caps. */
export const writeSettings = {
  PORTAL_SECRET: 'secret of the bench '.repeat(3),
  RECORD_MAX_AGE: '36500d',
  WAITING_MAX_AGE: '36500d',
  RETENTION_CLAIMS: 'off',
  LIMIT_PARTNER_CALLS: '9999999/1h',
  CAP_PARTNER_DAY: '999999999',
  CAP_PERSON_DAY: '999999999',
}

/** Adds a partner who may write points. @returns an access token */
export async function addPartner({ db }: Pick<MeasuredPortal, 'db'>): Promise<string> {
  const make = makers({ db, clock: systemClock })
  const partner = await make.partner({ descriptions: ['oil_collected', 'coupon_created'] })
  return make.accessToken(partner, ['points:write'], { lifetime: hours(10) })
}

/** Accounts of the bench: a member of staff and a citizen without records. */
export type Account = 'clerk' | 'citizen'

export type MeasuredPortal = Server & {
  db: Db
  /** URL of the database. */
  database: string
  /** Seconds that loading people and records took. */
  loadSeconds: number
  /** Id of the citizen. */
  citizen: number
  /** Value of the Cookie header, by account. */
  cookies: Record<Account, string>
  close: () => Promise<void>
}

/**
 * Starts PostgreSQL and the portal. Prints how long loading took.
 * @param options.fsync whether commits wait for the disk
 * @param options.env further settings of the portal
 */
export async function openMeasuredPortal(
  size: { people: number; records: number },
  { fsync = false, env = {} }: { fsync?: boolean; env?: Record<string, string> } = {},
): Promise<MeasuredPortal> {
  const postgres = await startPostgres({
    fsync,
    settings: { shared_buffers: '1GB', jit: 'off', max_wal_size: '8GB' },
  })
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const database = await postgres.createDatabase('measured', undefined, 'C.UTF-8')
  // Without the timeouts of the configuration: loading takes minutes.
  const open = await openDatabase({ database: readConfig({ DATABASE_URL: database, DEMO: 'no' }).database })
  await migrate(open.db)
  const start = performance.now()
  await growTo(open.db, size)
  await vacuum(open.db)
  const loadSeconds = (performance.now() - start) / 1_000
  console.log(`${size.people} people, ${size.records} records: loaded in ${loadSeconds.toFixed(0)} s`)

  const make = makers({ db: open.db, clock: systemClock })
  const accounts = { clerk: await make.staff(), citizen: await make.customer() }
  const mails = await openMails()
  const server = await startServer('../apps/server/src/main.ts', {
    DATABASE_URL: database,
    DATA_DIR: folder,
    DEMO: 'no',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://localhost',
    SMTP_URL: mails.smtpUrl,
    MAIL_FROM: 'bench@example.gr',
    ...(process.env['NODE_OPTIONS'] && { NODE_OPTIONS: process.env['NODE_OPTIONS'] }),
    ...env,
  })
  const signIn = async (name: Account) => {
    const answer = await fetch(`${server.url}/api/auth/token/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(accounts[name]),
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    return cookieHeaderOf(answer)
  }
  return {
    ...server,
    database,
    loadSeconds,
    db: open.db,
    citizen: accounts.citizen.id,
    cookies: { clerk: await signIn('clerk'), citizen: await signIn('citizen') },
    close: async () => {
      await stop(server.child)
      await mails.close()
      await open.close()
      await postgres.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Ids of people with points. Without the clerk, whose balance is empty: an overview or a record of theirs is an error. */
export async function participantsOf({ db }: MeasuredPortal, count: number): Promise<number[]> {
  const people = await db
    .selectFrom('balances')
    .innerJoin('users', 'users.id', 'balances.participantId')
    .select('participantId')
    .where('isStaff', '=', false)
    .limit(count)
    .execute()
  return people.map(({ participantId }) => participantId)
}

/** Creates sessions of some people. @returns Cookie headers */
export async function signInPeople(portal: MeasuredPortal, count: number): Promise<string[]> {
  const people = await participantsOf(portal, count)
  const tokens = people.map(() => newToken())
  const now = new Date()
  const sessions = people.map((userId, place) => ({
    tokenHash: hashToken(tokens[place] ?? ''),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 7_200_000),
  }))
  await portal.db.insertInto('sessions').values(sessions).execute()
  return tokens.map((token) => `csrftoken=${csrfTokenOf(token)}; sessionid=${token}; signedin=yes`)
}
