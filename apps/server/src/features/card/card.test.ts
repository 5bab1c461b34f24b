import { login, me } from '@portal/contract/accounts.ts'
import { listVisits, printCard, revokePrintedCard, showCard, showPrintedCard } from '@portal/contract/card.ts'
import { readDeskCode } from '@portal/contract/desk/desk-codes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldCards } from '#server/features/card/service.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { cardCodeHash } from '#server/lib/security/card-codes.ts'
import { days, hours, minutes } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { addDevice, addOwnCoupon, addVisit, setUse } from '#test/desk-visits.ts'
import { readAll } from '#test/dump.ts'
import { openStream } from '#test/event-stream.ts'
import type { Person } from '#test/factories.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const newcomer = async () => {
  const person = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Παππά' })
  return { person, client: await testApp.signIn(person) }
}
const codesOf = ({ id }: Person) =>
  testApp.db.selectFrom('cardCodes').selectAll().where('participantId', '=', id).orderBy('issuedAt').execute()
const printedOf = ({ id }: Person) =>
  testApp.db.selectFrom('printedCards').selectAll().where('participantId', '=', id).orderBy('id').execute()
const auditOf = async ({ id }: Person) =>
  (await auditEntries(testApp, 'card.print', 'card.revoke'))
    .filter(({ actorId, actorKind }) => actorId === id && actorKind === 'citizen')
    .map(({ action, subjectId, details }) => [action, subjectId === id, details])

describe('showCard', () => {
  it('makes another code each time, of its account, stored as a keyed hash [card codes]', async () => {
    const [{ person, client }, other] = [await newcomer(), await newcomer()]
    const first = await client.call(showCard)
    expect(first).toEqual({
      code: expect.stringMatching(/^[23456789AEHKMNPTX]{4}-[23456789AEHKMNPTX]{4}$/),
      qr: { size: expect.any(Number), path: expect.stringMatching(/^M4 4h7/) },
      valid_for: 180,
      renew_after: 60,
    })
    testApp.clock.forward(minutes(1))
    const second = await client.call(showCard)
    const third = await other.client.call(showCard)
    expect(new Set([first.code, second.code, third.code]).size).toBe(3)
    const stored = await codesOf(person)
    const hashes = await Promise.all(
      [first, second].map(({ code }) => cardCodeHash(testApp.portal, readDeskCode(code))),
    )
    expect(stored.map(({ codeHash }) => codeHash)).toEqual(hashes)
    const [from = 0, to = 0] = stored.map(({ issuedAt }) => issuedAt.getTime())
    expect(to - from).toBeGreaterThanOrEqual(minutes(1))
    const dump = await readAll(testApp.db)
    for (const { code } of [first, second, third]) expect(dump).not.toContain(readDeskCode(code))
  })

  it('makes codes that sign nobody in [card codes]', async () => {
    const { person, client } = await newcomer()
    const { code } = await client.call(showCard)
    for (const secret of [code, readDeskCode(code), `K:${readDeskCode(code)}`]) {
      const body = { email: person.email, password: secret }
      expect((await testApp.visitor().send(login, { body })).statusCode).toBe(400)
      const cookie = `sessionid=${secret}`
      const answer = await testApp.visitor().inject({ method: 'GET', url: me.path, headers: { cookie } })
      expect(answer.statusCode).toBe(401)
    }
  })

  it('is limited by account, and rejected for staff and while the account is restricted [card codes]', async () => {
    const strict = await openTestApp({ LIMIT_CARD_ACCOUNT: '2/10m', LIMIT_PRINTED_CARD_ACCOUNT: '1/1d' })
    try {
      const person = await strict.make.customer()
      const client = await strict.signIn(person)
      for (const status of [200, 200, 429]) expect((await client.send(showCard)).statusCode).toBe(status)
      for (const status of [200, 429]) expect((await client.send(printCard)).statusCode).toBe(status)
      expect((await client.call(showPrintedCard)).printed_at).not.toBeNull()
      strict.clock.forward(minutes(11))
      await strict.db
        .insertInto('accountRestrictions')
        .values({ userId: person.id, restrictedAt: strict.portal.clock.now() })
        .execute()
      for (const endpoint of [showCard, printCard])
        expect((await client.send(endpoint)).headers['x-error-code']).toBe('processing_restricted')
      const clerk = await strict.signIn(await strict.make.staff())
      for (const endpoint of [showCard, printCard]) expect((await clerk.send(endpoint)).statusCode).toBe(403)
    } finally {
      await strict.close()
    }
  })

  it('makes codes that are deleted after 73 hours, and with the account [privacy erasure]', async () => {
    const { person, client } = await newcomer()
    await client.call(showCard)
    await client.send(printCard)
    await client.call(revokePrintedCard)
    testApp.clock.forward(hours(72))
    await client.call(showCard)
    await client.send(printCard)
    await deleteOldCards(testApp.portal)
    expect([(await codesOf(person)).length, (await printedOf(person)).length]).toEqual([2, 2])
    testApp.clock.forward(hours(1) + 1)
    await deleteOldCards(testApp.portal)
    expect([(await codesOf(person)).length, (await printedOf(person)).length]).toEqual([1, 1])
    await eraseParticipant(testApp.portal, person.id, 'request')
    expect([await codesOf(person), await printedOf(person)]).toEqual([[], []])
  })
})

describe('printCard', () => {
  it('returns a PDF and stores only a hash; a new card revokes the earlier one [card printed]', async () => {
    const { person, client } = await newcomer()
    expect(await client.call(showPrintedCard)).toEqual({ printed_at: null })
    const answer = await client.send(printCard)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('card.pdf'),
    })
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await client.call(showPrintedCard)).printed_at).toEqual(expect.any(String))
    await client.send(printCard)
    const [first, second, ...others] = await printedOf(person)
    expect([first?.revokedAt, second?.revokedAt, others]).toEqual([expect.any(Date), null, []])
    expect(first?.codeHash).not.toBe(second?.codeHash)
    expect(await auditOf(person)).toEqual([
      ['card.print', true, {}],
      ['card.print', true, {}],
    ])
  })

  it('keeps one valid card of several simultaneous calls [card printed]', async () => {
    const { person, client } = await newcomer()
    await Promise.all([1, 2, 3].map(() => client.send(printCard)))
    const valid = (await printedOf(person)).filter(({ revokedAt }) => revokedAt === null)
    expect(valid).toHaveLength(1)
  })

  it('is taken back by revokePrintedCard, also repeatedly [card printed]', async () => {
    const { person, client } = await newcomer()
    const other = await newcomer()
    for (const one of [client, other.client]) await one.send(printCard)
    await client.call(revokePrintedCard)
    await client.call(revokePrintedCard)
    expect(await client.call(showPrintedCard)).toEqual({ printed_at: null })
    expect((await other.client.call(showPrintedCard)).printed_at).not.toBeNull()
    expect(await auditOf(person)).toEqual([
      ['card.print', true, {}],
      ['card.revoke', true, {}],
    ])
  })
})

describe('listVisits', () => {
  it('lists deliveries and used coupons of desks, with where and what, newest first [card visits]', async () => {
    const { person, client } = await newcomer()
    const device = await addDevice(testApp, { name: 'Υποδοχή', partner: 'ΚΔΕΥ Κοζάνης' })
    const record = await addVisit(testApp, person, { device, place: 'ΚΔΕΥ, Κοζάνη', ago: hours(1) })
    const bakery = await addDevice(testApp)
    const coupon = await addOwnCoupon(testApp, person, bakery)
    await testApp.make.record(person)
    expect(await client.call(listVisits)).toHaveLength(1)
    await setUse(testApp, coupon, bakery, testApp.portal.clock.now())
    const time = expect.any(String)
    expect(await client.call(listVisits)).toEqual([
      {
        ...{ id: coupon.id, description: 'coupon_created', title: 'Ένα ψωμί', points: 0, at: time },
        ...{ partner: 'Φούρνος', device: 'Ταμείο 1', place: null, reported: false },
      },
      {
        ...{ id: record.id, description: 'item_delivered', title: null, points: 48, at: time },
        ...{ partner: 'ΚΔΕΥ Κοζάνης', device: 'Υποδοχή', place: 'ΚΔΕΥ, Κοζάνη', reported: false },
      },
    ])
    expect(await (await newcomer()).client.call(listVisits)).toEqual([])
  })

  it('lists nothing that is older than 30 days [card visits]', async () => {
    const { person, client } = await newcomer()
    await addVisit(testApp, person, { ago: days(31) })
    expect(await client.call(listVisits)).toEqual([])
  })
})

describe('watchOwnPoints', () => {
  it('announces the use of a coupon at a desk, and that it was undone [live points]', async () => {
    const { person, client } = await newcomer()
    const device = await addDevice(testApp)
    const coupon = await addOwnCoupon(testApp, person, device)
    const stream = await openStream(testApp.app, client)
    const uses = () =>
      Array.from(stream.text().matchAll(/"used_at":(null|"[^"]+")/g), ([, used]) => used !== 'null')
    await setUse(testApp, coupon, device, testApp.portal.clock.now())
    await until(() => uses().length > 1)
    await setUse(testApp, coupon, null, null)
    await until(() => uses().length > 2)
    expect(uses()).toEqual([false, true, false])
    stream.close()
  })
})
