import { giveCoupon, returnCoupon, takeGift } from '@portal/contract/coupons.ts'
import { maxEntries } from '@portal/contract/desk/desk-limits.ts'
import {
  checkDeskCoupon,
  openDesk as enterPin,
  type SentDeskEntry,
  sendEntries,
  useDeskCoupon,
} from '@portal/contract/desk/desk.ts'
import { decideHeldEntry, listHeldEntries, revokeDevice } from '@portal/contract/desk/manage-devices.ts'
import { takeOffer } from '@portal/contract/offers.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { keyOf } from '#server/lib/rate-limit/rate-limit.ts'
import { cardCodeHash } from '#server/lib/security/card-codes.ts'
import { minutes } from '#server/lib/time/clock.ts'
import { addRates, cardOf, entryOf, openDesk, pin, sendAll, takenCoupon } from '#test/desks.ts'
import { backendOf, untilBlocked } from '#test/locks.ts'
import { publishedOffer } from '#test/offers.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ LIMIT_DESK_DEVICE: '200/1m', LIMIT_OFFER_ACCOUNT: '5/1h' })
  await addRates(testApp)
})
afterAll(async () => {
  await verifyLedger({ db: testApp.db })
  await testApp.close()
})

const entry = (given: Parameters<typeof entryOf>[1] = {}) => entryOf(testApp, given)
const newCard = async () => cardOf(testApp, await testApp.make.customer())

describe('a coupon that was given away', () => {
  it('has another code, because the giver may have kept the first one [desk attacks]', async () => {
    const { client, partner } = await openDesk(testApp)
    const { code, id, owner } = await takenCoupon(testApp, partner)
    const { link } = await owner.call(giveCoupon, { params: { id: String(id) }, body: {} })
    const receiver = await testApp.signIn(await testApp.make.customer())
    const params = { token: link.split('/').at(-1) ?? '' }
    const { secret, ending } = await receiver.call(takeGift, { params, body: {} })
    expect(secret?.code.endsWith(ending)).toBe(true)
    expect(await client.call(checkDeskCoupon, { body: { code } })).toEqual({ state: 'unknown' })
    const body = { code: secret?.code ?? '', submission: crypto.randomUUID() }
    expect(await client.call(useDeskCoupon, { body })).toMatchObject({ outcome: 'used', id })
  })
})

describe('an offer', () => {
  it('is not taken and given back without end: each is a record for good [offers limits]', async () => {
    const offer = await publishedOffer(testApp)
    const person = await testApp.make.customer()
    await testApp.make.record(person, { points: 500 })
    const client = await testApp.signIn(person)
    const statuses = []
    for (let n = 0; n < 6; n += 1) {
      const body = { submission: crypto.randomUUID(), points: 100 }
      const taken = await client.send(takeOffer, { params: { id: String(offer.id) }, body })
      statuses.push(taken.statusCode)
      const { coupon } = taken.json<{ coupon?: { id: number } }>()
      if (coupon) await client.call(returnCoupon, { params: { id: String(coupon.id) }, body: {} })
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('entries', () => {
  it('of a whole call may have long names of materials [desk entries]', async () => {
    const desk = await openDesk(testApp)
    const card = await newCard()
    const material = 'Ύφασμα '.repeat(14)
    const many = Array.from({ length: maxEntries }, () => entry({ card, items: 1, material }))
    expect((await sendAll(testApp, desk, many)).every(({ state }) => state === 'recorded')).toBe(true)
  })

  it('with one reference and other content are a conflict, also in one call [desk entries]', async () => {
    const desk = await openDesk(testApp)
    const one = entry({ card: await newCard(), items: 1 })
    const upper = { ...one, reference: one.reference.toUpperCase() }
    const results = await sendAll(testApp, desk, [one, { ...one, items: 9 }, upper])
    expect(results.map(({ state, code }) => code ?? state)).toEqual([
      ...['recorded', 'reference_conflict', 'repeated'],
    ])
  })

  it('have a time that a clock can show [desk clock]', async () => {
    const desk = await openDesk(testApp)
    const card = await newCard()
    // What is listed for operators has four digits of a year.
    for (const at of ['0000-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59-18:00']) {
      const body = { sent_at: at, entries: [entry({ card, at })] }
      const { results } = await desk.client.call(sendEntries, { body })
      expect(results).toMatchObject([{ state: 'refused', code: 'moment_invalid' }])
    }
    // After an empty battery.
    const at = '1970-01-01T00:00:00Z'
    const body = { sent_at: at, entries: [entry({ card, at })] }
    expect((await desk.client.call(sendEntries, { body })).results).toMatchObject([{ state: 'recorded' }])
  })
})

describe('millions of entries', () => {
  it('are not read to undo the use of a coupon, or to delete an account [operations query plans]', async () => {
    const planOf = (condition: RawBuilder<unknown>) =>
      testApp.db.transaction().execute(async (trx) => {
        // Of few entries all would be read.
        await sql`set local enable_seqscan = off`.execute(trx)
        const { rows } = await sql`explain select id from desk_entries where ${condition}`.execute(trx)
        return JSON.stringify(rows)
      })
    expect(await planOf(sql`device_id = 1 and kind = 'coupon' and record_id = 1`)).toContain('of_coupon')
    expect(await planOf(sql`decided_by = 1`)).toContain('of_operator')
  })
})

describe('openDesk', () => {
  it('counts as scans do: a right PIN costs a hash, too [desk attacks]', async () => {
    const desk = await openDesk(testApp)
    for (const _ of [1, 2])
      await sendAll(
        testApp,
        desk,
        Array.from({ length: 100 }, () => ({})),
      )
    expect((await desk.client.send(enterPin, { body: { pin } })).statusCode).toBe(429)
    testApp.clock.forward(minutes(1))
    expect((await desk.client.send(enterPin, { body: { pin } })).statusCode).toBe(200)
  })
})

describe('entries of a revoked device', () => {
  const revoked = async (given: Partial<SentDeskEntry>) => {
    const desk = await openDesk(testApp)
    const made = entry(given)
    testApp.clock.forward(minutes(1))
    await desk.operator.call(revokeDevice, { params: { id: String(desk.device.id) } })
    return { desk, made, params: { client: desk.partner.clientId } }
  }

  it('that an operator has refused stay refused [desk held]', async () => {
    const { desk, made, params } = await revoked({ card: await newCard() })
    await sendAll(testApp, desk, [made])
    const { entries } = await desk.operator.call(listHeldEntries, { params })
    const id = { id: String(entries[0]?.id) }
    await desk.operator.call(decideHeldEntry, { params: id, body: { accept: false } })
    expect(await sendAll(testApp, desk, [made])).toMatchObject([{ state: 'refused', code: 'desk_revoked' }])
    expect((await desk.operator.call(listHeldEntries, { params })).count).toBe(0)
  })

  it('are held up to a number that an operator can decide on [desk held]', async () => {
    const { desk, made, params } = await revoked({ kind: 'oil', sticker: 'ANY-TEXT' })
    const time = new Date(made.at)
    await sql`
      insert into desk_entries (device_id, reference, kind, state, received_at, happened_at, device_at, sticker_code, quantity)
      select ${desk.device.id}, gen_random_uuid(), 'oil', 'held', ${time}, ${time}, ${time}, 'ANY-TEXT', 1
      from generate_series(1, 999)`.execute(testApp.db)
    const more = { ...made, reference: crypto.randomUUID() }
    const results = await sendAll(testApp, desk, [made, more])
    expect(results.map(({ state, code }) => code ?? state)).toEqual(['held', 'waiting_full'])
    expect(results[1]?.final).toBe(false)
    expect((await desk.operator.call(listHeldEntries, { params })).count).toBe(1_000)
  })

  it('do not name a person who is erased meanwhile [privacy erasure]', async () => {
    const { db, portal } = testApp
    const person = await testApp.make.customer()
    const card = '23456789AEHK'
    const printed = { codeHash: await cardCodeHash(portal, card), createdAt: portal.clock.now() }
    await db
      .insertInto('printedCards')
      .values({ ...printed, participantId: person.id })
      .execute()
    const { desk, made } = await revoked({ card })
    const unknown = entry({ card: '2345-6789', at: made.at })
    // Its row of the limit exists.
    await sendAll(testApp, desk, [unknown])
    const key = await keyOf(portal, 'deskUnknownByDevice', String(desk.device.id))
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<number>()
    const holding = db.transaction().execute(async (trx) => {
      await sql`select from rate_limits where key = ${key} for update`.execute(trx)
      locked(await backendOf(trx))
      await mayEnd
    })
    const holder = await isLocked
    const body = { sent_at: portal.clock.now().toISOString(), entries: [made, unknown] }
    const sending = desk.client.call(sendEntries, { body })
    // It has found whose card it is, and waits to count the other one.
    await untilBlocked(db, holder, 1)
    await eraseParticipant(portal, person.id, 'request')
    end()
    await holding
    const { results } = await sending
    expect(results.map(({ code }) => code)).toEqual(['participant_unknown', 'card_unknown'])
    const left = db.selectFrom('deskEntries').select('id').where('participantId', '=', person.id)
    expect(await left.execute()).toEqual([])
  })
})
