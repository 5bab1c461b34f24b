import { findBalance } from '@portal/contract/partner-points.ts'
import { listOwnPoints, summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days, minutes } from '#server/lib/time/clock.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { subOf } from '#test/rows.ts'

let testApp: TestApp
let site: Program
beforeAll(async () => {
  testApp = await openTestApp()
  site = await openProgram(testApp)
})
afterAll(() => testApp.close())

const delivery = (who: object, more: object = {}) => ({
  reference: crypto.randomUUID(),
  participant: who,
  description: 'oil_collected',
  points: 40,
  happened_at: '2026-03-01T10:00:00+02:00',
  ...more,
})
const coupon = (who: object, points: number, more: object = {}) =>
  delivery(who, { description: 'coupon_created', points, ...more })

const sumsOf = async (person: Person) => (await testApp.signIn(person)).call(summarizePoints)
const availableOf = async (person: Person) => (await sumsOf(person)).available

describe('recordPoints', () => {
  it('adds the record with its details to the participant’s list and sums', async () => {
    const maria = await testApp.make.customer()
    const details = { litres: 2.5, collection_point: 'Πράσινο ATM, Δημαρχείο', sticker: 'ΛΑ-000123' }
    const sent = delivery({ id: maria.id }, { points: 50, details })
    const { status, body } = await site.record(sent)
    expect(status).toBe(200)
    expect(body).toEqual({
      reference: sent.reference,
      status: 'recorded',
      id: expect.any(Number),
      points: 50,
    })

    const client = await testApp.signIn(maria)
    const { results } = await client.call(listOwnPoints)
    expect(results).toMatchObject([
      { id: body.id, points: 50, description: 'oil_collected', created_at: '2026-03-01T10:00:00+02:00' },
    ])
    expect(await client.call(summarizePoints)).toMatchObject({ available: 50, cookingoils: 50 })
    const row = await testApp.db
      .selectFrom('pointsRecords')
      .select(['details', 'partnerId', 'source'])
      .where('id', '=', body.id ?? 0)
      .executeTakeFirst()
    expect(row).toEqual({
      details,
      partnerId: site.partner.id,
      source: `partner:${site.partner.clientId}`,
    })
  })

  it('accepts the participant’s sub in either letter case', async () => {
    const maria = await testApp.make.customer()
    const sub = await subOf(testApp, maria)
    const results = await site.recordAll([delivery({ sub }), delivery({ sub: sub.toUpperCase() })])
    expect(results.map(({ status }) => status)).toEqual(['recorded', 'recorded'])
    expect(await availableOf(maria)).toBe(80)
  })

  it('repeats the answer to the same record in another notation [partners references]', async () => {
    const maria = await testApp.make.customer()
    const sent = delivery({ id: maria.id }, { details: { litres: 2, collection_point: 'ATM' } })
    const first = await site.record(sent)
    const again = await site.record({
      details: { collection_point: 'ATM', litres: 2 },
      happened_at: '2026-03-01T08:00:00.000Z',
      points: 40,
      description: 'oil_collected',
      participant: { id: maria.id },
      reference: sent.reference,
    })
    expect(again).toEqual({ status: 200, body: { ...first.body, status: 'repeated' } })
    expect(await availableOf(maria)).toBe(40)
  })

  it.each([
    ['points', { points: 41 }],
    ['time', { happened_at: '2026-03-01T10:00:01+02:00' }],
    ['details', { details: { litres: 2 } }],
    ['description', { description: 'item_delivered' }],
  ])(
    'rejects the same reference with other %s, and changes nothing [partners references]',
    async (_what, other) => {
      const maria = await testApp.make.customer()
      const sent = delivery({ id: maria.id })
      await site.record(sent)
      expect(await site.record({ ...sent, ...other })).toMatchObject({
        status: 409,
        body: { detail: 'This reference was already used with other content.' },
      })
      const [inList] = await site.recordAll([{ ...sent, ...other }])
      expect(inList).toMatchObject({
        status: 'refused',
        code: 'reference_conflict',
        reference: sent.reference,
      })
      expect(await availableOf(maria)).toBe(40)
    },
  )

  it('answers references that are names of properties with the ids of their records', async () => {
    const { id } = await testApp.make.customer()
    const sent = ['__proto__', 'constructor', '1', 'toString'].map((reference) =>
      delivery({ id }, { reference }),
    )
    const results = await site.recordAll(sent)
    const rows = await testApp.db
      .selectFrom('pointsRecords')
      .select(['reference', 'id'])
      .where('participantId', '=', id)
      .execute()
    const idOf = new Map(rows.map((row) => [row.reference, row.id]))
    expect(results).toEqual(
      sent.map(({ reference, points }) => ({
        ...{ reference, points, status: 'recorded' },
        id: idOf.get(reference),
      })),
    )
    expect(new Set(idOf.values()).size).toBe(sent.length)
  })

  it('keeps the references of partners separate [partners scopes]', async () => {
    const maria = await testApp.make.customer()
    const other = await openProgram(testApp)
    const sent = delivery({ id: maria.id })
    expect((await site.record(sent)).body.status).toBe('recorded')
    expect((await other.record({ ...sent, points: 7 })).body.status).toBe('recorded')
    expect(await availableOf(maria)).toBe(47)
  })

  it('decides each record of a list independently, and returns the results in order [partners batches]', async () => {
    const [maria, eleni] = [await testApp.make.customer(), await testApp.make.customer()]
    const first = delivery({ id: maria.id }, { points: 100 })
    const results = await site.recordAll([
      first,
      coupon({ id: maria.id }, -150),
      coupon({ id: maria.id }, -80),
      coupon({ id: maria.id }, -30),
      first,
      { ...first, points: 1 },
      'nonsense',
      delivery({ id: 999_999_999 }),
      delivery({ id: eleni.id }, { points: -5 }),
      delivery({ id: eleni.id }),
    ])
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      'recorded',
      'points_insufficient',
      'recorded',
      'points_insufficient',
      'repeated',
      'reference_conflict',
      'not_an_object',
      'participant_unknown',
      'points_sign',
      'recorded',
    ])
    expect(results[4]?.id).toBe(results[0]?.id)
    expect(results[8]?.errors).toEqual({
      points: ['Points of this description must have the opposite sign.'],
    })
    expect(await availableOf(maria)).toBe(20)
    expect(await availableOf(eleni)).toBe(40)
  })

  it('rejects a coupon that exceeds the balance', async () => {
    const maria = await testApp.make.customer()
    await site.record(delivery({ id: maria.id }))
    expect(await site.record(coupon({ id: maria.id }, -41))).toMatchObject({
      status: 409,
      body: { detail: 'The participant does not have enough points.' },
    })
    expect((await site.record(coupon({ id: maria.id }, -40))).status).toBe(200)
    expect(await sumsOf(maria)).toMatchObject({ available: 0, redeemed: 40 })
  })

  it('accepts the reference of a rejected record again', async () => {
    const maria = await testApp.make.customer()
    const sent = coupon({ id: maria.id }, -40)
    expect((await site.record(sent)).status).toBe(409)
    await site.record(delivery({ id: maria.id }))
    expect((await site.record(sent)).body.status).toBe('recorded')
  })

  it('stores when a record happened and when it was received [partners times]', async () => {
    const maria = await testApp.make.customer()
    const happened = new Date(testApp.portal.clock.now().getTime() - days(9))
    const { body } = await site.record(delivery({ id: maria.id }, { happened_at: happened.toISOString() }))
    const row = await testApp.db
      .selectFrom('pointsRecords')
      .select(['createdAt', 'receivedAt'])
      .where('id', '=', body.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(row.createdAt).toEqual(happened)
    expect(row.receivedAt.getTime() - happened.getTime()).toBeGreaterThanOrEqual(days(9))
  })

  it('names all errors of a record', async () => {
    const { status, body } = await site.record({
      reference: '',
      participant: { id: 1, sub: 'x' },
      description: 'oil',
      points: 1.5,
      happened_at: '2026-03-01 10:00',
      details: { litres: -1, coffee: 1 },
      colour: 'red',
    })
    expect([status, body]).toEqual([
      400,
      {
        reference: ['This field may not be blank.'],
        participant: ['Exactly one of id, sub and sticker is required.'],
        description: ['"oil" is not a valid choice.'],
        points: ['A valid integer is required.'],
        happened_at: [expect.stringContaining('Datetime has wrong format.')],
        'details.litres': ['Ensure this value is greater than or equal to 0.001.'],
        'details.coffee': ['Unknown field.'],
        colour: ['Unknown field.'],
      },
    ])
  })

  it('accepts the other records of a list if one has unusual characters', async () => {
    const { id } = await testApp.make.customer()
    const half = JSON.parse('"\\ud83c"') as string
    const strange = delivery(
      { id },
      { reference: `half-${half}`, details: { shop: `${half} Ωμέγα \u200b\u{1f35e}` } },
    )
    const results = await site.recordAll([
      strange,
      delivery({ id }, { details: { shop: '\0' } }),
      delivery({ id }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['recorded', 'refused', 'recorded'])
    expect(results[0]?.id).toBeGreaterThan(0)
    expect((await site.record(strange)).body).toMatchObject({ status: 'repeated', id: results[0]?.id })
  })

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'rejects a field named %s, and accepts the other records [partners batches]',
    async (name) => {
      const { id } = await testApp.make.customer()
      const strange = JSON.parse(JSON.stringify(delivery({ id })).replace('{', `{"${name}":1,`)) as object
      const alone = await site.record({ ...delivery({ id }), [name]: 1 })
      expect(alone.body).toHaveProperty([name], ['Unknown field.'])
      const results = await site.recordAll([strange, delivery({ id })])
      expect(results.map(({ code, status }) => code ?? status)).toEqual(['field_unknown', 'recorded'])
    },
  )

  const soon = (ms: number) => new Date(testApp.portal.clock.now().getTime() + ms).toISOString()
  it('rejects impossible timestamps, and tolerates a clock that is slightly fast', async () => {
    const { id } = await testApp.make.customer()
    const codes = await site.recordAll(
      [soon(minutes(6)), '1999-12-31T23:59:59Z', '2026-02-30T10:00:00Z', soon(minutes(4))].map(
        (happened_at) => delivery({ id }, { happened_at }),
      ),
    )
    expect(codes.map(({ code, status }) => code ?? status)).toEqual([
      'moment_future',
      'moment_past',
      'moment_invalid',
      'recorded',
    ])
  })

  it('accepts only descriptions that the partner may write, and only participants', async () => {
    const oil = await openProgram(testApp, { writes: ['oil_collected'] })
    const [maria, staff] = [await testApp.make.customer(), await testApp.make.staff()]
    const sleeping = await testApp.make.customer({ isActive: false })
    const results = await oil.recordAll([
      delivery({ id: maria.id }, { description: 'item_delivered' }),
      delivery({ id: staff.id }),
      delivery({ id: sleeping.id }),
      delivery({ sub: 'unknown' }),
      delivery({ id: maria.id }),
    ])
    expect(results.map(({ code, status }) => code ?? status)).toEqual([
      'description_not_allowed',
      'participant_unknown',
      'participant_unknown',
      'participant_unknown',
      'recorded',
    ])
  })

  it.each([
    [{ records: [] }, { records: ['This list may not be empty.'] }],
    [{ records: 5 }, { records: ['Expected a list of items but got type "int".'] }],
    [
      { records: Array.from({ length: 1_001 }, () => 1) },
      { records: ['Ensure this field has no more than 1000 elements.'] },
    ],
  ])('rejects an invalid list of records', async (body, errors) => {
    expect(await site.record(body)).toMatchObject({ status: 400, body: errors })
  })
})

describe('findBalance', () => {
  it('returns the available points and nothing else', async () => {
    const maria = await testApp.make.customer()
    const sub = await subOf(testApp, maria)
    await site.record(delivery({ id: maria.id }))
    for (const participant of [maria.id, sub])
      expect(await site.send(findBalance, { params: { participant } })).toEqual({
        status: 200,
        body: { sub, available: 40 },
      })
  })

  it('returns 404 for staff and unknown participants', async () => {
    const staff = await testApp.make.staff()
    for (const participant of [staff.id, await subOf(testApp, staff), 'unknown', 0, crypto.randomUUID()])
      expect(await site.send(findBalance, { params: { participant } })).toMatchObject({
        status: 404,
        body: { detail: 'Not found.' },
      })
  })
})
