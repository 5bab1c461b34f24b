import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { errorOf } from '#test/files.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { pointsOfMeasure } from './points-of-measure.ts'
import { addRate, closeRate, deleteRate, listGaps, replaceRate } from './rates.ts'

let testApp: TestApp
let site: Program
beforeAll(async () => {
  testApp = await openTestApp()
  site = await openProgram(testApp)
})
afterAll(() => testApp.close())

const rate = (more: object = {}) =>
  addRate(testApp.portal, {
    description: 'oil_collected',
    material: null,
    unit: 'litre',
    pointsPerUnit: '20.2',
    validFrom: '2026-01-01',
    validTo: null,
    note: '',
    ...more,
  })

const close = (id: number, lastDay: string) =>
  testApp.db.transaction().execute((trx) => closeRate(trx, id, lastDay))

const send = async (more: object) => {
  const maria = await testApp.make.customer()
  const record = {
    reference: crypto.randomUUID(),
    participant: { id: maria.id },
    description: 'oil_collected',
    measure: { litres: 2.5 },
    happened_at: '2026-03-01T10:00:00+02:00',
    ...more,
  }
  const { body } = await site.record(record)
  return { maria, record, body }
}

describe('pointsOfMeasure', () => {
  it.each([
    [{ litres: 2.5 }, '20.2', 51],
    [{ litres: 2.5 }, '20.1999', 50],
    [{ litres: 1.005 }, '100', 101],
    [{ litres: 1.004 }, '100', 100],
    [{ litres: 0.001 }, '0.0001', 0],
    [{ litres: 0.3 }, '0.1', 0],
    [{ item_count: 3 }, '0.5', 2],
    [{ item_count: 10_000 }, '99999.9999', 999_999_999],
  ])('gives for %j at %s per unit %i points, rounded half up', (measure, pointsPerUnit, points) => {
    expect(pointsOfMeasure(measure, pointsPerUnit)).toBe(points)
  })
})

describe('a rate', () => {
  it('applies by the day of the delivery, and is stored with the record [partners rates]', async () => {
    const first = await rate()
    await close(first, '2026-02-28')
    await rate({ validFrom: '2026-03-01', pointsPerUnit: '10', note: 'Νέα τιμή' })

    // The day begins at midnight in Athens: 22:00 UTC in winter.
    const before = await send({ happened_at: '2026-02-28T21:59:59Z' })
    const after = await send({ happened_at: '2026-02-28T22:00:00Z' })
    expect([before.body.points, after.body.points]).toEqual([51, 25])
    expect((await send({ happened_at: '2025-12-31T12:00:00Z' })).body).toEqual({
      measure: ['There is no rate for this on that day.'],
    })

    const client = await testApp.signIn(after.maria)
    const origin = await client.call(explainOwnPoints, { params: { id: String(after.body.id) } })
    expect(origin).toMatchObject({
      details: { litres: 2.5 },
      rate: {
        points_per_unit: 10,
        unit: 'litre',
        valid_from: '2026-03-01',
        valid_to: null,
        note: 'Νέα τιμή',
      },
    })
  })

  it('cannot give more than the maximum points per record, and affects no other record [partners rates]', async () => {
    const { id: person } = await testApp.make.customer()
    await rate({ material: 'χρυσός', pointsPerUnit: '99999.9999' })
    await rate({ material: 'χαλκός', pointsPerUnit: '20' })
    const of = (litres: number, material: string) => ({
      reference: crypto.randomUUID(),
      participant: { id: person },
      description: 'oil_collected',
      measure: { litres, material },
      happened_at: '2026-03-01T10:00:00+02:00',
    })
    const results = await site.recordAll([of(10_000, 'χρυσός'), of(10, 'χρυσός'), of(1, 'χαλκός')])
    expect(results.map(({ status, points }) => points ?? status)).toEqual(['refused', 1_000_000, 20])
    expect(results[0]?.errors).toEqual({ points: ['Ensure this value is less than or equal to 1000000.'] })
  })

  it('of a material takes precedence over the one without material', async () => {
    const items = { description: 'item_delivered', unit: 'item' }
    await rate({ ...items, pointsPerUnit: '5' })
    await rate({ ...items, material: 'ξύλο', pointsPerUnit: '25' })
    const points = async (measure: object) =>
      (await send({ description: 'item_delivered', measure })).body.points
    expect(await points({ item_count: 2, material: 'ξύλο' })).toBe(50)
    expect(await points({ item_count: 2, material: 'χαρτί' })).toBe(10)
    expect(await points({ item_count: 2 })).toBe(10)
  })

  it('applies only to a measure, which the details must not repeat', async () => {
    const both = { points: 3 }
    const neither = { measure: undefined }
    const twice = { details: { litres: 2.5 } }
    const mixed = { measure: { litres: 1, item_count: 1 } }
    const fields = []
    for (const more of [both, neither, twice, mixed]) fields.push(Object.keys((await send(more)).body)[0])
    expect(fields).toEqual(['non_field_errors', 'non_field_errors', 'details', 'measure'])
  })

  it('rejects overlapping rates of the same kind', async () => {
    const reused = { description: 'item_reused', unit: 'item' }
    await rate({ ...reused, validFrom: '2026-01-01', validTo: '2026-01-31' })
    await rate({ ...reused, validFrom: '2026-02-01' })
    for (const days of [
      { validFrom: '2026-01-31', validTo: '2026-01-31' },
      { validFrom: '2025-01-01' },
      { validFrom: '2030-01-01' },
    ])
      expect(await errorOf(rate({ ...reused, ...days }))).toContain('Another rate is valid')
    await rate({ ...reused, validFrom: '2025-01-01', validTo: '2025-12-31' })
  })

  it('can only be closed, once, and not before its last use [partners rates]', async () => {
    const id = await rate({ material: 'φοινικέλαιο' })
    const { body } = await send({ measure: { litres: 1, material: 'φοινικέλαιο' } })
    expect(body.points).toBe(20)
    expect(await errorOf(close(id, '2026-02-28'))).toBe(
      `Rate ${id} was used on 2026-03-01 and cannot end earlier.`,
    )
    await close(id, '2026-03-01')
    expect(await errorOf(close(id, '2026-04-01'))).toBe(`Rate ${id} was closed on 2026-03-01.`)
    expect(await errorOf(close(999_999, '2026-04-01'))).toBe('Rate 999999 does not exist.')
    for (const statement of [
      sql`update rates set points_per_unit = 1000 where id = ${id}`,
      sql`update rates set valid_to = null where id = ${id}`,
    ])
      expect(await errorOf(statement.execute(testApp.db))).toContain('rates are closed')
    expect(await errorOf(sql`delete from rates where id = ${id}`.execute(testApp.db))).toContain('violates')
  })

  it('that gave no points can be deleted, others cannot [partners rates]', async () => {
    const remove = (id: number) => testApp.db.transaction().execute((trx) => deleteRate(trx, id))
    const mistyped = await rate({ material: 'ελαιόλαδο', pointsPerUnit: '1200', validFrom: '2027-01-01' })
    await remove(mistyped)
    expect(await errorOf(remove(mistyped))).toBe(`Rate ${mistyped} does not exist.`)

    const used = await rate({ material: 'σογιέλαιο' })
    const measure = { litres: 1, material: 'σογιέλαιο' }
    await send({ measure })
    expect(await errorOf(remove(used))).toBe(
      `Rate ${used} was used on 2026-03-01 and cannot be deleted. Close or replace it.`,
    )
  })

  it('is replaced in one step, without a day between the two [partners rates]', async () => {
    const kind = { material: 'αραβοσιτέλαιο' }
    const replace = (id: number, more: object) =>
      testApp.db.transaction().execute((trx) =>
        replaceRate(trx, id, {
          ...{ description: 'oil_collected', unit: 'litre', validTo: null, note: '', ...kind },
          ...{ pointsPerUnit: '12', validFrom: '2026-04-01', ...more },
        }),
      )
    const first = await rate(kind)
    const points = async (happenedAt: string) =>
      (await send({ measure: { litres: 1, ...kind }, happened_at: happenedAt })).body.points
    expect(await points('2026-03-31T12:00:00+03:00')).toBe(20)
    expect(await errorOf(replace(first, { validFrom: '2026-03-31' }))).toContain('was used on 2026-03-31')
    const second = await replace(first, { pointsPerUnit: '1200' })
    // Mistyped, and not used yet: the next one takes its whole place.
    const third = await replace(second, {})
    expect([await points('2026-03-31T13:00:00+03:00'), await points('2026-04-01T00:00:00+03:00')]).toEqual([
      20, 12,
    ])
    await close(third, '2026-12-31')
    expect(await errorOf(replace(third, { validFrom: '2027-01-01' }))).toContain('ends on 2026-12-31')
  })

  it('that ends without a next one leaves a gap, unless a rate without a material applies', async () => {
    const other = await openTestApp()
    onTestFinished(() => other.close())
    const { portal } = other
    const add = (more: object) =>
      addRate(portal, {
        ...{ description: 'item_reused', material: null, unit: 'item', pointsPerUnit: '5' },
        ...{ validFrom: '2026-01-01', validTo: null, note: '', ...more },
      })
    const dayIn = (n: number) => athensDay(later(portal.clock.now(), days(n)))
    const gaps = () => listGaps(portal, 30)
    await add({ validTo: dayIn(9) })
    await add({ material: 'ξύλο', validTo: dayIn(4) })
    // Begins for the first time; was given up long ago.
    await add({ description: 'item_delivered', validFrom: dayIn(7) })
    await add({ material: 'χαρτί', unit: 'litre', validTo: dayIn(-31) })
    const kind = { description: 'item_reused', unit: 'item' }
    expect(await gaps()).toEqual([
      { ...kind, material: null, gap: dayIn(10) },
      { ...kind, material: 'ξύλο', gap: dayIn(10) },
    ])
    await add({ validFrom: dayIn(12) })
    expect((await gaps()).map(({ gap }) => gap)).toEqual([dayIn(10), dayIn(10)])
    await add({ validFrom: dayIn(10), validTo: dayIn(11) })
    expect(await gaps()).toEqual([])
  })
})
