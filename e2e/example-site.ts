/** The example partner site as a separate process, registered at a portal with the operator's commands. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { registerPartner } from './partners.ts'
import type { Portal } from './portal.ts'

export type ExampleSite = {
  url: string
  /** All output, over all starts. */
  log: () => string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** File of the entries sent, one per line. */
  journal: string
}

const program = fileURLToPath(new URL('../examples/partner-site/src/main.ts', import.meta.url))

/** Two litres give 40 points. */
const rate = ['rates', 'add', 'oil_collected', '--unit', 'litre', '--points', '20', '--from', '2020-01-01']

/** Registers the site and a rate, and starts it. @param folder for its data */
export async function openExampleSite(portal: Portal, folder: string): Promise<ExampleSite> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { secret } = await registerPartner(portal, [
    'Συλλογή τηγανελαίου',
    '--url',
    `${url}/`,
    '--client-id',
    'oil',
    '--redirect-uri',
    `${url}/callback`,
    '--post-logout-uri',
    `${url}/`,
    '--backchannel-logout-uri',
    `${url}/backchannel-logout`,
    '--login-uri',
    `${url}/login`,
    ...['openid', 'profile', 'points:read', 'points:write'].flatMap((scope) => ['--scope', scope]),
    ...['oil_collected', 'coupon_created', 'coupon_cancelled'].flatMap((one) => ['--writes', one]),
  ])
  const rated = await portal.cli(rate)
  if (rated.code !== 0) throw new Error(rated.stderr)

  const journal = join(folder, 'journal.jsonl')
  const env = {
    PATH: process.env['PATH'],
    PORTAL_URL: portal.url,
    CLIENT_ID: 'oil',
    CLIENT_SECRET: secret,
    PORT: String(port),
    SITE_URL: url,
    JOURNAL: journal,
  }
  let log = ''
  let server: ChildProcess | undefined
  async function start() {
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    server = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        log += chunk.toString()
      })
    while (!(await fetch(url).catch(() => undefined))?.ok) {
      if (child.exitCode !== null)
        throw new Error(`The example site exited with code ${child.exitCode}:\n${log}`)
      await wait(50)
    }
  }
  async function stop() {
    const child = server
    server = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await start()
  return { url, log: () => log, start, stop, journal }
}
