import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listPartners } from '@portal/contract/manage-partners.ts'
import {
  listPartnerCalls,
  listPartnerDeliveries,
  listPartnerRecords,
  retryPartnerDelivery,
  setPartnerWebhook,
  testPartnerWebhook,
} from '@portal/contract/partner-traffic.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restrictParticipant } from '@portal/contract/participants.ts'
import { signedHeaders } from '#server/features/partner-api/webhook-service.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { addFailedMessage, openProgram, setUnreachableWebhook } from '#test/programs.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let client: Client
beforeAll(async () => {
  // The demo mode allows http and loopback addresses.
  testApp = await openTestApp({ DEMO: 'yes' })
  client = await signIn()
})
afterAll(() => testApp.close())

const signIn = async () => testApp.signIn(await testApp.make.staff({ role: 'operator' }))
const versionOf = async (clientId: string) =>
  (await client.call(listPartners)).partners.find((one) => one.client_id === clientId)?.version ?? 0
const auditOf = async (clientId: string) =>
  (await auditEntries(testApp, 'partner.change'))
    .map(({ details }) => details)
    .filter((details) => details['partner'] === clientId)

/** A server that answers with a status, and keeps what it received. */
async function openReceiver(status: number) {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      reply.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    close: () => new Promise((done) => server.close(done)),
  }
}

const deliveryTo = (participant: object, reference: string) => ({
  reference,
  participant,
  description: 'oil_collected',
  points: 5,
  happened_at: '2026-03-01T10:00:00+02:00',
})

describe('listPartnerCalls', () => {
  it('has recorded, repeated and refused records, all or of one outcome, without personal data', async () => {
    const [site, other] = [await openProgram(testApp), await openProgram(testApp)]
    const { id } = await testApp.make.customer()
    const once = deliveryTo({ id }, 'oil-1')
    await site.record(once)
    await site.record(deliveryTo({ id }, 'Μαρία 7'))
    await site.record(deliveryTo({ sticker: 'A4KX-97TE-H2MX' }, 'oil-w1'))
    await site.recordAll([once, once, deliveryTo({ id: 999_999_999 }, 'oil-2')])
    await site.record(once)
    await other.record(deliveryTo({ id }, 'other-1'))
    const params = { client: site.partner.clientId }
    const list = async (outcome?: string) => {
      const query = outcome === undefined ? {} : { outcome }
      const { calls } = await client.call(listPartnerCalls, { params, query })
      return calls.map((call) =>
        [call.outcome, call.reference, call.code ?? call.points ?? call.count].join(' '),
      )
    }
    expect((await list()).toSorted()).toEqual([
      'recorded  5',
      'recorded oil-1 5',
      'refused oil-2 participant_unknown',
      'repeated  3',
      'waiting oil-w1 5',
    ])
    expect(await list('repeated')).toEqual(['repeated  3'])
    expect(await list('recorded')).toEqual(['recorded  5', 'recorded oil-1 5'])
  })
})

describe('listPartnerRecords', () => {
  it('lists the records of the partner alone, by pages; of a restricted account not whose they are', async () => {
    const [site, other] = [await openProgram(testApp), await openProgram(testApp)]
    const [maria, nikos] = [await testApp.make.customer(), await testApp.make.customer()]
    await other.record(deliveryTo({ id: maria.id }, 'other-1'))
    await site.recordAll(
      Array.from({ length: 101 }, (_, n) => deliveryTo({ id: n === 100 ? nikos.id : maria.id }, `oil-${n}`)),
    )
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    const reason = 'Ζητήθηκε'
    await manager.call(restrictParticipant, { params: { id: String(nikos.id) }, body: { reason } })
    const params = { client: site.partner.clientId }
    const first = await client.call(listPartnerRecords, { params, query: {} })
    expect(first.records).toHaveLength(100)
    expect(first.records.slice(0, 2)).toMatchObject([
      { reference: 'oil-100', participant: null, points: 5, description: 'oil_collected' },
      { reference: 'oil-99', participant: maria.id },
    ])
    const second = await client.call(listPartnerRecords, { params, query: { before: String(first.next) } })
    expect(second).toMatchObject({ records: [{ reference: 'oil-0' }], next: null })
    const wrong = await client.send(listPartnerRecords, { params, query: { before: 'x' } })
    expect(wrong.headers['x-error-code']).toBe('cursor_invalid')
  })
})

describe('setPartnerWebhook', () => {
  it('returns a new secret once, also for the same address, and says why an address is rejected', async () => {
    const { clientId } = await testApp.make.partner()
    const params = { client: clientId }
    const set = async (webhook_url: string | null, by = client) =>
      by.send(setPartnerWebhook, { params, body: { version: await versionOf(clientId), webhook_url } })
    const wrong = await set('ftp://oil.example.gr/hook')
    expect(wrong.headers['x-error-code']).toBe('address_unreadable')
    expect(wrong.json()).toHaveProperty('webhook_url')

    const first = (await set('https://oil.example.gr/hook')).json<{ secret: string }>()
    expect(first).toMatchObject({
      partner: { webhook: { url: 'https://oil.example.gr/hook', failures: 0 } },
      secret: expect.stringMatching(/^whsec_/),
    })
    const again = (await set('https://oil.example.gr/hook')).json<{ secret: string }>()
    expect(again.secret).not.toBe(first.secret)
    expect((await set(null)).json()).toMatchObject({ partner: { webhook: null }, secret: null })
    const details = await auditOf(clientId)
    expect(details.slice(0, 2)).toEqual([
      {
        partner: clientId,
        change: 'webhook',
        before: 'webhook_url: –',
        after: 'webhook_url: https://oil.example.gr/hook',
        secret: 'changed',
      },
      { partner: clientId, change: 'webhook', secret: 'changed' },
    ])
    expect(JSON.stringify(details)).not.toContain(first.secret)
  })

  it('rejects one of two changes at the same time', async () => {
    const { clientId } = await testApp.make.partner()
    const version = await versionOf(clientId)
    const answers = await Promise.all(
      ['https://a.example.gr/', 'https://b.example.gr/'].map((webhook_url) =>
        client.send(setPartnerWebhook, { params: { client: clientId }, body: { version, webhook_url } }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 409]))
  })
})

describe('testPartnerWebhook', () => {
  it('sends a signed message and returns the answer, whether it is good or bad', async () => {
    for (const status of [204, 503]) {
      const receiver = await openReceiver(status)
      const { clientId } = await testApp.make.partner()
      const params = { client: clientId }
      const body = { version: await versionOf(clientId), webhook_url: receiver.url }
      const { secret } = await client.call(setPartnerWebhook, { params, body })
      const answer = await client.call(testPartnerWebhook, { params })
      expect(answer).toEqual({
        status,
        reason: null,
        delivered: status === 204,
        milliseconds: expect.any(Number),
      })
      const [message] = receiver.received
      const {
        'webhook-id': id,
        'webhook-timestamp': sentAt,
        'webhook-signature': signature,
      } = message?.headers ?? {}
      const expected = signedHeaders(
        String(id),
        new Date(Number(sentAt) * 1_000),
        message?.body ?? '',
        secret ?? '',
      )
      expect(signature).toBe(expected['Webhook-Signature'])
      expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'test', data: {} })
      // A test is no delivery.
      expect(
        (await client.call(listPartners)).partners.find((one) => one.client_id === clientId),
      ).toMatchObject({
        webhook: { failures: 0, waiting: 0 },
      })
      await receiver.close()
    }
  })

  it('has the reason if nobody answers; without a webhook there is nothing to test', async () => {
    const { clientId } = await testApp.make.partner()
    const params = { client: clientId }
    expect((await client.send(testPartnerWebhook, { params })).statusCode).toBe(404)
    await setUnreachableWebhook(testApp, clientId)
    expect(await client.call(testPartnerWebhook, { params })).toMatchObject({
      status: null,
      reason: 'ECONNREFUSED',
      delivered: false,
    })
  })
})

describe('listPartnerDeliveries', () => {
  it('lists delivered and failed messages with the answers; one is sent again', async () => {
    const receiver = await openReceiver(204)
    const site = await openProgram(testApp)
    const params = { client: site.partner.clientId }
    const list = async () => (await client.call(listPartnerDeliveries, { params })).deliveries
    const body = { version: await versionOf(params.client), webhook_url: receiver.url }
    await client.call(setPartnerWebhook, { params, body })
    const { id } = await testApp.make.customer()
    await site.record(deliveryTo({ id }, 'oil-1'))
    await expect
      .poll(list, { timeout: 10_000 })
      .toMatchObject([{ state: 'delivered', events: 1, tries: 1, answer: { status: 204, reason: null } }])

    const failed = await addFailedMessage(testApp, site.partner.id)
    expect((await list()).find((one) => one.id === failed)).toMatchObject({
      state: 'waiting',
      tries: 1,
      answer: null,
    })
    await client.call(retryPartnerDelivery, { params: { ...params, delivery: failed } })
    await expect
      .poll(async () => (await list()).find((one) => one.id === failed), { timeout: 10_000 })
      .toMatchObject({ state: 'delivered', tries: 2 })
    const unknown = await client.send(retryPartnerDelivery, { params: { ...params, delivery: failed } })
    expect(unknown.statusCode).toBe(404)
    await receiver.close()
  })

  it('keeps the answer of a message that failed', async () => {
    const receiver = await openReceiver(500)
    const site = await openProgram(testApp)
    const params = { client: site.partner.clientId }
    const body = { version: await versionOf(params.client), webhook_url: receiver.url }
    await client.call(setPartnerWebhook, { params, body })
    const { id } = await testApp.make.customer()
    await site.record(deliveryTo({ id }, 'oil-1'))
    await expect
      .poll(async () => (await client.call(listPartnerDeliveries, { params })).deliveries, {
        timeout: 10_000,
      })
      .toMatchObject([{ state: 'waiting', events: 1, answer: { status: 500 } }])
    await receiver.close()
  })
})
