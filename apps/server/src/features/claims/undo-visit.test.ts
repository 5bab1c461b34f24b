import { listVisits } from '@portal/contract/card.ts'
import { decideClaim, listOwnClaims, reportClaim, reportNotMine } from '@portal/contract/claims.ts'
import { decideApproval, listApprovals } from '@portal/contract/checks.ts'
import { checkDeskCoupon, undoDeskCoupon, useDeskCoupon } from '@portal/contract/desk/desk.ts'
import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { listOwnPoints, summarizePoints } from '@portal/contract/points.ts'
import { exportOwnData } from '@portal/contract/privacy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { later } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { addRates, cardOf, type Desk, entryOf, openDesk, sendAll, takenCoupon } from '#test/desks.ts'
import type { MadePartner, Person } from '#test/factories.ts'
import { openProgram } from '#test/programs.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ FOUR_EYES_ABOVE: '150' })
  testApp.clock.toNoon()
  await addRates(testApp)
})
afterAll(() => testApp.close())

const staff = async (role: 'clerk' | 'manager' = 'clerk') =>
  testApp.signIn(await testApp.make.staff({ role }))
const newcomer = async () => {
  const person = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Παππά' })
  return { person, client: await testApp.signIn(person) }
}
const report = (client: Client, id: number) => client.call(reportNotMine, { params: { id: String(id) } })
const decide = (by: Client, id: number, body: object) => by.send(decideClaim, { params: { id }, body })
/** By a new clerk: the points that one decides on in a day are limited. */
const undo = async (id: number, by?: Client) => decide(by ?? (await staff()), id, { answer: 'undo' })
const ownClaim = async (client: Client) => (await client.call(listOwnClaims))[0]
const availableOf = async (client: Client) => (await client.call(summarizePoints)).available
const auditOf = async ({ id }: Person) =>
  (await auditEntries(testApp, 'card.not_mine', 'claim.undo', 'claim.reject'))
    .filter(({ subjectId }) => subjectId === id)
    .map(({ actorKind, action, details }) => [actorKind, action, details])
const subjectsTo = async ({ email }: Person, count: number) =>
  new Set((await testApp.mails.to(email, count)).map(({ subject }) => subject.split(' – ')[0]))

/** What a desk recorded for a person who brought something: 16 points for each of `items`. */
async function brought(items = 3, partner?: MadePartner) {
  const desk = await openDesk(testApp, { name: 'Υποδοχή', ...(partner && { partner }) })
  const { person, client } = await newcomer()
  const card = await cardOf(testApp, person)
  await sendAll(testApp, desk, [entryOf(testApp, { card, items })])
  const [visit] = await client.call(listVisits)
  return { desk, person, client, id: visit?.id ?? 0 }
}
const use = (desk: Desk, code: string) =>
  desk.client.call(useDeskCoupon, { body: { code, submission: crypto.randomUUID() } })

describe('a claim that it was somebody else', () => {
  it('takes the points back as a reversal of the partner, with mail and audit entry [card not mine]', async () => {
    const { desk, person, client, id } = await brought()
    const claim = await report(client, id)
    const answer = await decide(await staff(), claim.id, { answer: 'undo', text: 'Λάθος του συνεργάτη.' })
    expect(answer.json()).toMatchObject({ state: 'undone', points: -48, decided_by: expect.any(String) })
    expect(await availableOf(client)).toBe(0)
    const [record] = (await client.call(listOwnPoints)).results
    const origin = await client.call(explainOwnPoints, { params: { id: String(record?.id) } })
    expect(origin).toMatchObject({ site: 'Φούρνος', points: -48, details: { item_count: 3 } })
    expect(
      await testApp.db
        .selectFrom('pointsRecords')
        .select(['reversalOf', 'partnerId'])
        .where('id', '=', record?.id ?? 0)
        .executeTakeFirst(),
    ).toEqual({
      reversalOf: id,
      partnerId: desk.partner.id,
    })
    expect(await ownClaim(client)).toMatchObject({
      state: 'undone',
      points: -48,
      answer: 'Λάθος του συνεργάτη.',
    })
    expect(await subjectsTo(person, 2)).toEqual(
      new Set(['Αναιρέσαμε την κίνηση στο ταμείο', 'Λάβαμε την αναφορά σας']),
    )
    const texts = (await testApp.mails.to(person.email, 2)).map(({ text }) => text).join()
    expect(texts).toContain('Αφαιρέσαμε 48 πόντους από τον λογαριασμό σας.\n\nΛάθος του συνεργάτη.')
    expect((await auditOf(person))[1]).toEqual([
      'staff',
      'claim.undo',
      { claim: claim.id, record: record?.id, points: -48 },
    ])
    expect((await undo(claim.id)).statusCode).toBe(409)
    await verifyLedger(testApp.portal)
  })

  it('takes effect once when clerks decide at the same time [card not mine]', async () => {
    const { client, id } = await brought()
    const claim = await report(client, id)
    const clerks = await Promise.all(Array.from({ length: 8 }, () => staff()))
    const statuses = (await Promise.all(clerks.map((one) => undo(claim.id, one)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses.toSorted((one, two) => one - two)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect(await availableOf(client)).toBe(0)
  })

  it('is not accepted if the points are spent, and then rejected with that reason [card not mine]', async () => {
    const { person, client, id } = await brought()
    await testApp.make.record(person, { points: -20, description: 'coupon_created' })
    const claim = await report(client, id)
    expect((await undo(claim.id)).json()).toEqual({
      detail: 'The points of this record have been spent already.',
    })
    expect(await ownClaim(client)).toMatchObject({ state: 'open' })
    const wrong = await decide(await staff(), claim.id, { answer: 'reject', reason: 'not_found' })
    expect([wrong.statusCode, Object.keys(wrong.json())]).toEqual([400, ['reason']])
    expect((await decide(await staff(), claim.id, { answer: 'reject', reason: 'other' })).statusCode).toBe(
      400,
    )
    await decide(await staff(), claim.id, {
      answer: 'reject',
      reason: 'points_spent',
      text: 'Με το κουπόνι.',
    })
    expect(await ownClaim(client)).toMatchObject({
      state: 'rejected',
      reason: 'points_spent',
      answer: 'Με το κουπόνι.',
    })
    expect(await availableOf(client)).toBe(28)
    expect(await subjectsTo(person, 2)).toEqual(
      new Set(['Απάντηση στην αναφορά σας', 'Λάβαμε την αναφορά σας']),
    )
    expect((await auditOf(person))[1]).toEqual([
      'staff',
      'claim.reject',
      { claim: claim.id, reason: 'points_spent' },
    ])
  })

  it('takes no points of an account whose processing is restricted [card not mine]', async () => {
    const { person, client, id } = await brought()
    const claim = await report(client, id)
    const restriction = { userId: person.id, restrictedAt: testApp.portal.clock.now() }
    await testApp.db.insertInto('accountRestrictions').values(restriction).execute()
    expect((await undo(claim.id)).headers['x-error-code']).toBe('processing_restricted')
    expect(await availableOf(client)).toBe(48)
  })

  it('takes what a reversal of the partner has left, and nothing of a whole one [card not mine]', async () => {
    const program = await openProgram(testApp)
    for (const [points, answer] of [
      [40, { state: 'undone', points: -8 }],
      [48, { detail: 'This record has been reversed already.' }],
    ] as const) {
      const { client, id } = await brought(3, program.partner)
      const claim = await report(client, id)
      const { reference } = await testApp.db
        .selectFrom('pointsRecords')
        .select('reference')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const happened_at = later(testApp.portal.clock.now(), 1000).toISOString()
      const back = { reference, reversal_reference: crypto.randomUUID(), happened_at, points }
      expect((await program.reverse(back)).status).toBe(200)
      expect((await undo(claim.id)).json()).toMatchObject(answer)
      expect(await availableOf(client)).toBe(0)
    }
    await verifyLedger(testApp.portal)
  })

  it('makes a coupon usable again, and its use counts no more at the desk [card not mine]', async () => {
    const desk = await openDesk(testApp)
    const { id, code, owner, person } = await takenCoupon(testApp, desk.partner)
    await use(desk, code)
    const before = await availableOf(owner)
    const claim = await report(owner, id)
    expect((await undo(claim.id)).json()).toMatchObject({ state: 'undone', points: null })
    expect(await availableOf(owner)).toBe(before)
    expect(await owner.call(listVisits)).toEqual([])
    expect((await ownClaim(owner))?.visit).toMatchObject({ title: 'Ένα ψωμί', device: 'Ταμείο 1' })
    const texts = (await testApp.mails.to(person.email, 2)).map(({ text }) => text).join()
    expect(texts).toContain('Μπορείτε να χρησιμοποιήσετε ξανά το κουπόνι σας: Ένα ψωμί.')
    const entries = () =>
      testApp.db.selectFrom('deskEntries').select('state').where('recordId', '=', id).orderBy('id').execute()
    expect(await entries()).toEqual([{ state: 'undone' }])
    expect((await auditOf(person))[1]).toEqual(['staff', 'claim.undo', { claim: claim.id, record: id }])
    expect(await desk.client.call(checkDeskCoupon, { body: { code } })).toMatchObject({ state: 'valid' })
    testApp.clock.forward(1000)
    expect((await use(desk, code)).outcome).toBe('used')
    expect(await entries()).toEqual([{ state: 'undone' }, { state: 'recorded' }])
    await verifyLedger(testApp.portal)
  })

  it('says why a coupon cannot be used again: undone, expired, or without its code [card not mine]', async () => {
    const desk = await openDesk(testApp)
    const used = async () => {
      const coupon = await takenCoupon(testApp, desk.partner)
      await use(desk, coupon.code)
      return { ...coupon, claim: await report(coupon.owner, coupon.id) }
    }
    const [undone, expired, bare] = [await used(), await used(), await used()]
    testApp.clock.forward(1000)
    await desk.client.call(undoDeskCoupon, { body: { id: undone.id } })
    await use(desk, undone.code)
    await sql`update coupons set valid_until = '2026-01-31' where record_id = ${expired.id}`.execute(
      testApp.db,
    )
    await sql`update coupons set code = '' where record_id = ${bare.id}`.execute(testApp.db)
    const details = []
    for (const { claim } of [undone, expired, bare]) details.push((await undo(claim.id)).json())
    expect(details).toEqual([
      { detail: 'This record has been reversed already.' },
      { detail: 'The last day of this coupon was 2026-01-31.' },
      { detail: 'The code of this coupon was removed.' },
    ])
    expect(await ownClaim(bare.owner)).toMatchObject({ state: 'open' })
  })

  it('is decided by another person, and above the limit by a second one, also in parts [security four eyes]', async () => {
    const author = await staff()
    const manager = await staff('manager')
    const [first, second] = [await brought(9), await brought(3)]
    const desk = await openDesk(testApp)
    const third = await takenCoupon(testApp, desk.partner)
    await use(desk, third.code)
    const claims = [
      await report(first.client, first.id),
      await report(second.client, second.id),
      await report(third.owner, third.id),
    ]
    const states = []
    for (const { id } of claims) states.push((await undo(id, author)).json<{ state: string }>().state)
    expect(states).toEqual(['undone', 'approval', 'approval'])
    expect(await ownClaim(second.client)).toMatchObject({ state: 'open', points: null })
    expect(await availableOf(second.client)).toBe(48)
    const waiting = (await manager.call(listApprovals)).results
    expect(waiting.map(({ points, record }) => [points, record?.description])).toEqual([
      [100, 'coupon_created'],
      [-48, 'item_delivered'],
    ])
    for (const { id } of waiting)
      await manager.call(decideApproval, { params: { id: String(id) }, body: { decision: 'approved' } })
    expect([await availableOf(second.client), (await ownClaim(second.client))?.state]).toEqual([0, 'undone'])
    expect((await ownClaim(third.owner))?.state).toBe('undone')
    expect(await desk.client.call(checkDeskCoupon, { body: { code: third.code } })).toMatchObject({
      state: 'valid',
    })
    await verifyLedger(testApp.portal)
  })

  it('is not decided by its own person, nor answered as one about a delivery [card not mine]', async () => {
    const { person, client, id } = await brought()
    const claim = await report(client, id)
    const other = await decide(await staff(), claim.id, { answer: 'points', points: 5 })
    expect([other.statusCode, Object.keys(other.json())]).toEqual([400, ['answer']])
    const day = testApp.portal.clock.now().toISOString().slice(0, 10)
    const body = { submission: crypto.randomUUID(), sticker: 'A', day }
    const delivery = await client.call(reportClaim, { body })
    expect((await undo(delivery.id)).statusCode).toBe(400)
    // A citizen who works for the programme since.
    await sql`update users set role = 'clerk', is_staff = true where id = ${person.id}`.execute(testApp.db)
    const own = await testApp.signIn(person)
    expect((await undo(claim.id, own)).json()).toEqual({ detail: 'A colleague has to decide on this claim.' })
  })

  it('is in the export of its person, and deleted with the account [privacy erasure]', async () => {
    const { person, client, id } = await brought()
    const claim = await report(client, id)
    const exported = await client.send(exportOwnData, { body: { current_password: person.password } })
    expect(exported.json<{ claims: object[] }>().claims).toMatchObject([
      {
        number: claim.id,
        record: id,
        device: 'Φούρνος, Υποδοχή',
        visited_at: expect.any(String),
        state: 'open',
      },
    ])
    await eraseParticipant(testApp.portal, person.id, 'request')
    const left = await testApp.db
      .selectFrom('deliveryClaims')
      .select('id')
      .where('id', '=', claim.id)
      .execute()
    expect(left).toEqual([])
    expect((await undo(claim.id)).statusCode).toBe(404)
    await verifyLedger(testApp.portal)
  })
})
