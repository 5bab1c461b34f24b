import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { errorOf } from '#test/files.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { takeOffer } from '@portal/contract/offers.ts'
import { publishedOffer } from '#test/offers.ts'
import { foldCounters } from '#server/ledger/counters.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { verifyLedger } from './verify.ts'

let testApp: TestApp | undefined
let site: Program
let maria: Person
let ids: number[]
const happened_at = '2026-03-01T10:00:00+02:00'
/** A new ledger per test: a delivery, a reversed reuse and a coupon. */
beforeEach(async () => {
  await testApp?.close()
  testApp = await openTestApp()
  site = await openProgram(testApp)
  maria = await testApp.make.customer()
  await testApp.make.staff()
  const who = { participant: { id: maria.id }, happened_at }
  const results = await site.recordAll([
    { reference: 'a', ...who, description: 'oil_collected', points: 100 },
    { reference: 'b', ...who, description: 'item_delivered', points: 30 },
    { reference: 'c', ...who, description: 'coupon_created', points: -50 },
  ])
  ids = results.map(({ id }) => id ?? 0)
  await foldCounters(testApp.portal)
  await site.reverse({ reference: 'b', reversal_reference: 'd', happened_at })
})
afterAll(() => testApp?.close())

const corrupt = async (...statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute((testApp as TestApp).db)
}
const verify = () => verifyLedger((testApp as TestApp).portal)

describe('verifyLedger [partners verify]', () => {
  it('accepts a consistent ledger, also with counters that are not folded', async () => {
    expect(await verify()).toEqual({ records: 4, people: 2, erased: [], removed: [] })
  })

  it('names a balance that is not the sum of its records', async () => {
    await corrupt('update balances set available = available + 1, cookingoils = cookingoils + 1')
    const message = await errorOf(verify())
    expect(message).toContain('The ledger is inconsistent:')
    expect(message).toContain(
      `account ${maria.id}: stored available 51, reuse 0, cookingoils 101, redeemed 50, records 4; ` +
        'counted available 50, reuse 0, cookingoils 100, redeemed 50, records 4',
    )
  })

  it('names a missing balance, and wrong counters of a day, a month and the participants', async () => {
    await corrupt(
      'delete from balances',
      'update points_day set n = n + 2',
      "insert into points_delta values ('2024-01-01', 1)",
      'update points_month set n = 7',
      'update participants_total set n = n + 1',
    )
    const message = await errorOf(verify())
    expect(message).toContain(`account ${maria.id}: stored no balance;`)
    expect(message).toContain('day 2024-01-01: stored 1; counted 0')
    expect(message).toContain('day 2026-03-01: stored 6; counted 4')
    expect(message).toContain('month 2026-03-01: stored 7; counted 5')
    expect(message).toContain('participants: stored 2; counted 1')
  })

  it('names wrong activity counters of a day and a month', async () => {
    await corrupt(
      "update activity_day set points = points + 5 where day = '2026-03-01' and description = 'oil_collected'",
      "insert into activity_delta (day, place, accounts) values ('2024-01-01', 0, 1)",
      "update activity_month set n = n + 1 where day = '2026-03-01' and description = 'oil_collected'",
    )
    const message = await errorOf(verify())
    expect(message).toContain(
      'overview of 2026-03-01: stored records 4, oil 105, reuse 0, coupons -50, accounts 0; ' +
        'counted records 4, oil 100, reuse 0, coupons -50, accounts 0',
    )
    expect(message).toContain(
      'overview of 2024-01-01: stored records 0, oil 0, reuse 0, coupons 0, accounts 1;',
    )
    expect(message).toContain('overview by month of 2026-03-01: stored records 4, oil 100')
    expect(message).toContain('counted records 3, oil 105')
  })

  it('names a missing record, an invalid reversal and a record without reference', async () => {
    await corrupt(
      'alter table points_records disable trigger user',
      `update points_records set points = -130, reversal_of = ${ids[0]} where reference = 'd'`,
      `delete from points_records where reference = 'c'`,
      `delete from partner_references where reference = 'a'`,
    )
    const message = await errorOf(verify())
    expect(message).toContain(`account ${maria.id}: stored available 50`)
    expect(message).toContain(
      `record ${ids[0]}: stored reversals -130 of account ${maria.id}; counted at most -100 of account ${maria.id}`,
    )
    expect(message).toContain(`record ${ids[0]}: stored no reference; counted a`)
    expect(message).toContain('day 2026-03-01: stored 4; counted 3')
  })

  it('names offers whose counters differ from what was taken, and coupons of another offer', async () => {
    const app = testApp as TestApp
    const offer = await publishedOffer(app, { points: 20 })
    const other = await publishedOffer(app)
    const body = { submission: crypto.randomUUID(), points: 20 }
    const client = await app.signIn(maria)
    const { coupon } = await client.call(takeOffer, { params: { id: String(offer.id) }, body })
    await verify()
    await corrupt(
      `update offers set points_taken = points_taken + 1 where id = ${offer.id}`,
      `update offers set taken = 1 where id = ${other.id}`,
    )
    const message = await errorOf(verify())
    expect(message).toContain(`offer ${offer.id}: stored taken 1, points 21; counted taken 1, points 20`)
    expect(message).toContain(`offer ${other.id}: stored taken 1, points 0; counted taken 0, points 0`)
    await corrupt(`update coupons set offer_id = ${other.id} where record_id = ${coupon?.id}`)
    expect(await errorOf(verify())).toContain(
      `offer ${other.id}: stored coupon of record ${coupon?.id}; counted record of offer ${offer.id}`,
    )
  })

  it('names records whose details the owner erased, not those of erased accounts [security database roles]', async () => {
    const { db, portal, make } = testApp as TestApp
    const anna = await make.customer()
    const details = { shop: 'Άννα' }
    const delivery = { details, happened_at, description: 'oil_collected', points: 1 }
    const [ofMaria, ofAnna] = await site.recordAll(
      [maria, anna].map(({ id }) => ({ ...delivery, reference: `e${id}`, participant: { id } })),
    )
    expect(await verify()).toMatchObject({ erased: [] })
    await eraseParticipant(portal, anna.id, 'request')
    await sql`update points_records set details = null where id = ${ofMaria?.id ?? 0}`.execute(db)
    const { rows } = await sql<{ rowId: number }>`select row_id from chain_erasures order by 1`.execute(db)
    expect(rows.map(({ rowId }) => rowId)).toEqual([ofMaria?.id, ofAnna?.id])
    expect(await verify()).toMatchObject({ erased: [ofMaria?.id] })
  })
})
