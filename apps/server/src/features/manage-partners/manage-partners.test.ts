import {
  addPartner,
  changePartner,
  listPartners,
  type ManagedPartner,
  type PartnerSettings,
  pausePartner,
  resumePartner,
  rotatePartnerSecret,
  showPartnerConsent,
} from '@portal/contract/manage-partners.ts'
import { listPartnerCalls, retryPartnerWebhook } from '@portal/contract/partner-traffic.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRejections, noteRejections } from '#server/features/partner-api/rejections-service.ts'
import { isSecretOf } from '#server/features/partners/service.ts'
import { days, hours, later, minutes } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { openProgram } from '#test/programs.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let client: Client
beforeAll(async () => {
  testApp = await openTestApp()
  client = await signIn()
})
afterAll(() => testApp.close())

const signIn = async () => testApp.signIn(await testApp.make.staff({ role: 'operator' }))

const machine: PartnerSettings = {
  name: 'Μηχάνημα Πτολεμαΐδας',
  home_url: 'https://machine.example.gr',
  redirect_uris: [],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  initiate_login_uri: null,
  scopes: ['points:read', 'points:write'],
  descriptions: ['oil_collected'],
  origins: [],
  first_party: true,
  daily_cap: 5_000,
  person_cap: null,
  company: null,
  purpose: null,
  purpose_en: null,
  privacy_url: null,
}
const add = async (given: Partial<PartnerSettings> & { client_id?: string } = {}, by = client) =>
  by.call(addPartner, { body: { ...machine, ...given } })
const found = async (clientId: string) => {
  const partner = (await client.call(listPartners)).partners.find(({ client_id }) => client_id === clientId)
  if (!partner) throw new Error(`${clientId} is not listed.`)
  return partner
}
const change = async (partner: ManagedPartner, given: object, by = client) =>
  by.send(changePartner, {
    params: { client: partner.client_id },
    body: { version: partner.version, ...given },
  })
const hoursUntil = (time: string | null | undefined) =>
  (Date.parse(time ?? '') - testApp.portal.clock.now().getTime()) / hours(1)
const auditOf = async (clientId: string) =>
  (await auditEntries(testApp, 'partner.change')).filter(({ details }) => details['partner'] === clientId)

describe('addPartner', () => {
  it('registers a partner whose program can sign in with the secret, which is nowhere else', async () => {
    const { partner, secret } = await add({ client_id: 'machine-1' })
    expect(partner).toMatchObject({ ...machine, client_id: 'machine-1', paused_at: null, silent: false })
    expect(await isSecretOf(testApp.portal, 'machine-1', secret)).toBe(true)
    expect(JSON.stringify(await client.call(listPartners))).not.toContain(secret)
    const entries = await auditOf('machine-1')
    expect(entries).toMatchObject([
      { actorKind: 'staff', details: { change: 'add', after: expect.stringContaining('daily_cap: 5000') } },
    ])
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('returns why each setting is rejected, at its field and with the line of a list', async () => {
    await add({ client_id: 'machine-2' })
    const answer = await client.send(addPartner, {
      body: {
        ...machine,
        client_id: 'machine-2',
        scopes: ['points:write'],
        redirect_uris: ['https://machine.example.gr/back', 'http://machine.example.gr/back'],
        origins: ['https://machine.example.gr/a'],
        purpose: 'α'.repeat(301),
      },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['x-error-code']).toBe(
      'address_insecure;line=2, sentence_invalid;max=300, address_not_origin;line=1, scope_openid_missing',
    )
    expect(answer.json()).toMatchObject({
      redirect_uris: ["'http://machine.example.gr/back' must begin with https://."],
      scopes: ['a site with a redirect-uri needs the scope openid.'],
    })
    const taken = await client.send(addPartner, { body: { ...machine, client_id: 'machine-2' } })
    expect(taken.headers['x-error-code']).toBe('client_id_taken')
  })

  it('asks for the password again 15 minutes after the sign-in', async () => {
    const old = await signIn()
    testApp.clock.forward(minutes(16))
    const answer = await old.send(addPartner, { body: machine })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([403, 'confirmation_required'])
    client = await signIn()
  })
})

describe('changePartner', () => {
  it('changes the given settings and writes what they were', async () => {
    const { partner } = await add()
    const answer = await change(partner, { name: 'Άλλο', descriptions: ['oil_collected', 'item_reused'] })
    expect(answer.json()).toMatchObject({ name: 'Άλλο', daily_cap: 5_000, version: partner.version + 1 })
    expect((await auditOf(partner.client_id)).at(-1)?.details).toEqual({
      partner: partner.client_id,
      change: 'change',
      before: 'name: Μηχάνημα Πτολεμαΐδας\ndescriptions: oil_collected',
      after: 'name: Άλλο\ndescriptions: oil_collected, item_reused',
    })
  })

  it('rejects a change that is based on older settings, also one of two at the same time', async () => {
    const { partner } = await add()
    const other = await signIn()
    const answers = await Promise.all([
      change(partner, { name: 'Πρώτο' }),
      change(partner, { name: 'Δεύτερο' }, other),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 409]))
    const late = await change(partner, { name: 'Τρίτο' })
    expect(late.headers['x-error-code']).toBe('changed_meanwhile')
    expect((await change(await found(partner.client_id), { name: 'Τρίτο' })).statusCode).toBe(200)
  })
})

describe('rotatePartnerSecret', () => {
  it('accepts the old secret for the chosen hours, and says whether it is still used', async () => {
    const { partner, secret: old } = await add()
    const params = { client: partner.client_id }
    const body = { version: partner.version, keep_old_for: 48 }
    const { secret, partner: rotated } = await client.call(rotatePartnerSecret, { params, body })
    expect(hoursUntil(rotated.previous_secret?.until)).toBeCloseTo(48, 1)
    expect(rotated.previous_secret?.used_at).toBeNull()
    await isSecretOf(testApp.portal, partner.client_id, secret)
    expect((await found(partner.client_id)).previous_secret?.used_at).toBeNull()
    expect(await isSecretOf(testApp.portal, partner.client_id, old)).toBe(true)
    const { previous_secret: used } = await found(partner.client_id)
    expect(hoursUntil(used?.used_at)).toBeCloseTo(0, 1)
    expect((await client.send(rotatePartnerSecret, { params, body })).statusCode).toBe(409)
    expect((await auditOf(partner.client_id)).at(-1)?.details).toEqual({
      partner: partner.client_id,
      change: 'rotate-secret',
      secret: 'changed',
      keep_old_for: 48,
    })
  })
})

describe('pausePartner', () => {
  it('rejects the secret until the partner is resumed', async () => {
    const { partner, secret } = await add()
    const params = { client: partner.client_id }
    const paused = await client.call(pausePartner, { params })
    expect(paused.paused_at).not.toBeNull()
    expect(await isSecretOf(testApp.portal, partner.client_id, secret)).toBe(false)
    expect((await client.call(resumePartner, { params })).paused_at).toBeNull()
    expect(await isSecretOf(testApp.portal, partner.client_id, secret)).toBe(true)
  })
})

describe('listPartners', () => {
  it('has the records of yesterday, and marks a partner without a call for more than three days', async () => {
    const site = await openProgram(testApp)
    const { partner } = await add()
    const { id } = await testApp.make.customer()
    const record = { participant: { id }, description: 'oil_collected', points: 5 }
    const happened_at = testApp.portal.clock.now().toISOString()
    expect((await site.record({ ...record, reference: 'r-1', happened_at })).status).toBe(200)
    testApp.clock.forward(days(1))
    client = await signIn()
    expect(await found(site.partner.clientId)).toMatchObject({ records_yesterday: 1, silent: false })
    testApp.clock.forward(days(3))
    client = await signIn()
    expect(await found(site.partner.clientId)).toMatchObject({ records_yesterday: 0, silent: true })
    expect((await found(partner.client_id)).silent).toBe(true)
  })

  it('does not mark a partner whose phone is in use [console devices]', async () => {
    const { partner } = await add()
    testApp.clock.forward(days(4))
    client = await signIn()
    expect((await found(partner.client_id)).silent).toBe(true)
    const now = testApp.portal.clock.now()
    const { id } = await testApp.db
      .selectFrom('partners')
      .select('id')
      .where('clientId', '=', partner.client_id)
      .executeTakeFirstOrThrow()
    const device = { name: 'Υποδοχή', partnerId: id, createdAt: now, lastSeenAt: now }
    const enrolled = { may: ['reuse' as const], enrolledAt: now, secretHash: 'x', pinHash: 'x' }
    await testApp.db
      .insertInto('devices')
      .values({ ...device, ...enrolled })
      .execute()
    expect((await found(partner.client_id)).silent).toBe(false)
  })

  it('has the state of the webhook, whose waiting messages are sent again at once', async () => {
    const { partner } = await add()
    const { db } = testApp
    await db
      .updateTable('partners')
      .set({
        webhookUrl: 'https://machine.example.gr/hook',
        webhookFailures: 2,
        webhookRetryAt: later(testApp.portal.clock.now(), hours(1)),
        webhookFailedAt: testApp.portal.clock.now(),
        webhookFailedStatus: 502,
      })
      .where('clientId', '=', partner.client_id)
      .execute()
    expect((await found(partner.client_id)).webhook).toMatchObject({
      failures: 2,
      waiting: 0,
      last_failure: { status: 502 },
    })
    const retried = await client.call(retryPartnerWebhook, { params: { client: partner.client_id } })
    expect(retried.webhook?.retry_at).toBeNull()
  })
})

it('shows the question for consent as people read it, and rejections without personal data', async () => {
  const { partner } = await add({
    first_party: false,
    scopes: ['openid', 'profile', 'points:read', 'points:write'],
    company: 'Φούρνος ΙΚΕ',
  })
  const params = { client: partner.client_id }
  const { el, en } = await client.call(showPartnerConsent, { params })
  expect(el.facts).toContainEqual({ name: 'Υπεύθυνος', value: 'Φούρνος ΙΚΕ' })
  expect([el.items.length, en.items.length]).toEqual([3, 3])

  const { id } = await testApp.db
    .selectFrom('partners')
    .select('id')
    .where('clientId', '=', partner.client_id)
    .executeTakeFirstOrThrow()
  const errors = [{ code: 'rate_missing' }] as const
  const refused = [
    { reference: 'no-1', errors },
    { reference: 'maria@example.gr', errors },
  ]
  await noteRejections(testApp.portal, { id, clientId: partner.client_id }, refused, () => {})
  const listed = await client.call(listPartnerCalls, { params, query: {} })
  expect(listed.counts).toEqual([{ code: 'rate_missing', count: 2 }])
  expect(listed.calls.map(({ outcome, reference }) => [outcome, reference])).toEqual([
    ['refused', ''],
    ['refused', 'no-1'],
  ])
  expect((await listRejections(testApp.portal, partner.client_id, 1)).rejections).toHaveLength(1)
})
