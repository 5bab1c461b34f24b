import { logout } from '@portal/contract/accounts.ts'
import { recordPoints } from '@portal/contract/partner-points.ts'
import { watchOwnPoints } from '@portal/contract/points.ts'
import { endAllSessions } from '@portal/contract/sessions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { days, hours } from '#server/lib/time/clock.ts'
import { openStream } from '#test/event-stream.ts'
import type { Person } from '#test/factories.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await openTestApp({ LIVE_HEARTBEAT: '1s' })
  const partner = await testApp.make.partner({ descriptions: ['oil_collected'], firstParty: true })
  token = await testApp.make.accessToken(partner, ['points:write'], { lifetime: days(60) })
})
afterAll(() => testApp.close())

let references = 0
const deliveryOf = ({ id }: Person) => ({
  reference: `delivery-${(references += 1)}`,
  participant: { id },
  description: 'oil_collected',
  points: 40,
  happened_at: testApp.portal.clock.now().toISOString(),
})
const deliver = async (body: object) => {
  const answer = await testApp.app.inject({
    method: recordPoints.method,
    url: recordPoints.path,
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const registered = async ({ id }: Person) =>
  (await testApp.db.selectFrom('openStreams').selectAll().where('accountId', '=', id).execute()).length

describe('watchOwnPoints', () => {
  it('sends the number of records at once, and again when a partner adds one [live points]', async () => {
    const [maria, other] = [await testApp.make.customer(), await testApp.make.customer()]
    await testApp.make.record(maria)
    const stream = await openStream(testApp.app, await testApp.signIn(maria))
    const others = await openStream(testApp.app, await testApp.signIn(other))
    await stream.sees(1)
    await deliver(deliveryOf(maria))
    await stream.sees(2)
    expect(others.counts()).toEqual([0])
    for (const one of [stream, others]) one.close()
    await until(async () => (await registered(maria)) === 0)
  })

  it('keeps ten streams of an account, also of many that open at the same time [live points]', async () => {
    const maria = await testApp.make.customer()
    const client = await testApp.signIn(maria)
    const streams = await Promise.all(Array.from({ length: 40 }, () => openStream(testApp.app, client)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    await testApp.make.record(maria)
    const open = () => streams.filter((stream) => stream.counts().includes(1))
    await until(() => open().length === 10)
    for (const stream of streams) stream.close()
  })

  it('is not buffered, compressed or cached', async () => {
    const stream = await openStream(testApp.app, await testApp.signIn(await testApp.make.customer()))
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(stream.headers).not.toHaveProperty('content-encoding')
    await until(() => stream.text().includes('\n:\n\n'))
    stream.close()
  })

  it('announces a batch once for each of its people', async () => {
    const people: Person[] = []
    for (let n = 0; n < 3; n += 1) people.push(await testApp.make.customer())
    const streams = []
    for (const person of people) streams.push(await openStream(testApp.app, await testApp.signIn(person)))
    await deliver({ records: people.flatMap((person) => [1, 2, 3].map(() => deliveryOf(person))) })
    for (const stream of streams) {
      await stream.sees(3)
      expect(stream.counts()).toEqual([0, 3])
      stream.close()
    }
  })

  it('announces nothing that is rolled back', async () => {
    const person = await testApp.make.customer()
    const stream = await openStream(testApp.app, await testApp.signIn(person))
    const failing = testApp.db.transaction().execute(async (trx) => {
      const row = {
        participantId: person.id,
        points: 1,
        description: 'oil_collected' as const,
        details: null,
      }
      await trx
        .insertInto('pointsRecords')
        .values({ ...row, createdAt: new Date(), source: 'test', reference: 'rolled back' })
        .execute()
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await deliver(deliveryOf(person))
    await stream.sees(1)
    expect(stream.counts()).toEqual([0, 1])
    stream.close()
  })

  it('ends with its session: at a sign-out, when another device ends all, and when it expires', async () => {
    const person = await testApp.make.customer()
    const [one, two] = [await testApp.signIn(person), await testApp.signIn(person)]
    const [first, second] = [await openStream(testApp.app, one), await openStream(testApp.app, two)]
    await one.call(logout)
    await first.ended
    expect(await registered(person)).toBe(1)
    await (await testApp.signIn(person)).call(endAllSessions)
    await second.ended

    const last = await openStream(testApp.app, await testApp.signIn(person))
    testApp.clock.forward(days(15))
    await last.ended
    await until(async () => (await registered(person)) === 0)
  })

  it('ends when the account is erased', async () => {
    const person = await testApp.make.customer()
    const stream = await openStream(testApp.app, await testApp.signIn(person))
    await eraseParticipant(testApp.portal, person.id, 'request')
    await stream.ended
    expect(await registered(person)).toBe(0)
  })

  it('does not extend the session', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    testApp.clock.forward(hours(2))
    const lastSeen = async () =>
      (
        await testApp.db
          .selectFrom('sessions')
          .select('lastSeenAt')
          .where('userId', '=', person.id)
          .executeTakeFirstOrThrow()
      ).lastSeenAt
    const before = await lastSeen()
    const stream = await openStream(testApp.app, client)
    expect(await lastSeen()).toEqual(before)
    stream.close()
  })

  it('ends the oldest of more than ten streams of an account, and tells it not to reconnect', async () => {
    const client = await testApp.signIn(await testApp.make.customer())
    const streams = []
    for (let n = 0; n < 11; n += 1) streams.push(await openStream(testApp.app, client))
    await streams[0]?.ended
    expect(streams[0]?.text()).toContain('event: replaced\n')
    for (const stream of streams) stream.close()
  })

  it('returns 503 with Retry-After to more streams than LIVE_STREAMS', async () => {
    const { portal } = testApp
    const live = { ...portal.config.live, streams: 1 }
    const app = await buildApp({ ...portal, config: { ...portal.config, live } })
    const client = await testApp.signIn(await testApp.make.customer())
    const first = await openStream(app, client)
    const second = await openStream(app, client)
    expect([first.status, second.status, second.headers['retry-after']]).toEqual([200, 503, '60'])
    first.close()
    await until(async () => (await openStream(app, client)).status === 200)
    await app.close()
  })

  it('ends when the server stops, which does not wait for it', async () => {
    const app = await buildApp(testApp.portal)
    const person = await testApp.make.customer()
    const stream = await openStream(app, await testApp.signIn(person))
    expect(await registered(person)).toBe(1)
    await app.close()
    await stream.ended
    expect(await registered(person)).toBe(0)
  })

  it('answers HEAD without opening a stream', async () => {
    const client = await testApp.signIn(await testApp.make.customer())
    const answer = await client.inject({ method: 'HEAD', url: watchOwnPoints.path })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream'])
  })
})
