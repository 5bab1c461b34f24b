import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { login, me } from '@portal/contract/accounts.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { readConfig } from '#server/lib/config/config.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { makers, type Person } from './factories.ts'
import { cookieHeaderOf, run, running, startServer } from './server-process.ts'
import { openPlace } from './test-app.ts'

const timeout = 120_000

/** Seconds since 1970. */
const lastBackup = 1_772_352_000

let place: Awaited<ReturnType<typeof openPlace>>
let person: Person
beforeAll(async () => {
  place = await openPlace()
  const open = await openDatabase(readConfig(place.settings))
  person = await makers({ db: open.db, clock: systemClock }).customer()
  await open.db
    .insertInto('portalState')
    .values({ key: 'last backup', value: new Date(lastBackup * 1_000).toISOString() })
    .execute()
  await open.close()
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(() => place.remove())

const settings = (more: Record<string, string> = {}) => ({
  ...place.settings,
  DATABASE_OWNER_URL: '',
  DEMO: 'no',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  PORTAL_WORKERS: '2',
  ...more,
})

/** Process ids of the children of a process, on Linux. */
const childrenOf = (pid = 0): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Each call has a connection of its own, so that calls reach all processes. */
const ask = (url: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
  fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } })

const signIn = async (url: string) => {
  const { email, password } = person
  const answer = await ask(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return cookieHeaderOf(answer)
}

describe('a server with two worker processes', { tags: ['slow'] }, () => {
  it(
    'shares sessions and metrics, replaces a killed process, and stops without leaving one [operations workers]',
    { timeout },
    async () => {
      const metrics = `127.0.0.1:${await freePort()}`
      const server = await startServer(settings({ METRICS_LISTEN: metrics }))
      const bothServe = () =>
        server.until(async () => childrenOf(server.pid).length === 2 && (await counts()).processes === 2)
      const counts = async () => {
        const text = await (await ask(`http://${metrics}/metrics`)).text()
        const valueOf = (series: string) =>
          Number(
            text
              .split('\n')
              .find((line) => line.startsWith(`${series} `))
              ?.split(' ')
              .at(-1) ?? 0,
          )
        const calls = `portal_http_request_duration_seconds_count{method="GET",route="${me.path}",status="200"}`
        return {
          calls: valueOf(calls),
          processes: valueOf('portal_processes'),
          backup: valueOf('portal_last_backup_timestamp_seconds'),
          start: valueOf('process_start_time_seconds'),
        }
      }
      const cookie = await signIn(server.url)
      const statusOfMe = async () => (await ask(server.url + me.path, { headers: { cookie } })).status
      await bothServe()
      const { backup, start } = await counts()
      expect(backup).toBe(lastBackup)
      // That of the oldest process, not the sum.
      expect(Math.abs(start - Date.now() / 1_000)).toBeLessThan(600)

      for (let n = 0; n < 6; n += 1) expect(await statusOfMe()).toBe(200)
      await server.until(async () => (await counts()).calls === 6)

      const first = childrenOf(server.pid)
      for (const pid of first) {
        process.kill(pid, 'SIGKILL')
        await server.until(() => !childrenOf(server.pid).includes(pid))
        // By the other process.
        expect(await statusOfMe()).toBe(200)
        await bothServe()
      }
      await server.until(async () => (await counts()).calls === 8)

      const last = childrenOf(server.pid)
      expect(first.filter((pid) => last.includes(pid))).toEqual([])
      expect(await server.end('SIGTERM')).toBe(0)
      expect(last.filter(isRunning)).toEqual([])
      expect(server.output().match(/^Portal listening/gm)).toHaveLength(1)
      expect(server.output().match(/a worker process ended/g)).toHaveLength(2)
    },
  )

  it(
    'shows that the standby server is not used, and names a misspelt setting once [operations metrics]',
    { timeout },
    async () => {
      const metrics = `127.0.0.1:${await freePort()}`
      const nowhere = { DATABASE_READ_URL: 'postgres://portal@127.0.0.1:1/portal', DATABASE_POOLS: '7' }
      const server = await startServer(settings({ METRICS_LISTEN: metrics, ...nowhere }))
      const lag = async () =>
        /^portal_standby_lag_seconds (.*)$/m.exec(await (await ask(`http://${metrics}/metrics`)).text())?.[1]
      await server.until(async () => (await lag()) === '+Inf')
      expect(await server.end('SIGTERM')).toBe(0)
      const warning =
        /^Warning: DATABASE_POOLS is not a setting of the portal. Did you mean DATABASE_POOL\?$/gm
      expect(server.output().match(warning)).toHaveLength(1)
    },
  )

  it('ends with 1 and the reason if the first one cannot start', { timeout }, async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    const server = run(['main.ts'], settings({ PORT: String(port) }))
    expect(await server.ended).toBe(1)
    expect(server.output().match(/EADDRINUSE/g)).toHaveLength(1)
    other.close()
  })
})
