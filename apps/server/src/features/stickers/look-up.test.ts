import { printedStickerCode, stickerLink } from '@portal/contract/sticker-codes.ts'
import {
  listParticipantStickers,
  listWaitingDeliveries,
  lookUpSticker,
} from '@portal/contract/sticker-look-up.ts'
import {
  bindSticker,
  downloadStickerCodes,
  issueStickers,
  listOwnStickers,
  replaceSticker,
  reportStickerLost,
} from '@portal/contract/stickers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes } from '#server/lib/time/clock.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { openProgram, type Program, unissuedCode } from '#test/programs.ts'

let testApp: TestApp
let clerk: Client
let oil: Program
let books: Program
let batch: { id: number; created_at: string }
let codes: string[]
beforeAll(async () => {
  testApp = await openTestApp()
  oil = await openProgram(testApp, {
    as: await testApp.make.partner({ name: 'Λάδι', descriptions: ['oil_collected'] }),
  })
  books = await openProgram(testApp, {
    as: await testApp.make.partner({ name: 'Βιβλία', descriptions: ['oil_collected'] }),
  })
  clerk = await testApp.signIn(await testApp.make.staff())
  batch = await clerk.call(issueStickers, { body: { count: 20, note: 'Δημαρχείο' } })
  const file = await clerk.send(downloadStickerCodes, { params: { id: batch.id } })
  codes = file.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')
})
afterAll(() => testApp.close())

const [unissued, foreign] = [unissuedCode(), unissuedCode()]
const nextCode = () => codes.pop() ?? ''
const lookUp = (code: string) => clerk.call(lookUpSticker, { query: { code } })
const happened_at = '2026-03-01T10:00:00+02:00'
const delivery = (sticker: string, more: object = {}) => ({
  reference: crypto.randomUUID(),
  participant: { sticker },
  description: 'oil_collected',
  points: 40,
  happened_at,
  ...more,
})
const signInNew = async () => {
  const person = await testApp.make.customer({ firstName: 'Ελένη', lastName: 'Μήτσου' })
  return { person, client: await testApp.signIn(person) }
}
const nothingWaits = { deliveries: 0, points: 0, oldest: null, sites: [] }

describe('lookUpSticker', () => {
  it('returns the batch of a sticker without owner, for every notation of its code and for its link [stickers link]', async () => {
    const code = nextCode()
    const found = await lookUp(` ${printedStickerCode(code).toLowerCase().replaceAll('-', ' ')} `)
    expect(found).toEqual({
      code,
      printed: printedStickerCode(code),
      owner: null,
      bound_at: null,
      lost_at: null,
      issued: { batch: batch.id, note: 'Δημαρχείο', at: batch.created_at },
      replaced_by: null,
      replaces: [],
      waiting: nothingWaits,
    })
    expect(await lookUp(stickerLink('https://portal.example.gr', code))).toEqual(found)
  })

  it('returns the owner and the times of binding and loss, and the replacement [stickers owner]', async () => {
    const { person, client } = await signInNew()
    const [code, new_code] = [nextCode(), nextCode()]
    const { sticker } = await client.call(bindSticker, { body: { code } })
    const owner = { id: person.id, full_name: 'Ελένη Μήτσου', active: true }
    expect(await lookUp(code)).toMatchObject({ owner, bound_at: sticker.bound_at, lost_at: null })
    await client.call(replaceSticker, { body: { code, new_code } })
    const [, old] = await client.call(listOwnStickers)
    expect(await lookUp(code)).toMatchObject({ owner, lost_at: old?.lost_at, replaced_by: new_code })
    expect(await lookUp(new_code)).toMatchObject({
      owner,
      lost_at: null,
      replaced_by: null,
      replaces: [code],
    })
  })

  it("returns whether the owner's account is active", async () => {
    const { person, client } = await signInNew()
    const code = nextCode()
    await client.call(bindSticker, { body: { code } })
    await testApp.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute()
    expect((await lookUp(code)).owner).toEqual({ id: person.id, full_name: 'Ελένη Μήτσου', active: false })
  })

  it('returns the number, points, oldest time and sites of waiting deliveries [stickers waiting]', async () => {
    const code = nextCode()
    await oil.recordAll([delivery(code), delivery(code, { points: 2 })])
    const back = delivery(code, { points: 1_000 })
    await oil.record(back)
    await oil.reverse({ reference: back.reference, reversal_reference: crypto.randomUUID(), happened_at })
    await books.record(delivery(code, { happened_at: '2026-02-01T10:00:00+02:00' }))
    expect((await lookUp(code)).waiting).toEqual({
      deliveries: 3,
      points: 82,
      oldest: '2026-02-01T10:00:00+02:00',
      sites: [
        { name: 'Λάδι', deliveries: 2 },
        { name: 'Βιβλία', deliveries: 1 },
      ],
    })
    const { client } = await signInNew()
    await client.call(bindSticker, { body: { code } })
    expect((await lookUp(code)).waiting).toEqual(nothingWaits)
  })

  it('returns the deliveries that wait for an unknown code', async () => {
    await oil.record(delivery(unissued))
    expect(await lookUp(unissued.toLowerCase())).toMatchObject({
      code: unissued,
      printed: printedStickerCode(unissued),
      issued: null,
      owner: null,
      waiting: { deliveries: 1, points: 40 },
    })
  })

  it.each([
    [{}, 'This field is required.'],
    [{ code: '  ' }, 'This field may not be blank.'],
    [{ code: '\0' }, 'Null characters are not allowed.'],
    [{ code: 'x'.repeat(101) }, 'Ensure this field has no more than 100 characters.'],
    [{ code: ['a', 'b'] }, 'Not a valid string.'],
  ])('rejects %j', async (query, expected) => {
    const answer = await clerk.send(lookUpSticker, { query })
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: [expected] }])
  })

  it.each(['%', "'; drop table stickers; --", '😀', '\\', 'ΛΑ', '\ud800'])(
    'finds nothing for %j',
    async (code) => {
      expect(await lookUp(code)).toMatchObject({ issued: null, owner: null, waiting: nothingWaits })
    },
  )
})

describe('listWaitingDeliveries', () => {
  it('counts deliveries by reason, and lists the codes with the most deliveries [stickers waiting]', async () => {
    const before = await clerk.call(listWaitingDeliveries)
    const { client } = await signInNew()
    const [unbound, lost] = [nextCode(), nextCode()]
    await client.call(bindSticker, { body: { code: lost } })
    await client.call(reportStickerLost, { body: { code: lost } })
    testApp.clock.forward(minutes(20))
    const later = new Date(testApp.portal.clock.now().getTime() - minutes(10)).toISOString()
    await oil.recordAll([
      ...Array.from({ length: 15 }, () => delivery(foreign)),
      ...Array.from({ length: 14 }, () => delivery(unbound, { points: 10 })),
      ...Array.from({ length: 13 }, () => delivery(lost, { happened_at: later })),
    ])
    const after = await clerk.call(listWaitingDeliveries)
    expect(after.deliveries - before.deliveries).toBe(42)
    expect(after.stickers - before.stickers).toBe(3)
    expect(after.by_reason).toEqual({
      sticker_unknown: before.by_reason.sticker_unknown + 15,
      sticker_unbound: before.by_reason.sticker_unbound + 14,
      sticker_lost: before.by_reason.sticker_lost + 13,
    })
    expect(after.codes.slice(0, 3)).toMatchObject([
      { code: foreign, waits_for: 'sticker_unknown', deliveries: 15, points: 600, oldest: happened_at },
      { printed: printedStickerCode(unbound), waits_for: 'sticker_unbound', deliveries: 14, points: 140 },
      { code: lost, waits_for: 'sticker_lost', deliveries: 13 },
    ])
    // Binding the sticker credits the waiting deliveries.
    await (await signInNew()).client.call(bindSticker, { body: { code: unbound } })
    const { by_reason, codes } = await clerk.call(listWaitingDeliveries)
    expect(by_reason.sticker_unbound).toBe(before.by_reason.sticker_unbound)
    expect(codes.map(({ code }) => code)).not.toContain(unbound)
  })

  it('lists 50 codes, and counts all [stickers waiting]', async () => {
    const before = await clerk.call(listWaitingDeliveries)
    await oil.recordAll(Array.from({ length: 60 }, () => delivery(unissuedCode())))
    const { codes, stickers } = await clerk.call(listWaitingDeliveries)
    expect([codes.length, stickers]).toEqual([50, before.stickers + 60])
  })
})

describe('listParticipantStickers', () => {
  it('returns to staff what the owner sees [stickers owner]', async () => {
    const { person, client } = await signInNew()
    const params = { id: String(person.id) }
    expect(await clerk.call(listParticipantStickers, { params })).toEqual([])
    for (const code of [nextCode(), nextCode()]) await client.call(bindSticker, { body: { code } })
    const own = await client.call(listOwnStickers)
    expect(own).toHaveLength(2)
    expect(await clerk.call(listParticipantStickers, { params })).toEqual(own)
  })

  it.each(['0', '999999999', 'x'])('returns 404 for the id %s', async (id) => {
    expect((await clerk.send(listParticipantStickers, { params: { id } })).statusCode).toBe(404)
  })
})
