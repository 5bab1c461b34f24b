import {
  closeDesk,
  listDeskToday,
  openDesk as enterPin,
  readCard,
  type SentDeskEntry,
  sendEntries,
  showDesk,
} from '@portal/contract/desk/desk.ts'
import {
  decideHeldEntry,
  listDeskDays,
  listDevices,
  listHeldEntries,
  revokeDevice,
} from '@portal/contract/desk/manage-devices.ts'
import { bindSticker } from '@portal/contract/stickers.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntries } from '#test/audit-entries.ts'
import { addRates, cardOf, type Desk, entryOf, openDesk, pin, sendAll } from '#test/desks.ts'
import type { Person } from '#test/factories.ts'
import { unissuedCode } from '#test/programs.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { cardCodeHash } from '#server/lib/security/card-codes.ts'
import { hours, later, minutes } from '#server/lib/time/clock.ts'

let testApp: TestApp
let desk: Desk
beforeAll(async () => {
  testApp = await openTestApp()
  await addRates(testApp)
  desk = await openDesk(testApp)
})
afterAll(async () => {
  await verifyLedger({ db: testApp.db })
  await testApp.close()
})

const now = () => testApp.portal.clock.now()
const pointsOf = async (person: Person) =>
  (await (await testApp.signIn(person)).call(summarizePoints)).available
const entry = (given?: Partial<SentDeskEntry>) => entryOf(testApp, given)
const send = (...entries: unknown[]) => sendAll(testApp, desk, entries)
const read = (code: string, { client } = desk) => client.send(readCard, { body: { code } })
async function addPrinted(person: Person, code = 'P234-5678-9AEH'): Promise<string> {
  const codeHash = await cardCodeHash(testApp.portal, code.replaceAll('-', ''))
  const card = { codeHash, participantId: person.id, createdAt: now() }
  await testApp.db.insertInto('printedCards').values(card).execute()
  return code
}

describe('a card', () => {
  it('shows a desk the first name and the initial, and nothing else [desk card]', async () => {
    const code = await cardOf(
      testApp,
      await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Παπαδοπούλου' }),
    )
    const answer = await read(code)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { name: 'Μαρία Π.', printed: false, until: expect.any(String) },
    ])
  })

  it('is read with or without prefix, in small and Greek letters [desk card]', async () => {
    const person = await testApp.make.customer()
    for (const form of [
      (code: string) => `K:${code.replace('-', '')}`,
      (code: string) => ` ${code.toLowerCase()} `,
      (code: string) =>
        code.replace(/[AEHKMNPTX]/g, (sign) => 'ΑΕΗΚΜΝΡΤΧ'['AEHKMNPTX'.indexOf(sign)] ?? sign),
      (code: string) => `Κ¨${code}`,
    ])
      expect((await read(form(await cardOf(testApp, person)))).statusCode).toBe(200)
  })

  it("is used up for other devices, and is the device's for 15 minutes [desk card]", async () => {
    const person = await testApp.make.customer()
    const code = await cardOf(testApp, person)
    await read(code)
    const other = await openDesk(testApp, { partner: desk.partner, name: 'Ταμείο 2' })
    expect((await read(code, other)).json()).toEqual({ code: [expect.stringContaining('Another device')] })
    const [taken] = await sendAll(testApp, other, [entry({ card: code })])
    expect(taken).toMatchObject({ state: 'refused', code: 'card_used' })
    testApp.clock.forward(minutes(14))
    expect((await read(code)).statusCode).toBe(200)
    testApp.clock.forward(minutes(2))
    expect(await reopened(() => read(code))).toEqual({ code: [expect.stringContaining('older than')] })
    expect(await pointsOf(person)).toBe(0)
  })

  it('expires after three minutes [desk card]', async () => {
    const code = await cardOf(testApp, await testApp.make.customer())
    testApp.clock.forward(minutes(3))
    expect((await read(code)).json()).toEqual({ code: ['This card code is older than three minutes.'] })
  })

  it('on paper gives points as often as it is shown, until it is revoked [desk card]', async () => {
    const person = await testApp.make.customer()
    const code = await addPrinted(person)
    expect((await read(`P:${code}`)).json()).toMatchObject({ printed: true })
    const [first, second] = await send(entry({ card: code }), entry({ card: code, kind: 'took' }))
    expect([first?.points, second?.points]).toEqual([48, 12])
    await testApp.db
      .updateTable('printedCards')
      .set({ revokedAt: now() })
      .where('participantId', '=', person.id)
      .execute()
    testApp.clock.forward(minutes(1))
    expect((await read(code)).statusCode).toBe(400)
    expect((await send(entry({ card: code })))[0]).toMatchObject({ state: 'refused', code: 'card_unknown' })
    expect(await pointsOf(person)).toBe(60)
  })

  it('of a restricted account tells no name [desk card]', async () => {
    const person = await testApp.make.customer()
    const code = await cardOf(testApp, person)
    await testApp.db
      .insertInto('accountRestrictions')
      .values({ userId: person.id, restrictedAt: now() })
      .execute()
    expect((await read(code)).statusCode).toBe(403)
  })
})

/** Opens the desk again, which 15 minutes without a call have closed, and makes a call. */
async function reopened(call: () => ReturnType<typeof read>) {
  await desk.client.call(enterPin, { body: { pin } })
  return (await call()).json<unknown>()
}

describe('entries', () => {
  beforeAll(() => reopened(() => read('x')))

  it('give points by the rates, once for each reference [desk entries]', async () => {
    const person = await testApp.make.customer()
    const card = await cardOf(testApp, person)
    await read(card)
    const brought = entry({ card, material: 'Βιβλία' })
    const first = await send(brought, entry({ card, kind: 'oil', litres: 2.5 }), brought)
    expect(first).toEqual([
      { reference: brought.reference, state: 'recorded', points: 48, code: null },
      { reference: expect.any(String), state: 'recorded', points: 50, code: null },
      { reference: brought.reference, state: 'repeated', points: 48, code: null },
    ])
    const both = await Promise.all([send(brought), send(brought)])
    expect(both.map(([one]) => one?.state)).toEqual(['repeated', 'repeated'])
    expect(await pointsOf(person)).toBe(98)
    expect((await send({ ...brought, items: 4 }))[0]).toMatchObject({ code: 'reference_conflict' })
    expect(await pointsOf(person)).toBe(98)
  })

  it('of a sticker go to its owner, or wait for one [desk entries]', async () => {
    const person = await testApp.make.customer()
    const { id: batchId } = await testApp.db
      .insertInto('stickerBatches')
      .values({ count: 1, createdAt: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const code = unissuedCode()
    await testApp.db.insertInto('stickers').values({ code, batchId }).execute()
    const oil = () => entry({ kind: 'oil', sticker: code.toLowerCase(), litres: 2 })
    expect((await send(oil()))[0]).toMatchObject({ state: 'waiting', points: 40 })
    await (await testApp.signIn(person)).call(bindSticker, { body: { code } })
    expect((await send(oil()))[0]).toMatchObject({ state: 'recorded', points: 40 })
    expect(await pointsOf(person)).toBe(80)
    expect((await send(entry({ kind: 'oil', sticker: 'A4KX' })))[0]).toMatchObject({
      state: 'refused',
      code: 'sticker_code_wrong',
    })
  })

  it('that are wrong are refused, and the others recorded [desk entries]', async () => {
    const person = await testApp.make.customer()
    const card = await cardOf(testApp, person)
    const good = entry({ card })
    const results = await send(
      { ...entry({ card }), points: 10_000 },
      { ...entry({ card }), items: 0 },
      { ...entry({ card }), litres: 2 },
      { ...entry({ card, kind: 'oil' }), items: 2 },
      { ...entry({ card }), sticker: 'A4KX97TEH2MX' },
      entry({ sticker: 'A4KX97TEH2MX' }),
      entry(),
      { ...entry({ card }), reference: 'x' },
      { ...entry({ card }), at: 'yesterday' },
      null,
      good,
    )
    expect(results.map(({ state, code }) => `${state} ${code}`)).toEqual([
      'refused field_unknown',
      'refused too_small',
      'refused litres_or_items',
      'refused litres_or_items',
      'refused required',
      'refused required',
      'refused required',
      'refused uuid_invalid',
      'refused moment_invalid',
      'refused not_an_object',
      'recorded null',
    ])
    expect(await pointsOf(person)).toBe(48)
  })

  it('are of what the device and its partner may do only [desk entries]', async () => {
    const person = await testApp.make.customer()
    const collector = await openDesk(testApp, { may: ['oil'], writes: ['item_delivered'] })
    const card = await addPrinted(person, 'P234-5678-9AEK')
    const results = await sendAll(testApp, collector, [entry({ card }), entry({ card, kind: 'oil' })])
    expect(results.map(({ code }) => code)).toEqual(['desk_not_allowed', 'description_not_allowed'])
    expect((await collector.client.call(showDesk)).rates).toEqual([])
    expect((await desk.client.call(showDesk)).rates).toContainEqual({
      kind: 'took',
      material: null,
      points_per_unit: 4,
    })
  })

  it('recorded without network count when they were recorded, up to 72 hours ago [desk offline]', async () => {
    const person = await testApp.make.customer()
    const card = await cardOf(testApp, person)
    const first = entry({ card })
    testApp.clock.forward(minutes(10))
    const second = entry({ card, kind: 'took' })
    testApp.clock.forward(hours(71))
    const results = await send(first, second)
    expect(results.map(({ state, points }) => [state, points])).toEqual([
      ['recorded', 48],
      ['recorded', 12],
    ])
    const { createdAt } = await testApp.db
      .selectFrom('pointsRecords')
      .select('createdAt')
      .where('participantId', '=', person.id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(Math.abs(createdAt.getTime() - new Date(first.at).getTime())).toBeLessThan(1_000)
    expect(await send(first, second)).toMatchObject([{ state: 'repeated' }, { state: 'repeated' }])
    testApp.clock.forward(hours(2))
    expect((await send(entry({ card, at: first.at })))[0]).toMatchObject({ code: 'entry_too_old' })
    expect(await pointsOf(person)).toBe(60)
  })

  it('without network need a code that was shown at that time [desk offline]', async () => {
    const card = await cardOf(testApp, await testApp.make.customer())
    testApp.clock.forward(minutes(6))
    const late = entry({ card })
    const early = entry({ card, at: later(now(), -minutes(9)).toISOString() })
    testApp.clock.forward(minutes(1))
    expect((await send(late, early)).map(({ code }) => code)).toEqual(['card_expired', 'card_expired'])
  })

  it('happened by the clock of the portal, and the wrong one is kept [desk clock]', async () => {
    const person = await testApp.make.customer()
    const card = await cardOf(testApp, person)
    const [sent_at, at] = ['2031-05-01T10:00:30Z', '2031-05-01T10:00:00Z']
    const ahead = entry({ card, at })
    await desk.client.call(sendEntries, {
      body: { sent_at, entries: [ahead, entry({ card, at: '2031-06-01T10:00:00Z' })] },
    })
    const rows = await testApp.db
      .selectFrom('deskEntries')
      .select(['happenedAt', 'deviceAt', 'receivedAt'])
      .where('participantId', '=', person.id)
      .orderBy('id')
      .execute()
    expect(rows[0]?.deviceAt).toEqual(new Date(at))
    const ages = rows.map(({ receivedAt, happenedAt }) => receivedAt.getTime() - happenedAt.getTime())
    // An entry of the future happened when it arrived.
    expect(ages.map((ms) => Math.round(ms / 1_000))).toEqual([30, 0])
  })

  it('are kept by closed devices, and neither read nor listed there [desk offline]', async () => {
    const card = await cardOf(testApp, await testApp.make.customer())
    await desk.client.call(closeDesk)
    expect((await send(entry({ card })))[0]).toMatchObject({ state: 'recorded' })
    expect((await read(card)).json()).toEqual({ detail: 'Enter the PIN of the device first.' })
    expect((await desk.client.send(listDeskToday)).statusCode).toBe(403)
    await reopened(() => read(card))
  })

  it('are listed with the sums of the day, for the device and for operators [desk sums]', async () => {
    testApp.clock.toNoon()
    const own = await openDesk(testApp, { name: 'Υποδοχή' })
    const card = await addPrinted(await testApp.make.customer(), 'P234-5678-9AEM')
    await sendAll(testApp, own, [
      entry({ card }),
      entry({ card, kind: 'took', items: 1 }),
      entry({ card, kind: 'oil', litres: 2.5 }),
      entry({ card: '2345-6789' }),
    ])
    const today = await own.client.call(listDeskToday)
    expect(today.sums).toEqual({ coupons: 0, brought: 3, took: 1, litres: 2.5, points: 102 })
    expect(today.entries.map(({ state, quantity, code }) => [state, quantity, code])).toEqual([
      ['refused', 3, 'card_unknown'],
      ['recorded', 2.5, null],
      ['recorded', 1, null],
      ['recorded', 3, null],
    ])
    const params = { client: own.partner.clientId }
    const days = await own.operator.call(listDeskDays, { params })
    expect(days).toEqual([
      {
        day: now().toISOString().slice(0, 10),
        device: { id: own.device.id, name: 'Υποδοχή' },
        ...today.sums,
      },
    ])
    expect(await own.operator.call(listDeskDays, { params, query: { month: '2020-01' } })).toEqual([])
    const wrong = await own.operator.send(listDeskDays, { params, query: { month: '2020-13' } })
    expect(wrong.statusCode).toBe(400)
  })

  it('are audited with the device [desk audit]', async () => {
    const person = await testApp.make.customer()
    const card = await cardOf(testApp, person)
    await reopened(() => read(card))
    await send(entry({ card }))
    const entries = (await auditEntries(testApp)).filter(
      ({ subjectId, actorKind }) => subjectId === person.id && actorKind === 'device',
    )
    const by = { actorId: desk.device.id }
    expect(entries).toMatchObject([
      { action: 'desk.read_card', ...by },
      { action: 'desk.record', ...by },
    ])
  })

  it('count under the caps of the partner [desk caps]', async () => {
    const capped = await openDesk(testApp)
    await testApp.db
      .updateTable('partners')
      .set({ dailyCap: 6 })
      .where('id', '=', capped.partner.id)
      .execute()
    const card = await addPrinted(await testApp.make.customer(), 'P234-5678-9AEN')
    const [first, second] = [entry({ card }), entry({ card })]
    expect((await sendAll(testApp, capped, [first, second])).map(({ code }) => code)).toEqual([
      null,
      'cap_reached',
    ])
    await testApp.db
      .updateTable('partners')
      .set({ dailyCap: null })
      .where('id', '=', capped.partner.id)
      .execute()
    expect((await sendAll(testApp, capped, [second]))[0]).toMatchObject({ state: 'recorded' })
  })
})

describe('entries of a revoked device', () => {
  async function held(given: Partial<SentDeskEntry> = {}) {
    const person = await testApp.make.customer()
    const own = await openDesk(testApp)
    const made = entry({ card: await cardOf(testApp, person), ...given })
    testApp.clock.forward(minutes(1))
    await own.operator.call(revokeDevice, { params: { id: String(own.device.id) } })
    testApp.clock.forward(minutes(1))
    const params = { client: own.partner.clientId }
    return { person, own, made, params }
  }

  it('are held for an operator, who records them once [desk held]', async () => {
    const { person, own, made, params } = await held()
    const late = entry({ card: await cardOf(testApp, person) })
    const results = await sendAll(testApp, own, [made, late])
    expect(results.map(({ state, code }) => [state, code])).toEqual([
      ['held', null],
      ['refused', 'desk_revoked'],
    ])
    expect((await sendAll(testApp, own, [made]))[0]?.state).toBe('held')
    expect(await pointsOf(person)).toBe(0)
    expect((await own.operator.call(listDevices, { params })).held).toBe(1)
    const { entries } = await own.operator.call(listHeldEntries, { params })
    expect(entries).toMatchObject([{ kind: 'brought', by: 'card', quantity: 3 }])
    const id = { id: String(entries[0]?.id) }
    const decide = (accept: boolean) => own.operator.send(decideHeldEntry, { params: id, body: { accept } })
    const both = await Promise.all([decide(true), decide(true)])
    expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
    expect((await decide(false)).statusCode).toBe(409)
    expect(await pointsOf(person)).toBe(48)
  })

  it('are refused by an operator [desk held]', async () => {
    const { person, own, made, params } = await held()
    await sendAll(testApp, own, [made])
    const { entries } = await own.operator.call(listHeldEntries, { params })
    const id = { id: String(entries[0]?.id) }
    const refused = await own.operator.call(decideHeldEntry, { params: id, body: { accept: false } })
    expect(refused).toEqual({ state: 'refused', points: null })
    expect(await pointsOf(person)).toBe(0)
    // The device did not get the first answer.
    expect(await sendAll(testApp, own, [made])).toMatchObject([
      { state: 'refused', code: 'desk_revoked', final: true },
    ])
    expect((await own.operator.call(listHeldEntries, { params })).count).toBe(0)
  })

  it('stay held if the portal refuses the record [desk held]', async () => {
    const { own, made, params } = await held({ kind: 'oil', items: undefined, litres: 1 })
    await sendAll(testApp, own, [made])
    await testApp.db
      .updateTable('partners')
      .set({ descriptions: '{}' as never })
      .where('id', '=', own.partner.id)
      .execute()
    const { entries } = await own.operator.call(listHeldEntries, { params })
    const id = { id: String(entries[0]?.id) }
    expect(
      (await own.operator.send(decideHeldEntry, { params: id, body: { accept: true } })).statusCode,
    ).toBe(400)
    expect((await own.operator.call(listHeldEntries, { params })).count).toBe(1)
  })
})
