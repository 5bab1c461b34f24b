import { type Answer, recordPoints } from '@portal/contract/partner-points.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { readConfig } from '#server/lib/config/config.ts'
import { openPlace } from './test-app.ts'
import { makers, type Person } from './factories.ts'
import { post, running, type Server, startServer } from './server-process.ts'

let place: Awaited<ReturnType<typeof openPlace>>
let people: Person[]
let token: string
beforeAll(async () => {
  place = await openPlace()
  const open = await openDatabase(readConfig(place.settings))
  const make = makers({ db: open.db, clock: systemClock })
  people = []
  for (let n = 0; n < 10; n += 1) people.push(await make.customer())
  const partner = await make.partner({ descriptions: ['oil_collected', 'coupon_created'] })
  token = await make.accessToken(partner, ['points:write'])
  await open.close()
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(() => place.remove())

const PORTAL_SECRET = crypto.randomUUID() + crypto.randomUUID()
const start = () =>
  startServer({
    PORTAL_SECRET,
    ...place.settings,
    DEMO: 'no',
    RECORD_MAX_AGE: '36500d',
    WAITING_MAX_AGE: '36500d',
    RETENTION_CLAIMS: 'off',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    SMTP_URL: '',
  })

const clients = 6
const batches = 8
/** Fifty records: each delivery is followed by a coupon of the same person. */
const batchOf = (client: number, batch: number) =>
  Array.from({ length: 50 }, (_, n) => ({
    reference: `${client}-${batch}-${n}`,
    participant: { id: people[(n >> 1) % people.length]?.id },
    ...(n % 2 === 0
      ? { description: 'oil_collected', points: 5 }
      : { description: 'coupon_created', points: -2 }),
    happened_at: '2026-03-01T10:00:00+02:00',
  }))

/** @returns undefined if the connection broke */
async function send({ url }: Server, records: unknown[]): Promise<Answer[] | undefined> {
  try {
    const answer = await post(url + recordPoints.path, { records }, { authorization: `Bearer ${token}` })
    return answer.ok ? ((await answer.json()) as { results: Answer[] }).results : undefined
  } catch {
    return undefined
  }
}

describe('a server that is killed during batches', { tags: ['slow'] }, () => {
  it('has each record exactly once after the clients have retried [partners crash]', async () => {
    /** Record ids of the first response, by reference. */
    const ids = new Map<string, number>()
    const answered = new Set<string>()
    const repeatedOtherwise: string[] = []

    /** Each client sends its unanswered batches in order until the server ends. */
    const sendAll = async (server: Server, onAnswer: () => void) =>
      Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          for (let batch = 0; batch < batches; batch += 1) {
            if (answered.has(`${client}-${batch}`)) continue
            const answers = await send(server, batchOf(client, batch))
            if (!answers) return
            for (const { reference, id } of answers) {
              const known = ids.get(reference ?? '')
              if (known !== undefined && known !== id) repeatedOtherwise.push(reference ?? '')
              ids.set(reference ?? '', id ?? 0)
            }
            answered.add(`${client}-${batch}`)
            onAnswer()
          }
        }),
      )

    // Kills the server twice, when some batches are answered and others are in progress.
    for (const share of [0.2, 0.5]) {
      const server = await start()
      const sending = sendAll(server, () => {
        if (answered.size >= clients * batches * share) void server.end('SIGKILL')
      })
      expect(await server.ended).toBe('SIGKILL')
      await sending
      expect(answered.size).toBeLessThan(clients * batches)
    }

    const last = await start()
    await sendAll(last, () => {})
    expect(answered.size).toBe(clients * batches)
    // Sending everything again returns the same ids.
    const firstIds = new Map(ids)
    answered.clear()
    await sendAll(last, () => {})
    expect([...ids]).toEqual([...firstIds])
    expect(repeatedOtherwise).toEqual([])
    expect(await last.end('SIGTERM')).toBe(0)

    const open = await openDatabase(readConfig(place.settings))
    const { rows } = await sql<{ n: number; different: number; sum: number }>`
      select count(*) as n, count(distinct reference) as different, sum(points)::int as sum from points_records`.execute(
      open.db,
    )
    const all = clients * batches * 50
    expect(rows).toEqual([{ n: all, different: all, sum: (all / 2) * (5 - 2) }])
    expect(await verifyLedger(open)).toMatchObject({ records: all })
    await open.close()
  })
})
