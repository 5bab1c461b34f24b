import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { freePort } from '../../../scripts/free-port.ts'
import { bundledFor } from '../../../scripts/server-bundle.ts'

// Runs the server in a separate process, on a database that outlives it.
const source = resolve(import.meta.dirname, '../src')

/** Kill functions of processes that are still running, for afterEach. */
export const running = new Set<() => Promise<unknown>>()

// Benchmarks run the sources.
const { TEST_DATABASE, TEST_PART } = process.env
const bundled = TEST_PART && bundledFor(`${TEST_DATABASE}-${TEST_PART}`)
const programs: Record<string, string> = bundled ? { 'main.ts': bundled.main, 'cli/cli.ts': bundled.cli } : {}

/**
 * Starts a Node process in the server's sources and collects its output.
 * @param program a file of the sources; the server and its commands run from their bundle (`prepare.ts`)
 */
export function run([program = '', ...args]: string[], env: Record<string, string | undefined>) {
  const child = spawn(process.execPath, [programs[program] ?? program, ...args], {
    cwd: source,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString('utf8')))
  const ended = new Promise<number | string | null>((done) =>
    child.once('close', (code, signal) => done(code ?? signal)),
  )
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  const kill = () => end('SIGKILL')
  running.add(kill)
  void ended.then(() => running.delete(kill))
  /** Waits for a condition. @throws Error with the output if the process ends before */
  const until = async (condition: () => Promise<boolean> | boolean) => {
    while (!(await condition())) {
      if (!running.has(kill)) throw new Error(`The process has ended:\n${output}`)
      await new Promise((done) => setTimeout(done, 20))
    }
  }
  return { pid: child.pid, ended, end, output: () => output, until }
}

/** Returns the status of a GET request; undefined if there is no response. */
export const statusOf = async (url: string): Promise<number | undefined> =>
  (await fetch(url).catch(() => undefined))?.status

/** Sends JSON. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Returns the cookies that an answer sets, as the header of the next request. */
export const cookieHeaderOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/**
 * Starts the server and waits until /readyz responds with 200.
 * @param main main.ts of another version of the server
 */
export async function startServer(env: Record<string, string | undefined>, main = 'main.ts') {
  const port = await freePort()
  const server = run([main], { ...env, PORT: String(port) })
  const url = `http://127.0.0.1:${port}`
  await server.until(async () => (await statusOf(`${url}/readyz`)) === 200)
  return { ...server, url }
}

export type Server = Awaited<ReturnType<typeof startServer>>
