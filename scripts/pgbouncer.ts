/** PgBouncer for tests. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { provideProgram } from './debian-packages.ts'
import { freePort } from './free-port.ts'
import { databaseUser, reachableTemporaryFolder } from './postgres-place.ts'

const startTimeoutMs = 30_000

/**
 * Starts PgBouncer in transaction mode, before one database.
 * @param url of the database
 * @param connections maximum connections to PostgreSQL
 */
export async function startPgBouncer(
  url: string,
  connections: number,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const user = databaseUser()
  const folder = mkdtempSync(join(reachableTemporaryFolder(user), 'portal-pgbouncer-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    chmodSync(folder, 0o755)
    const program = provideProgram('pgbouncer', 'pgbouncer')
    const { hostname, port, username, password, pathname } = new URL(url)
    const name = pathname.slice(1)
    const own = await freePort()
    // All local users can access the port.
    const ownPassword = randomBytes(12).toString('hex')
    const users = join(folder, 'users')
    writeFileSync(users, `"${username}" "${ownPassword}"\n`, { mode: 0o600 })
    const file = join(folder, 'pgbouncer.ini')
    const lines = [
      '[databases]',
      `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 200',
      'unix_socket_dir =',
    ]
    writeFileSync(file, lines.join('\n'), { mode: 0o600 })
    user?.own(folder)
    const env = { PATH: process.env['PATH'] }
    const child = spawn(program, ['-q', file], { env, uid: user?.uid, gid: user?.gid, stdio: 'inherit' })
    const ended = new Promise<void>((done) => child.once('close', () => done()))
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
      remove()
    }
    const address = `postgres://${username}:${ownPassword}@127.0.0.1:${own}/${name}`
    await waitUntilReady(address, () => child.exitCode).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return { url: address, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** @throws Error if the process exits, or does not answer in time */
async function waitUntilReady(url: string, exitCode: () => number | null): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (exitCode() !== null) throw new Error(`PgBouncer exited with ${exitCode()}.`, { cause: error })
      if (Date.now() > deadline) throw error
      await wait(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
