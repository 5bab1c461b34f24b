import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listEvents } from '@portal/contract/partner-points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { later } from '#server/lib/time/clock.ts'
import { openProgram } from '#test/programs.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { deliverWebhook, setWebhook } from './webhook-service.ts'

let testApp: TestApp
beforeAll(async () => {
  // The demo mode allows http and loopback addresses.
  testApp = await openTestApp({ DEMO: 'yes' })
})
afterAll(() => testApp.close())

type Message = { headers: IncomingHttpHeaders; body: string }

/**
 * Starts a server that receives webhook messages.
 * @param answers status codes of the responses, then 204
 * @param beforeAnswer awaited before each response; `gone` resolves when the client closes the connection
 */
async function openReceiver(answers: number[] = [], beforeAnswer = async (_gone: Promise<void>) => {}) {
  const messages: Message[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      messages.push({ headers: request.headers, body })
      const status = answers.shift() ?? 204
      const gone = new Promise<void>((done) => reply.once('close', () => done()))
      void beforeAnswer(gone).then(() =>
        reply.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    first: async (count: number) => {
      while (messages.length < count) await new Promise((done) => setTimeout(done, 50))
      return messages.slice(0, count)
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

/** Verifies a signature (standardwebhooks.com), independently of the portal's code. */
function isSigned({ headers, body }: Message, secret: string): boolean {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

const openSite = async (url: string) => {
  const program = await openProgram(testApp)
  const secret = await setWebhook(
    testApp.portal,
    byCommand('partner set-webhook'),
    program.partner.clientId,
    url,
  )
  const maria = await testApp.make.customer()
  const deliver = (reference: string) =>
    program.record({
      reference,
      participant: { id: maria.id },
      description: 'oil_collected',
      points: 5,
      happened_at: '2026-03-01T10:00:00+02:00',
    })
  return { ...program, secret: secret ?? '', deliver }
}

describe('a webhook', () => {
  it('receives records and reversals, signed, with the content of listEvents [partners webhooks]', async () => {
    const receiver = await openReceiver()
    const site = await openSite(receiver.url)
    await site.deliver('a')
    await site.reverse({ reference: 'a', reversal_reference: 'b', happened_at: '2026-03-01T10:00:00+02:00' })
    const messages = await receiver.first(2)
    expect(messages.every((message) => isSigned(message, site.secret))).toBe(true)
    expect(
      messages.some((message) => isSigned(message, `whsec_${Buffer.alloc(32).toString('base64')}`)),
    ).toBe(false)
    const bodies = messages.map(
      ({ body }) => JSON.parse(body) as { type: string; data: { events: unknown[] } },
    )
    expect(new Set(bodies.map(({ type }) => type))).toEqual(new Set(['points.events']))
    const { body } = await site.send(listEvents)
    const { events } = body as { events: { cursor: number }[] }
    expect(bodies.flatMap(({ data }) => data.events)).toEqual(expect.arrayContaining(events))
    await receiver.close()
  })

  it('is called again with the same id after a failure or a redirect [partners webhooks]', async () => {
    const receiver = await openReceiver([302])
    const site = await openSite(receiver.url)
    await site.deliver('a')
    const [first, second] = await receiver.first(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.headers.host).toBe(first?.headers.host)
    expect(isSigned(second as Message, site.secret)).toBe(true)
    await receiver.close()
  })

  it('receives one message at a time if it does not answer, and delays no other partner [partners webhooks]', async () => {
    const gate = Promise.withResolvers<void>()
    let atOnce = 0
    let maxConcurrent = 0
    const slow = await openReceiver([], async (gone) => {
      maxConcurrent = Math.max(maxConcurrent, (atOnce += 1))
      await Promise.race([gate.promise, gone])
      atOnce -= 1
    })
    const quick = await openReceiver()
    const [slowSite, quickSite] = [await openSite(slow.url), await openSite(quick.url)]
    for (const reference of ['a', 'b', 'c', 'd', 'e', 'f']) await slowSite.deliver(reference)
    await slow.first(1)
    for (const reference of ['a', 'b', 'c']) await quickSite.deliver(reference)
    await quick.first(3)
    expect(maxConcurrent).toBe(1)
    gate.resolve()
    await slow.first(6)
    expect(maxConcurrent).toBe(1)
    await slow.close()
    await quick.close()
  })

  it('is not called during a pause after a failure; the pause doubles until a message arrives', async () => {
    const receiver = await openReceiver([500, 500])
    const { partner } = await openSite(receiver.url)
    let now = testApp.portal.clock.now()
    const context = { ...testApp.portal, clock: { now: () => now } }
    const deliver = () => deliverWebhook(context, { partnerId: partner.id, recordIds: [1] })
    await expect(deliver()).rejects.toThrow('responded with status 500')
    await expect(deliver()).rejects.toThrow('failed recently')
    now = later(now, 2_500)
    await expect(deliver()).rejects.toThrow('responded with status 500')
    now = later(now, 2_500)
    await expect(deliver()).rejects.toThrow('failed recently')
    now = later(now, 2_500)
    await deliver()
    await deliver()
    expect(receiver.messages).toHaveLength(4)
    await receiver.close()
  })

  it('receives a large batch in messages of at most 100 events', async () => {
    const receiver = await openReceiver()
    const site = await openSite(receiver.url)
    const maria = await testApp.make.customer()
    await site.recordAll(
      Array.from({ length: 250 }, (_, n) => ({
        reference: `many-${n}`,
        participant: { id: maria.id },
        description: 'oil_collected',
        points: 1,
        happened_at: '2026-03-01T10:00:00+02:00',
      })),
    )
    const sizes = (await receiver.first(3)).map(
      ({ body }) => (JSON.parse(body) as { data: { events: unknown[] } }).data.events.length,
    )
    expect(sizes.sort((a, b) => a - b)).toEqual([50, 100, 100])
    await receiver.close()
  })

  it('has an encrypted secret, and a new one when it is set again', async () => {
    const site = await openSite('http://127.0.0.1:9/hook')
    const row = await testApp.db
      .selectFrom('partners')
      .select(['webhookUrl', 'webhookSecret'])
      .where('id', '=', site.partner.id)
      .executeTakeFirstOrThrow()
    expect(row.webhookUrl).toBe('http://127.0.0.1:9/hook')
    expect(row.webhookSecret).not.toContain(site.secret.slice(6, 20))
    expect(
      await setWebhook(
        testApp.portal,
        byCommand('partner set-webhook'),
        site.partner.clientId,
        'http://127.0.0.1:9/new',
      ),
    ).not.toBe(site.secret)
    expect(
      await setWebhook(testApp.portal, byCommand('partner set-webhook'), site.partner.clientId, null),
    ).toBeUndefined()
    await expect(
      setWebhook(testApp.portal, byCommand('partner set-webhook'), 'unknown', 'https://example.gr/'),
    ).rejects.toThrow('There is no partner')
  })

  it('must be public and use https outside the demonstration [security private network]', async () => {
    const { config, db, clock } = testApp.portal
    const strict = { db, clock, config: { ...config, demonstration: false } }
    const { clientId } = await testApp.make.partner()
    await expect(
      setWebhook(strict, byCommand('partner set-webhook'), clientId, 'http://oil.example.gr/'),
    ).rejects.toThrow('must begin with https')
    await expect(
      setWebhook(strict, byCommand('partner set-webhook'), clientId, 'https://10.0.0.1/'),
    ).rejects.toThrow('is in a private network')
    expect(
      await setWebhook(strict, byCommand('partner set-webhook'), clientId, 'https://oil.example.gr/hook'),
    ).toMatch(/^whsec_/)
    const open = { db, clock, config: { ...config, demonstration: false, privateWebhooks: true } }
    expect(await setWebhook(open, byCommand('partner set-webhook'), clientId, 'https://10.0.0.1/')).toMatch(
      /^whsec_/,
    )
  })

  it.each(['https://127.0.0.1:9/', 'http://127.0.0.1:9/', 'https://localhost:9/'])(
    'is not called at %s if the settings no longer allow the address',
    async (url) => {
      const { partner } = await openSite(url)
      const strict = { ...testApp.portal, config: { ...testApp.portal.config, demonstration: false } }
      const message = { partnerId: partner.id, recordIds: [1] }
      await expect(deliverWebhook(strict, message)).rejects.toThrow('cannot be reached (HttpClientError)')
    },
  )
})
