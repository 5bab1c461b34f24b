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
import { hashPassword } from '@portal/server/lib/security/passwords.ts'
import { growTo, vacuum } from '../apps/server/test/many-people.ts'
import { openMails } from '../e2e/mails.ts'
import { freePort } from '../scripts/free-port.ts'
import { startPostgres } from '../scripts/postgres.ts'

export type Server = { url: string; child: ChildProcess }

/** A program of this repository as a process that listens on a port of its own. */
export async function startServer(file: string, env: Record<string, string>): Promise<Server> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { PATH: process.env['PATH'], ...env, PORT: port, HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
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
  const of = (path: string) => {
    const [, after = ''] = readFileSync(path, 'utf8').split(') ')
    const [user, system] = after.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10_000
  }
  return of(`/proc/${pid}/stat`)
}

/** Accounts of the bench: a member of staff and a citizen without records. */
export type Account = 'clerk' | 'citizen'

export type MeasuredPortal = Server & {
  db: Db
  /** URL of the database. */
  database: string
  /** Id of the citizen. */
  citizen: number
  /** Value of the Cookie header, by account. */
  cookies: Record<Account, string>
  close: () => Promise<void>
}

/** Starts PostgreSQL and the portal. @param size prints how long loading took */
export async function openMeasuredPortal(size: { people: number; records: number }): Promise<MeasuredPortal> {
  const postgres = await startPostgres({
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
  const seconds = Math.round((performance.now() - start) / 1_000)
  console.log(`${size.people} people, ${size.records} records: loaded in ${seconds} s`)

  const password = crypto.randomUUID()
  const passwordHash = await hashPassword(password)
  const accounts = await open.db
    .insertInto('users')
    .values(
      ['clerk', 'citizen'].map((name) => ({
        passwordHash,
        email: `${name}@bench.example.gr`,
        firstName: 'Bench',
        lastName: 'Bench',
        isStaff: name === 'clerk',
        role: name === 'clerk' ? ('clerk' as const) : null,
        isActive: true,
        municipalityId: null,
        createdAt: new Date(),
        activatedAt: new Date(),
      })),
    )
    .returning(['id', 'email'])
    .execute()
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
  })
  const signIn = async (name: Account) => {
    const answer = await fetch(`${server.url}/api/auth/token/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@bench.example.gr`, password }),
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }
  return {
    ...server,
    database,
    db: open.db,
    citizen: accounts.find(({ email }) => email.startsWith('citizen'))?.id ?? 0,
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
