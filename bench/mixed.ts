/**
 * Mixed traffic: what a citizen's landing page takes beside an export of a million records and partners' batches; and calls of
 * all kinds on many connections at once: errors, and whether the server's memory stays flat.
 */
import { spawn } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { getRequest, openConnection, percentile, postRequest, type Row } from './load.ts'
import { addPartner, memoryOf, type MeasuredPortal, participantsOf, signInPeople } from './measured-portal.ts'

const landingCalls = [
  '/api/auth/users/me/',
  '/api/points/summary/',
  '/api/points/mine/',
  '/api/coupons/mine/',
]

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

const recordFor = (participant: number) => {
  const happened_at = new Date().toISOString()
  const details = { litres: 2.5, collection_point: 'Πράσινο ATM, Δημαρχείο' }
  return {
    reference: randomUUID(),
    participant: { id: participant },
    description: 'oil_collected',
    happened_at,
    details,
    points: 50,
  }
}

/**
 * Opens landing pages one after the other, and pauses 20 ms after each.
 * @returns milliseconds of each: its calls at once, as a browser sends them
 */
export async function openLandings(
  { url }: MeasuredPortal,
  cookies: string[],
  over: { yet: boolean },
): Promise<number[]> {
  const connections = await Promise.all(landingCalls.map(() => openConnection(url)))
  const times: number[] = []
  while (!over.yet) {
    const cookie = cookies[times.length % cookies.length] ?? ''
    const start = performance.now()
    await Promise.all(
      connections.map((connection, place) => connection.ask(getRequest(landingCalls[place] ?? '', cookie))),
    )
    times.push(performance.now() - start)
    await wait(20)
  }
  for (const connection of connections) connection.close()
  return times
}

/** @param quiet the times that those of the row are compared with */
export const rowOf = (name: string, values: number[], quiet: number[]): Row => ({
  name,
  goal: '',
  ratio: percentile(values, 0.99) / percentile(quiet, 0.99),
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
})

/** Records of a batch. */
const batchSize = 1_000

/**
 * Twenty requests for `sendBatches`. They are built before: building one takes 3 ms, during which the citizens would wait, who
 * share a machine with the partner only here.
 */
function batchesFor(token: string, participants: number[]) {
  return Array.from({ length: 20 }, (_, turn) => {
    const records = Array.from({ length: batchSize }, (_, place) =>
      recordFor(participants[(turn * batchSize + place) % participants.length] ?? 0),
    )
    const request = Buffer.from(postRequest('/api/partner/points/', token, JSON.stringify({ records })))
    let last = 0
    return {
      request,
      /** Where each reference begins. */
      references: records.map(({ reference }) => (last = request.indexOf(reference, last))),
    }
  })
}

/** Sends batches one after the other, with new references each time. @returns records per second */
async function sendBatches(
  url: string,
  batches: ReturnType<typeof batchesFor>,
  over: { yet: boolean },
): Promise<number> {
  const connection = await openConnection(url)
  const start = performance.now()
  let sent = 0
  while (!over.yet)
    for (const { request, references } of batches) {
      const digits = randomBytes(4 * batchSize).toString('hex')
      for (const [place, at] of references.entries())
        request.write(digits.slice(place * 8, place * 8 + 8), at)
      await connection.ask(request)
      sent += batchSize
      if (over.yet) break
    }
  connection.close()
  return (sent * 1_000) / (performance.now() - start)
}

/** Records of each export. */
const exported = 1_000_000

/**
 * Measures the landing page in three rounds, each quiet, beside as many endless loops as cores, and while a million records are
 * exported and batches of 1,000 come in one after the other. The loops show what the kernel takes to give a waking process a core.
 */
export async function measureLanding(portal: MeasuredPortal, report: (row: Row) => void): Promise<void> {
  const cookies = await signInPeople(portal, 200)
  const batches = batchesFor(await addPartner(portal), await participantsOf(portal, 20_000))
  const openFor30Seconds = () => {
    const over = { yet: false }
    setTimeout(() => (over.yet = true), 30_000)
    return openLandings(portal, cookies, over)
  }
  // Without today's records, whose number grows by the batches.
  const { rows } = await sql<{ first: string; last: string }>`
    select (created_at at time zone 'Europe/Athens')::date::text as first,
      (athens_day(now()) - 1)::text as last
    from points_records where created_at < athens_start(athens_day(now()))
    order by created_at desc offset ${exported - 1} limit 1`.execute(portal.db)
  const [days] = rows
  const path = `/api/points/export/${days ? `?created_at_after=${days.first}&created_at_before=${days.last}` : ''}`

  const [quiet, besideLoops, beside]: [number[], number[], number[]] = [[], [], []]
  const notes: string[] = []
  // The first ones compile the code.
  await openFor30Seconds()
  for (let round = 0; round < 3; round += 1) {
    quiet.push(...(await openFor30Seconds()))
    const loops = cpus().map(() => spawn('sh', ['-c', 'while :; do :; done']))
    besideLoops.push(...(await openFor30Seconds()))
    for (const loop of loops) loop.kill()

    const over = { yet: false }
    const landings = openLandings(portal, cookies, over)
    const sending = sendBatches(portal.url, batches, over)
    const start = performance.now()
    await new Promise<void>((resolve, reject) => {
      get(portal.url + path, { headers: { cookie: portal.cookies.clerk }, agent: false }, (file) => {
        file.on('error', reject).on('end', resolve).resume()
      }).on('error', reject)
    })
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    over.yet = true
    beside.push(...(await landings))
    notes.push(`${seconds} s with ${Math.round(await sending).toLocaleString('en')} records/s`)
  }
  const row = (name: string, values: number[]) => rowOf(name, values, quiet)
  report({ ...row('landing page, quiet', quiet), note: 'ratios: p99 compared with this one' })
  report(row('landing page beside endless loops, one per core', besideLoops))
  report({
    ...row('landing page beside export and batches', beside),
    goal: 'p99 ≤ 50 ms',
    note: `exports of a million in ${notes.join(', ')}`,
  })
}

type Call = { share: number; make: () => Parameters<Pool['request']>[0] }

/** Sends calls of all kinds on all connections without a pause. */
export async function measureSoak(
  portal: MeasuredPortal,
  { minutes, connections }: { minutes: number; connections: number },
  report: (row: Row) => void,
): Promise<void> {
  const cookies = await signInPeople(portal, 1_000)
  const people = await participantsOf(portal, 20_000)
  const token = await addPartner(portal)
  const citizen = () => ({ cookie: cookies[randomInt(cookies.length)] ?? '' })
  const staff = { cookie: portal.cookies.clerk }
  const anyParticipant = () => people[randomInt(people.length)] ?? 0
  const read = (share: number, path: () => string, headers: () => Record<string, string>): Call => ({
    share,
    make: () => ({ method: 'GET', path: path(), headers: headers() }),
  })
  const calls: Call[] = [
    ...landingCalls.map((path) => read(16, () => path, citizen)),
    read(
      10,
      () => '/api/municipalities/',
      () => ({}),
    ),
    read(
      10,
      () => `/api/points/?page=${1 + randomInt(500)}`,
      () => staff,
    ),
    read(
      4,
      () => `/api/participants/?limit=50&search=${encodeURIComponent('παπ')}`,
      () => staff,
    ),
    read(
      2,
      () => `/api/participants/${anyParticipant()}/overview/`,
      () => staff,
    ),
    {
      share: 9,
      make: () => ({
        method: 'POST',
        path: '/api/partner/points/',
        headers: bearer(token),
        body: JSON.stringify(recordFor(anyParticipant())),
      }),
    },
    {
      share: 1,
      make: () => ({
        method: 'POST',
        path: '/api/auth/token/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `person${randomInt(100)}@example.gr`, password: 'wrong wrong wrong' }),
      }),
    },
  ]
  const total = calls.reduce((sum, { share }) => sum + share, 0)
  const pick = () => {
    let left = randomInt(total)
    for (const call of calls) if ((left -= call.share) < 0) return call
    throw new Error('Shares do not add up.')
  }
  const pool = new Pool(portal.url, { connections, pipelining: 1, headersTimeout: 60_000 })
  const statuses: Record<string, number> = {}
  const memory: number[] = []
  const times: number[] = []
  const end = Date.now() + minutes * 60_000
  const watch = setInterval(() => memory.push(memoryOf(portal.child.pid)), (minutes * 60_000) / 10)
  let count = 0
  const client = async () => {
    while (Date.now() < end) {
      const call = pick().make()
      const start = performance.now()
      const { statusCode, body } = await pool.request(call)
      await body.dump()
      count += 1
      if (count % 10 === 0) times.push(performance.now() - start)
      const key = `${statusCode}`
      statuses[key] = (statuses[key] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  clearInterval(watch)
  await pool.close()
  const answers = Object.entries(statuses).map(([status, n]) => `${n.toLocaleString('en')} × ${status}`)
  report({
    name: `mixed, ${connections.toLocaleString('en')} connections, ${minutes} min`,
    goal: 'no error but 429',
    perSecond: count / (minutes * 60),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    peak: Math.max(...memory) / 1e6,
    note: `${answers.join(', ')}; MB at each tenth: ${memory.map((bytes) => Math.round(bytes / 1e6)).join(' ')}`,
  })
}
