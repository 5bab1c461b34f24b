/**
 * Sign-ins per second, in turn with bare password hashes of the same strength on all cores, and how long another call takes
 * meanwhile. Sixteen people sign in again and again, each in a known browser.
 */
import { argon2, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { strength } from '@portal/server/lib/security/passwords.ts'
import { systemClock } from '@portal/server/lib/time/clock.ts'
import { Pool } from 'undici'
import { makers } from '../apps/server/test/factories.ts'
import { compared, median, percentile, type Row } from './load.ts'
import { cpuOf, type MeasuredPortal, startServer, stop } from './measured-portal.ts'

const [people, rounds, roundMs] = [16, 5, 4_000]
const password = 'bench-password-42'

/** Measures sign-ins on a server of their own, on the portal's database. */
export async function measureSignIns(portal: MeasuredPortal, report: (row: Row) => void): Promise<void> {
  const make = makers({ db: portal.db, clock: systemClock })
  const emails: string[] = []
  for (let n = 0; n < people; n += 1) emails.push((await make.customer({ password })).email)
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const limits = ['ACCOUNT', 'ADDRESS', 'ACCOUNT_TOTAL'].map((by) => [`LIMIT_SIGN_IN_${by}`, '1000000/1h'])
  const server = await startServer('../apps/server/src/main.ts', {
    DATABASE_URL: portal.database,
    DATA_DIR: folder,
    DEMO: 'no',
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://localhost',
    ...Object.fromEntries(limits),
  })

  // Not `fetch`: it would take 1 ms of CPU time for each sign-in.
  const pool = new Pool(server.url, { connections: people, pipelining: 1 })
  const cookies = new Map<string, string>()
  const signIn = async (email: string) => {
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: '/api/auth/token/login',
      headers: { 'content-type': 'application/json', cookie: cookies.get(email) ?? '' },
      body: JSON.stringify({ email, password }),
    })
    if (statusCode !== 200) throw new Error(`${statusCode} ${await body.text()}`)
    await body.dump()
    cookies.set(
      email,
      [headers['set-cookie'] ?? []]
        .flat()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    )
  }

  /** Repeats `work` in as many lanes for a round. @returns how often it ended per second */
  const repeat = async (
    lanes: number,
    work: (lane: number) => Promise<unknown>,
    ms = roundMs,
  ): Promise<number> => {
    const start = performance.now()
    let count = 0
    const lane = async (_: unknown, place: number) => {
      for (; performance.now() - start < ms; count += 1) await work(place)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return (count * 1_000) / (performance.now() - start)
  }

  const hash = promisify(argon2)
  const nonce = randomBytes(16)
  const hashOnce = () => hash('argon2id', { message: password, nonce, ...strength })

  /** Milliseconds of another caller's calls until `isOver`. */
  const callMeanwhile = async (isOver: () => boolean): Promise<number[]> => {
    const times: number[] = []
    while (!isOver()) {
      const start = performance.now()
      const headers = { cookie: portal.cookies.citizen }
      await (await fetch(`${server.url}/api/auth/users/me/`, { headers })).arrayBuffer()
      times.push(performance.now() - start)
      await wait(10)
    }
    return times
  }
  const during = async (work: Promise<unknown>): Promise<number[]> => {
    let isOver = false
    const calling = callMeanwhile(() => isOver)
    await work
    isOver = true
    return calling
  }

  const signInAll = (lane: number) => signIn(emails[lane] ?? '')
  for (const email of emails) await signIn(email)

  const found = {
    hashes: [] as number[],
    signIns: [] as number[],
    quiet: [] as number[],
    busy: [] as number[],
  }
  const cpu = { hash: [] as number[], signIn: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const own = process.cpuUsage()
    const hashes = await repeat(availableParallelism(), hashOnce)
    const { user, system } = process.cpuUsage(own)
    cpu.hash.push((user + system) / (hashes * roundMs))
    found.hashes.push(hashes)
    found.quiet.push(...(await during(wait(roundMs / 2))))
    const used = cpuOf(server.child.pid)
    const result = await repeat(people, signInAll)
    cpu.signIn.push((cpuOf(server.child.pid) - used) / (result * roundMs))
    found.signIns.push(result)
    found.busy.push(...(await during(repeat(people, signInAll, roundMs / 2))))
  }

  const spread = (times: number[]) => `${median(times).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`
  report({
    name: 'sign-ins, bare: password hashes',
    goal: '≥ 0.8',
    ...compared(found.signIns, found.hashes),
    cpu: median(cpu.signIn) * 1_000,
    bareCpu: median(cpu.hash) * 1_000,
    note: `own account (p50 / p99 ms) meanwhile ${spread(found.busy)}, quiet ${spread(found.quiet)}`,
  })
  await pool.close()
  await stop(server.child)
  await rm(folder, { recursive: true })
}
