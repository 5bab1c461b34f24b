/**
 * Measures sign-ins per second of the portal as a process of its own, in turn with bare password hashes of the same strength
 * on all cores, and how long another call takes meanwhile.
 *
 *     npm run bench -- sign-in
 *
 * Sixteen people sign in again and again, each in a browser that is known. Rounds of four seconds. Prints the medians per
 * second, their ratio, the CPU time of each, and the milliseconds of `GET /api/auth/users/me/` (one caller) with and without
 * the sign-ins.
 */
import { argon2, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hashPassword } from '@portal/server/lib/security/passwords.ts'
import { cookieHeaderOf } from '../apps/server/test/server-process.ts'
import { cpuOf, type MeasuredPortal, openMeasuredPortal, startServer, stop } from './measured-portal.ts'
import { printHeading, printRow, type Row } from './rows.ts'

const [people, rounds, roundMs] = [16, 5, 4_000]
const password = 'bench-password-42'

/** Measures sign-ins on a server of their own, on the portal's database. */
export async function measureSignIns(portal: MeasuredPortal, report: (row: Row) => void): Promise<void> {
  const passwordHash = await hashPassword(password)
  const emails = Array.from({ length: people }, (_, n) => `sign-in-${n}@bench.example.gr`)
  const account = {
    passwordHash,
    firstName: 'Bench',
    lastName: 'Bench',
    municipalityId: null,
    isActive: true,
  }
  await portal.db
    .insertInto('users')
    .values(emails.map((email) => ({ ...account, email, createdAt: new Date(), activatedAt: new Date() })))
    .execute()
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

  const cookies = new Map<string, string>()
  const signIn = async (email: string) => {
    const answer = await fetch(`${server.url}/api/auth/token/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies.get(email) ?? '' },
      body: JSON.stringify({ email, password }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    cookies.set(email, cookieHeaderOf(answer))
  }

  /** Repeats `work` in as many lanes for a round. @returns how often it ended per second */
  const repeat = async (lanes: number, work: (lane: number) => Promise<unknown>): Promise<number> => {
    const start = performance.now()
    let count = 0
    const lane = async (_: unknown, place: number) => {
      for (; performance.now() - start < roundMs; count += 1) await work(place)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return (count * 1_000) / (performance.now() - start)
  }

  const hash = promisify(argon2)
  const nonce = randomBytes(16)
  // The parameters of lib/security/passwords.ts.
  const strength = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
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
  const during = async <T>(work: () => Promise<T>): Promise<{ result: T; times: number[] }> => {
    let isOver = false
    const calling = callMeanwhile(() => isOver)
    const result = await work()
    isOver = true
    return { result, times: await calling }
  }

  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
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
    found.quiet.push(...(await during(() => wait(roundMs / 2))).times)
    const before = cpuOf(server.child.pid)
    const { result, times } = await during(() => repeat(people, (lane) => signIn(emails[lane] ?? '')))
    cpu.signIn.push((cpuOf(server.child.pid) - before) / (result * roundMs))
    found.signIns.push(result)
    found.busy.push(...times)
  }

  const spread = (times: number[]) => `${at(times, 0.5).toFixed(1)} / ${at(times, 0.99).toFixed(1)}`
  report({
    name: 'sign-ins, bare: password hashes',
    goal: '≥ 0.9',
    perSecond: at(found.signIns, 0.5),
    bare: at(found.hashes, 0.5),
    cpu: at(cpu.signIn, 0.5) * 1_000,
    bareCpu: at(cpu.hash, 0.5) * 1_000,
    note: `own account (p50 / p99 ms) meanwhile ${spread(found.busy)}, quiet ${spread(found.quiet)}`,
  })
  await stop(server.child)
  await rm(folder, { recursive: true })
}

if (import.meta.main) {
  const portal = await openMeasuredPortal({ people: 1_000, records: 1_000 })
  printHeading()
  await measureSignIns(portal, printRow)
  await portal.close()
}
