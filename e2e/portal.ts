/** The real server as a separate process, for tests that start, stop and kill it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import { bundledFor } from '../scripts/server-bundle.ts'
import type { Mails } from './mails.ts'

export type Database = 'embedded' | 'postgres'

export type Said = { code: number | null; stdout: string; stderr: string }

export type Portal = {
  url: string
  mails: Mails
  /** All output of the server, over all starts. */
  log: () => string
  /** Starts it with the same data and address; resolves when it is ready. */
  start: () => Promise<void>
  /** Terminates it like Ctrl-C. */
  stop: () => Promise<void>
  /** Kills it with SIGKILL, like a crash of the process. */
  kill9: () => Promise<void>
  /**
   * Runs `npm run portal -- …` on the portal's data. The embedded database allows one process: the server is stopped
   * and started again.
   */
  cli: (args: readonly string[], stdin?: string) => Promise<Said>
}

/** Data of a portal: a folder, and on PostgreSQL a database. */
export type PortalData = { folder: string; databaseUrl?: string }

/**
 * `main` starts the server directly, from its bundle; `start` runs `npm start` from the sources, whose server would
 * survive a SIGKILL of the parent.
 */
export type Program = 'main' | 'start'

const root = fileURLToPath(new URL('..', import.meta.url))
const programs = { ...bundledFor('journeys'), start: join(root, 'scripts/start.mjs') }
const readyWithinMs = 180_000

/**
 * Starts a portal.
 * @param data its folder, and on PostgreSQL its database's address
 * @param more additional environment variables
 */
export async function openPortal(
  data: PortalData,
  mails: Mails,
  more: Record<string, string> = {},
  by: Program = 'main',
): Promise<Portal> {
  const port = await freePort()
  const host = more['HOST'] ?? '127.0.0.1'
  const url = `http://${host}:${port}`
  const env = {
    ...environmentOf(data),
    PORT: String(port),
    HOST: host,
    PUBLIC_URL: url,
    SMTP_URL: mails.smtpUrl,
    MAIL_FROM: 'Πύλη ανταμοιβών <portal@example.gr>',
    DEMO: 'no',
    ...more,
  }
  let log = ''
  let server: ChildProcess | undefined

  async function start() {
    const reports = [
      '--report-on-signal',
      `--report-directory=${data.folder}`,
      '--report-filename=stuck.json',
    ]
    const said = log.length
    const child = spawn(process.execPath, [...reports, programs[by]], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    server = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        log += chunk.toString()
      })
    const deadline = Date.now() + readyWithinMs
    // Asked only when it listens: a rejected request every 50 ms costs 0.3 s of CPU time.
    while (!log.slice(said).includes('Portal listening') || !(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`The server exited with code ${child.exitCode}:\n${log}`)
      if (Date.now() > deadline) {
        const report = await reportOf(child, data.folder)
        child.kill('SIGKILL')
        throw new Error(`The server was not ready after ${readyWithinMs} ms:\n${log}\n${report}`)
      }
      await wait(50)
    }
  }

  async function end(signal: NodeJS.Signals) {
    const child = server
    server = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  const stop = () => end('SIGTERM')
  async function cli(args: readonly string[], stdin = '') {
    if (data.databaseUrl) return runCli(args, stdin, { ...data, more: env })
    const wasRunning = server !== undefined
    await stop()
    const result = await runCli(args, stdin, { ...data, more: env })
    if (wasRunning) await start()
    return result
  }

  await start()
  return { url, mails, log: () => log, start, stop, kill9: () => end('SIGKILL'), cli }
}

/** Diagnoses a server that does not start: its stack and open handles, from Node's report. */
async function reportOf(child: ChildProcess, folder: string): Promise<string> {
  child.kill('SIGUSR2')
  await wait(3_000)
  try {
    const report = JSON.parse(await readFile(join(folder, 'stuck.json'), 'utf8')) as {
      javascriptStack: unknown
      libuv: { type: string; is_active: boolean }[]
    }
    const waitsFor = report.libuv.filter((handle) => handle.is_active).map((handle) => handle.type)
    return JSON.stringify({ stack: report.javascriptStack, waitsFor })
  } catch {
    // Its event loop is blocked, so it cannot handle the signal.
    return 'It wrote no report.'
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })
    return status === 200
  } catch {
    return false
  }
}

const environmentOf = (data: PortalData) => ({
  PATH: process.env['PATH'],
  // Saves a quarter of the CPU time of a start.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  DATA_DIR: data.folder,
  DATABASE_POOL: '6',
  // Journeys record deliveries with fixed dates.
  RECORD_MAX_AGE: '36500d',
  WAITING_MAX_AGE: '36500d',
  RETENTION_CLAIMS: 'off',
  FOUR_EYES_ABOVE: 'off',
  ...(data.databaseUrl && { DATABASE_URL: data.databaseUrl }),
})

/** Runs `npm run portal -- …` on a portal's data; no other process may have the embedded database open. */
export async function runCli(
  args: readonly string[],
  stdin: string,
  { more, ...data }: PortalData & { more: NodeJS.ProcessEnv },
): Promise<Said> {
  // In this process: one of its own takes 0.8 s of CPU time.
  const { runCli: run } = (await import(
    programs.runCli
  )) as typeof import('../apps/server/src/cli/run-cli.ts')
  const said = { stdout: '', stderr: '' }
  const code = await run([...args, ...(data.databaseUrl ? [] : ['--embedded'])], {
    env: { ...environmentOf(data), ...more },
    input: Readable.from([stdin]),
    output: { write: (text) => Boolean((said.stdout += String(text))) },
    errors: { write: (text) => Boolean((said.stderr += String(text))), isTTY: false },
  })
  return { code, ...said }
}
