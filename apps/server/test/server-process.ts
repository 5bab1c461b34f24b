import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { freePort } from '../../../scripts/free-port.ts'

// The server as it runs in life: a process of its own, on a database that outlives it.
const source = resolve(import.meta.dirname, '../src')

/** Ends what a test has left running. */
export const running = new Set<() => Promise<unknown>>()

/** A Node process of the server's sources, and what it says. */
export function run(args: string[], env: Record<string, string | undefined>) {
  const child = spawn(process.execPath, args, {
    cwd: source,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString('utf8')))
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
  /** Waits for a condition. @throws Error with what the process said, as soon as it has ended */
  const until = async (condition: () => Promise<boolean> | boolean) => {
    while (!(await condition())) {
      if (!running.has(kill)) throw new Error(`The process has ended:\n${said}`)
      await new Promise((done) => setTimeout(done, 20))
    }
  }
  return { ended, end, said: () => said, until }
}

/** Returns the status of an answer; undefined where there is none. */
export const statusOf = async (url: string): Promise<number | undefined> =>
  (await fetch(url).catch(() => undefined))?.status

/** Starts the server and waits until it answers. */
export async function startServer(env: Record<string, string | undefined>) {
  const port = await freePort()
  const server = run(['main.ts'], { ...env, PORT: String(port) })
  const url = `http://127.0.0.1:${port}`
  await server.until(async () => (await statusOf(`${url}/readyz`)) === 200)
  return { ...server, url }
}

export type Server = Awaited<ReturnType<typeof startServer>>
