import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { descriptions } from '@portal/contract/descriptions.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import type { Partner } from '#server/lib/context/app-context.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import type { Person } from '#test/factories.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { recordAccepted } from './accepted.ts'
import { parseEntry } from './parse-entry.ts'
import { recordPoints } from './record.ts'

let testApp: TestApp
let partner: Partner
let maria: Person
beforeAll(async () => {
  testApp = await openTestApp({ CAP_PARTNER_DAY: '100000', CAP_PERSON_DAY: '1000', CAP_REJECT_FACTOR: '10' })
  testApp.clock.toNoon()
  const { id, clientId } = await testApp.make.partner()
  const tokenHash = hashToken(await testApp.make.accessToken({ clientId }, ['points:write']))
  const given = { descriptions, scopes: ['points:write'], network: '', name: 'Λάδι' }
  partner = {
    ...given,
    id,
    tokenHash,
    clientId,
    firstParty: true,
    dailyCap: null,
    isPairwise: false,
    personCap: null,
    hasWebhook: false,
  }
  const rate = { material: null, unit: 'item' as const, pointsPerUnit: '7.00', validTo: null, note: '' }
  await addRate(testApp.portal, { ...rate, description: 'item_reused', validFrom: '2020-01-01' })
})
afterAll(() => testApp.close())

const delivery = ({ id }: { id: number }, more: object = {}) => ({
  reference: crypto.randomUUID(),
  participant: { id },
  description: 'oil_collected',
  points: 40,
  happened_at: testApp.portal.clock.now().toISOString(),
  ...more,
})
const coupon = (who: Person, points: number) => delivery(who, { description: 'coupon_created', points })

const subOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom('users').select('sub').where('id', '=', id).executeTakeFirstOrThrow()).sub

const accept = (inputs: object[], as: Partial<Partner> = {}) => {
  const caller = { ...partner, ...as }
  const entries = inputs.map((input) => {
    const entry = parseEntry(input, caller, testApp.portal)
    if (Array.isArray(entry)) throw new Error(JSON.stringify(entry))
    return entry
  })
  return recordAccepted(testApp.portal, caller, entries)
}
const rowsOf = async () => {
  const { rows } = await sql<object>`
    select (select count(*) from points_records) as records, (select count(*) from partner_references) as taken,
      (select sum(points) from partner_days) as given`.execute(testApp.db)
  return rows
}

describe('records that need no decision', () => {
  it('are recorded in one statement, in their order, with the balances and counters of others', async () => {
    const [nikos, eleni] = [await testApp.make.customer(), await testApp.make.customer()]
    const sub = await subOf(eleni)
    const byId = await accept([
      delivery(nikos, { details: { litres: 2.5, collection_point: 'ATM "Α" \\ 1' } }),
      delivery(eleni, { points: undefined, measure: { item_count: 3 }, description: 'item_reused' }),
      delivery(nikos, { points: 0 }),
    ])
    expect(byId?.map(({ points }) => points)).toEqual([40, 21, 0])
    expect(await accept([coupon(nikos, -15), coupon(nikos, -25)])).toHaveLength(2)
    expect(await accept([delivery(nikos, { participant: { sub } })], { firstParty: false })).toHaveLength(1)

    const rows = await testApp.db
      .selectFrom('pointsRecords')
      .select(['id', 'participantId', 'points', 'details', 'partnerId', 'source', 'rateId'])
      .where('participantId', 'in', [nikos.id, eleni.id])
      .orderBy('id')
      .execute()
    expect(rows.slice(0, 3).map(({ id }) => id)).toEqual(byId?.map(({ id }) => id))
    const common = {
      partnerId: partner.id,
      source: `partner:${partner.clientId}`,
      rateId: null,
      details: null,
    }
    expect(rows).toMatchObject([
      { ...common, participantId: nikos.id, details: { litres: 2.5, collection_point: 'ATM "Α" \\ 1' } },
      { ...common, participantId: eleni.id, details: { item_count: 3 }, rateId: expect.any(Number) },
      { ...common, participantId: nikos.id, points: 0 },
      { ...common, participantId: nikos.id, points: -15 },
      { ...common, participantId: nikos.id, points: -25 },
      { ...common, participantId: eleni.id, points: 40 },
    ])
    await verifyLedger(testApp)
  })

  it('are repeated with the same answer', async () => {
    const records = [delivery(await testApp.make.customer()), delivery(await testApp.make.customer())]
    const outcomes = await recordPoints(testApp.portal, partner, records)
    expect(outcomes).toMatchObject([{ status: 'recorded' }, { status: 'recorded' }])
    const again = outcomes.map((outcome) => ({ ...outcome, status: 'repeated' }))
    expect(await recordPoints(testApp.portal, partner, records)).toEqual(again)
  })
})

describe('records that need a decision', () => {
  const calls: [string, () => Promise<object[]>, Partial<Partner>?][] = [
    ['of an unknown participant', async () => [delivery(maria), delivery({ id: 999_999_999 })]],
    ['of an inactive one', async () => [delivery(await testApp.make.customer({ isActive: false }))]],
    ['of staff', async () => [delivery(await testApp.make.staff())]],
    ['of an unknown sub', async () => [delivery(maria, { participant: { sub: crypto.randomUUID() } })]],
    ['by id and by sub', async () => [delivery(maria), delivery(maria, { participant: { sub: 'x' } })]],
    ['of points that do not suffice', async () => [coupon(maria, -200), coupon(maria, -201)]],
    ['of points of the same call', async () => [delivery(maria, { points: 100 }), coupon(maria, -401)]],
    [
      'with one reference',
      async () => Array.from({ length: 2 }, () => delivery(maria, { reference: 'twice' })),
    ],
    ['above the cap of a participant', async () => [delivery(maria, { points: 601 })]],
    ['above the own cap of the partner', async () => [delivery(maria)], { personCap: 39 }],
    ['above the cap of the partner', async () => [delivery(maria)], { dailyCap: 39 }],
    ['above a 128th of what is left', async () => [delivery(maria, { points: 600 })], { dailyCap: 5_000 }],
    ['for a webhook', async () => [delivery(maria)], { hasWebhook: true }],
    ['with a sticker', async () => [delivery(maria, { details: { sticker: 'A4KX97TEH2MX' } })]],
    [
      'that take points back',
      async () => [delivery(maria, { description: 'collection_cancelled', points: -1 })],
    ],
    [
      'that redeem points for a third party',
      async () => [{ ...coupon(maria, -1), participant: { sub: await subOf(maria) } }],
      { firstParty: false },
    ],
    ['without a rate', async () => [delivery(maria, { points: undefined, measure: { litres: 2 } })]],
  ]
  beforeAll(async () => {
    maria = await testApp.make.customer()
    await accept([delivery(maria, { points: 400 })])
  })
  it.each(calls)('%s: nothing is recorded yet', async (_, inputs, as) => {
    const records = await inputs()
    const before = await rowsOf()
    expect(await accept(records, as)).toBe(undefined)
    expect(await rowsOf()).toEqual(before)
  })

  it('beside oil that staff recorded by hand: nothing is recorded yet', async () => {
    const eleni = await testApp.make.customer()
    await testApp.make.record(eleni, { source: 'portal', points: 10, createdAt: testApp.portal.clock.now() })
    const before = await rowsOf()
    expect(await accept([delivery(eleni)])).toBe(undefined)
    expect(await rowsOf()).toEqual(before)
  })

  it('of a known reference: nothing is recorded yet', async () => {
    const record = delivery(await testApp.make.customer())
    expect(await accept([record])).toHaveLength(1)
    expect(await accept([delivery(maria), record])).toBe(undefined)
  })
})
