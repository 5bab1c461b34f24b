import { listVisits } from '@portal/contract/card.ts'
import { listFlags } from '@portal/contract/checks.ts'
import { countClaims, findClaim, listOwnClaims, reportClaim, reportNotMine } from '@portal/contract/claims.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later, minutes } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { addDevice, addOwnCoupon, addVisit, setUse } from '#test/desk-visits.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.toNoon()
})
afterAll(() => testApp.close())

const staff = async (role: 'clerk' | 'manager' = 'clerk') =>
  testApp.signIn(await testApp.make.staff({ role }))
const newcomer = async () => {
  const person = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Παππά' })
  return { person, client: await testApp.signIn(person) }
}
const tryReport = (client: Client, id: number) => client.send(reportNotMine, { params: { id } })
const report = (client: Client, id: number) => client.call(reportNotMine, { params: { id: String(id) } })
const ownClaim = async (client: Client) => (await client.call(listOwnClaims))[0]

/** What a desk recorded for a new person. */
async function brought() {
  const { person, client } = await newcomer()
  const device = await addDevice(testApp, { name: 'Υποδοχή' })
  return { person, client, ...(await addVisit(testApp, person, { device })) }
}

describe('reportNotMine', () => {
  it('files a claim about what a desk recorded, once for each record, with a mail [card not mine]', async () => {
    const { person, client, id } = await brought()
    const [first, second] = await Promise.all([report(client, id), report(client, id)])
    testApp.clock.forward(days(2))
    expect([second.id, (await report(client, id)).id]).toEqual([first.id, first.id])
    expect(first).toMatchObject({
      state: 'open',
      sticker: null,
      points: null,
      visit: { record: id, partner: 'Φούρνος', device: 'Υποδοχή', description: 'item_delivered', points: 48 },
    })
    expect(await client.call(listOwnClaims)).toEqual([first])
    expect((await client.call(listVisits))[0]).toMatchObject({ id, reported: true })
    const entries = await auditEntries(testApp, 'card.not_mine')
    expect(entries.map(({ actorKind, subjectId, details }) => ({ actorKind, subjectId, details }))).toEqual([
      { actorKind: 'citizen', subjectId: person.id, details: { claim: first.id, record: id } },
    ])
    const [mail, ...others] = await testApp.mails.to(person.email)
    expect([mail?.subject, others]).toEqual([expect.stringContaining('Λάβαμε την αναφορά σας'), []])
    expect(mail?.text).toContain('στο ταμείο ήταν άλλος (Φούρνος, Υποδοχή, ')
  })

  it('shows the claim to staff with when, where and what, and no deliveries [card not mine]', async () => {
    const { client, id } = await brought()
    const clerk = await staff()
    const before = (await clerk.call(countClaims)).open
    const claim = await report(client, id)
    expect((await clerk.call(countClaims)).open).toBe(before + 1)
    const manager = await staff('manager')
    expect((await manager.call(listFlags)).results).toEqual([])
    expect(await clerk.call(findClaim, { params: { id: String(claim.id) } })).toMatchObject({
      visit: claim.visit,
      participant: { full_name: 'Μαρία Παππά' },
      own: false,
      candidates: [],
      credited: [],
      points_per_litre: null,
    })
  })

  it('accepts each use of a coupon [card not mine]', async () => {
    const { person, client } = await newcomer()
    const device = await addDevice(testApp)
    const coupon = await addOwnCoupon(testApp, person, device)
    expect((await tryReport(client, coupon.id)).statusCode).toBe(404)
    const now = testApp.portal.clock.now()
    await setUse(testApp, coupon, device, now)
    const claim = await report(client, coupon.id)
    expect(claim.visit).toMatchObject({ record: coupon.id, title: 'Ένα ψωμί', points: -100 })
    await setUse(testApp, coupon, null, null)
    // What is reported stays, also when the use was undone at the desk.
    expect((await ownClaim(client))?.visit).toEqual(claim.visit)
    await setUse(testApp, coupon, device, later(now, 1000))
    expect((await client.call(listVisits))[0]?.reported).toBe(false)
    expect((await report(client, coupon.id)).id).not.toBe(claim.id)
  })

  it('rejects records of others, of no desk, and of more than 30 days ago [card not mine]', async () => {
    const { person, client } = await newcomer()
    const other = await newcomer()
    const foreign = await addVisit(testApp, other.person)
    const old = await addVisit(testApp, person, { ago: days(30) + minutes(1) })
    const recent = await addVisit(testApp, person, { ago: days(30) - minutes(5) })
    const ordinary = await testApp.make.record(person)
    const device = await addDevice(testApp)
    // A reference that only looks like one of a device, which is of another partner.
    const forged = await testApp.make.record(person, { reference: `desk/${device.id}/x` })
    const statuses = []
    for (const { id } of [foreign, ordinary, forged, old, recent, { id: 999_999_999 }])
      statuses.push((await tryReport(client, id)).statusCode)
    expect(statuses).toEqual([404, 404, 404, 409, 200, 404])
    expect((await tryReport(client, old.id)).json()).toEqual({ detail: 'This record is older than 30 days.' })
    expect((await client.call(listOwnClaims)).map(({ visit }) => visit?.record)).toEqual([recent.id])
  })

  it('is possible beside five open claims about deliveries, and they beside it [card not mine]', async () => {
    const { person, client } = await newcomer()
    for (let count = 0; count < 6; count += 1)
      await report(client, (await addVisit(testApp, person, { ago: minutes(count + 1) })).id)
    const day = athensDay(testApp.portal.clock.now())
    for (const sticker of ['A', 'B', 'C', 'D', 'E'])
      await client.call(reportClaim, { body: { submission: crypto.randomUUID(), sticker, day } })
    expect((await tryReport(client, (await addVisit(testApp, person)).id)).statusCode).toBe(200)
  })
})
