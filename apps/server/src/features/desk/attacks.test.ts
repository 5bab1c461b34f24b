import { showOwnCoupon } from '@portal/contract/coupons.ts'
import {
  checkDeskCoupon,
  enrolDevice,
  listDeskToday,
  openDesk as enterPin,
  readCard,
  sendEntries,
  showDesk,
  undoDeskCoupon,
  useDeskCoupon,
} from '@portal/contract/desk/desk.ts'
import { revokeDevice } from '@portal/contract/desk/manage-devices.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRates, cardOf, entryOf, openDesk, pin, sendAll, takenCoupon } from '#test/desks.ts'
import type { MadePartner } from '#test/factories.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { minutes } from '#server/lib/time/clock.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({
    LIMIT_DESK_DEVICE: '200/1m',
    LIMIT_DESK_UNKNOWN_DEVICE: '20/10m',
    LIMIT_DESK_UNKNOWN_PARTNER: '60/10m',
    LIMIT_DESK_ENROL_NETWORK: '40/10m',
  })
  await addRates(testApp)
})
afterAll(async () => {
  await verifyLedger({ db: testApp.db })
  await testApp.close()
})

const entry = (given: Parameters<typeof entryOf>[1]) => entryOf(testApp, given)
const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

const couponOf = (partner: MadePartner) => takenCoupon(testApp, partner)
const use = (client: Client, code: string, submission: string = crypto.randomUUID()) =>
  client.call(useDeskCoupon, { body: { code, submission } })

describe('an attacker with a device', () => {
  it('learns nothing of a coupon of another shop, and does not use it [desk attacks]', async () => {
    const [bakery, thief] = [await openDesk(testApp), await openDesk(testApp)]
    const { code, id } = await couponOf(bakery.partner)
    expect(await thief.client.call(checkDeskCoupon, { body: { code } })).toEqual({ state: 'other_shop' })
    expect(await use(thief.client, code)).toEqual({ outcome: 'refused', state: 'other_shop' })
    expect((await thief.client.send(undoDeskCoupon, { body: { id } })).statusCode).toBe(404)
    expect((await bakery.client.call(checkDeskCoupon, { body: { code } })).state).toBe('valid')
  })

  it('gets nothing from a photographed card after three minutes, or after its visit [desk attacks]', async () => {
    const [till, thief] = [await openDesk(testApp), await openDesk(testApp)]
    const person = await testApp.make.customer()
    const [read, unread] = [await cardOf(testApp, person), await cardOf(testApp, person)]
    await till.client.call(readCard, { body: { code: read } })
    expect((await thief.client.send(readCard, { body: { code: read } })).statusCode).toBe(400)
    testApp.clock.forward(minutes(6))
    expect((await thief.client.send(readCard, { body: { code: unread } })).statusCode).toBe(400)
    const results = await sendAll(testApp, thief, [entry({ card: read }), entry({ card: unread })])
    expect(results.map(({ code }) => code)).toEqual(['card_used', 'card_expired'])
  })

  it('gets nothing from replayed entries of another device, or of its own [desk attacks]', async () => {
    const [till, thief] = [await openDesk(testApp), await openDesk(testApp)]
    const person = await testApp.make.customer()
    const recorded = entry({ card: await cardOf(testApp, person) })
    expect((await sendAll(testApp, till, [recorded]))[0]).toMatchObject({ state: 'recorded' })
    expect((await sendAll(testApp, till, [recorded]))[0]).toMatchObject({ state: 'repeated' })
    const asThief = await sendAll(testApp, thief, [recorded, { ...recorded, reference: crypto.randomUUID() }])
    expect(asThief.map(({ code }) => code)).toEqual(['card_used', 'card_used'])
    const { available } = await (await testApp.signIn(person)).call(summarizePoints)
    expect(available).toBe(48)
  })

  it('does not choose the points [desk attacks]', async () => {
    const { client } = await openDesk(testApp)
    const card = await cardOf(testApp, await testApp.make.customer())
    const sent_at = testApp.portal.clock.now().toISOString()
    const body = { sent_at, entries: [{ ...entry({ card }), points: 9_999 }] }
    const { results } = await client.call(sendEntries, { body })
    expect(results).toMatchObject([{ state: 'refused', code: 'field_unknown' }])
    expect((await client.send(sendEntries, { body: { ...body, points: 5 } })).statusCode).toBe(400)
  })

  it('gets nothing with a forged cookie, nor as a device with a session [desk attacks]', async () => {
    const client = testApp.visitor()
    for (const forged of ['', 'x', 'A'.repeat(43), 'á', '%00', 'a'.repeat(4_000)]) {
      client.cookies.set('portal_desk', forged)
      expect((await client.send(showDesk)).statusCode).toBe(401)
      expect((await client.send(sendEntries, { body: {} })).statusCode).toBe(401)
    }
    const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    expect((await operator.send(listDeskToday)).statusCode).toBe(401)
    const { client: device } = await openDesk(testApp)
    expect((await device.inject({ url: '/api/auth/users/me/' })).statusCode).toBe(401)
    expect((await device.inject({ url: '/api/partner/events/' })).statusCode).toBe(401)
  })

  it('tries at most five PINs, also 20 at once [desk attacks]', async () => {
    const { client, device } = await openDesk(testApp)
    const pins = Array.from({ length: 20 }, (_, n) => String(1_000 + n))
    const answers = await Promise.all(pins.map((pin) => client.send(enterPin, { body: { pin } })))
    expect(statusesOf(answers).filter((status) => status === 400)).toHaveLength(4)
    expect(statusesOf(answers).filter((status) => status === 403)).toHaveLength(16)
    const row = await testApp.db
      .selectFrom('devices')
      .select(['pinFailures', 'lockedAt'])
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ pinFailures: 5, lockedAt: expect.any(Date) })
    expect((await client.send(enterPin, { body: { pin } })).statusCode).toBe(403)
    const sent_at = testApp.portal.clock.now().toISOString()
    const late = { sent_at, entries: [entry({ card: '2345-6789' })] }
    expect((await client.send(sendEntries, { body: late })).statusCode).toBe(403)
  })

  it('does not try out codes of coupons, cards and enrolments [desk attacks]', async () => {
    const { client, partner } = await openDesk(testApp)
    const codes = Array.from({ length: 25 }, (_, n) => `2345-6789-${2_345 + n}`)
    const checks = await Promise.all(codes.map((code) => client.send(checkDeskCoupon, { body: { code } })))
    expect(statusesOf(checks).filter((status) => status === 200)).toHaveLength(20)
    expect(statusesOf(checks).filter((status) => status === 429)).toHaveLength(5)
    expect((await client.send(readCard, { body: { code: '2345-6789' } })).statusCode).toBe(429)
    // Sent entries neither.
    const other = await openDesk(testApp, { partner })
    const guesses = codes.map(() => entry({ card: '2345-6789' }))
    const results = await sendAll(testApp, other, guesses)
    expect(results.filter(({ code }) => code === 'card_unknown')).toHaveLength(20)
    expect(results.filter(({ code, final }) => code === 'throttled' && final === false)).toHaveLength(5)
    // Nor with more devices of the partner.
    const third = await openDesk(testApp, { partner })
    const fourth = await openDesk(testApp, { partner })
    const more = []
    for (const { client } of [third, fourth])
      for (const code of codes.slice(0, 15)) more.push(await client.send(checkDeskCoupon, { body: { code } }))
    expect(statusesOf(more).filter((status) => status === 200)).toHaveLength(20)
    const enrolments = []
    for (let n = 0; n < 45; n += 1)
      enrolments.push(await testApp.visitor().send(enrolDevice, { body: { code: '2345-6789', pin } }))
    expect(statusesOf(enrolments).at(-1)).toBe(429)
    testApp.clock.forward(minutes(11))
  })

  it('scans at most 200 codes in a minute, and loses no entry by it [desk attacks]', async () => {
    const desk = await openDesk(testApp)
    const card = await cardOf(testApp, await testApp.make.customer())
    const many = Array.from({ length: 100 }, () => entry({ card, items: 1 }))
    expect((await sendAll(testApp, desk, many)).every(({ state }) => state === 'recorded')).toBe(true)
    for (let n = 0; n < 99; n += 1)
      expect((await desk.client.send(readCard, { body: { code: card } })).statusCode).toBe(200)
    const [last, over] = [entry({ card, items: 1 }), entry({ card, items: 1 })]
    const results = await sendAll(testApp, desk, [last, over])
    expect(results).toMatchObject([
      { state: 'recorded' },
      { state: 'refused', code: 'throttled', final: false, reference: over.reference },
    ])
    expect((await desk.client.send(readCard, { body: { code: card } })).statusCode).toBe(429)
    testApp.clock.forward(minutes(1))
    expect((await sendAll(testApp, desk, [over]))[0]).toMatchObject({ state: 'recorded' })
  })

  it('uses nothing after it was revoked, also in a call that is under way [desk attacks]', async () => {
    const { client, operator, partner, device } = await openDesk(testApp)
    const { code } = await couponOf(partner)
    const [used] = await Promise.all([
      client.send(useDeskCoupon, { body: { code, submission: crypto.randomUUID() } }),
      operator.call(revokeDevice, { params: { id: String(device.id) } }),
    ])
    expect([200, 403]).toContain(used.statusCode)
    const later = await client.send(useDeskCoupon, { body: { code, submission: crypto.randomUUID() } })
    expect(later.statusCode).toBe(403)
  })
})

describe('a coupon', () => {
  it('is used once, and of two tills one wins and the other is told when and where [desk coupons]', async () => {
    const first = await openDesk(testApp, { name: 'Ταμείο 1' })
    const second = await openDesk(testApp, { name: 'Ταμείο 2', partner: first.partner })
    const { code, id, owner } = await couponOf(first.partner)
    const checked = await first.client.call(checkDeskCoupon, { body: { code } })
    expect(checked).toEqual({
      ...{ state: 'valid', id, title: 'Ένα ψωμί', valid_until: expect.any(String) },
      ending: code.slice(-4),
    })
    const tills = [first, second, first, second, first, second]
    const answers = await Promise.all(tills.map(({ client }) => use(client, code)))
    expect(answers.filter(({ outcome }) => outcome === 'used')).toHaveLength(1)
    const winner = tills[answers.findIndex(({ outcome }) => outcome === 'used')]
    for (const { state, used_at, used_by } of answers)
      expect({ state, used_at, used_by }).toEqual({
        state: 'used',
        used_at: expect.any(String),
        used_by: { device: winner?.device.name, place: null },
      })
    const shown = await owner.call(showOwnCoupon, { params: { id: String(id) } })
    expect(shown).toMatchObject({ state: 'used', secret: null })
  })

  it('is used once by a repeated submission [desk coupons]', async () => {
    const { client, partner } = await openDesk(testApp)
    const { code } = await couponOf(partner)
    const submission = crypto.randomUUID()
    const answers = await Promise.all([use(client, code, submission), use(client, code, submission)])
    answers.push(await use(client, code, submission.toUpperCase()))
    expect(answers.map(({ outcome }) => outcome)).toEqual(['used', 'used', 'used'])
    expect((await client.call(listDeskToday)).sums.coupons).toBe(1)
  })

  it('is given back to its owner by the same device within ten minutes [desk coupons]', async () => {
    const till = await openDesk(testApp)
    const other = await openDesk(testApp, { partner: till.partner })
    const { code, id } = await couponOf(till.partner)
    expect((await use(till.client, code)).undo_until).toEqual(expect.any(String))
    expect((await other.client.call(checkDeskCoupon, { body: { code } })).undo_until).toBeUndefined()
    expect((await other.client.send(undoDeskCoupon, { body: { id } })).statusCode).toBe(404)
    const undone = await Promise.all([
      till.client.call(undoDeskCoupon, { body: { id } }),
      till.client.call(undoDeskCoupon, { body: { id } }),
    ])
    expect(undone.map(({ state }) => state)).toEqual(['valid', 'valid'])
    const today = await till.client.call(listDeskToday)
    expect(today.entries).toMatchObject([
      { kind: 'coupon', state: 'undone', coupon: { id, undo_until: null } },
    ])
    expect((await use(other.client, code)).outcome).toBe('used')
    expect((await till.client.send(undoDeskCoupon, { body: { id } })).statusCode).toBe(404)
    testApp.clock.forward(minutes(10))
    await other.client.call(listDeskToday)
    const late = await other.client.send(undoDeskCoupon, { body: { id } })
    expect([late.statusCode, late.json()]).toEqual([409, { detail: expect.stringContaining('ten minutes') }])
  })

  it('that expired or was returned is not used [desk coupons]', async () => {
    const { client, partner } = await openDesk(testApp)
    const [old, returned] = [await couponOf(partner), await couponOf(partner)]
    const reimbursed = await couponOf(partner)
    const set = (id: number, facts: object) =>
      testApp.db.updateTable('coupons').set(facts).where('recordId', '=', id).execute()
    await set(old.id, { validUntil: '2020-01-01' })
    await set(returned.id, { cancelledAt: testApp.portal.clock.now() })
    await set(reimbursed.id, { validUntil: '2020-01-01', cancelledAt: testApp.portal.clock.now() })
    expect((await use(client, old.code)).state).toBe('expired')
    expect((await use(client, returned.code)).state).toBe('cancelled')
    expect((await use(client, reimbursed.code)).state).toBe('expired')
    expect((await use(client, '2345-6789-AEHK')).state).toBe('unknown')
    for (const { id } of [old, reimbursed]) await set(id, { validUntil: '2099-01-01' })
  })
})
