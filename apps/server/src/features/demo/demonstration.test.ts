import { listPlaces } from '@portal/contract/places.ts'
import { showCard } from '@portal/contract/card.ts'
import { listOwnCoupons, showOwnCoupon } from '@portal/contract/coupons.ts'
import { enrolDevice, readCard, showDesk, useDeskCoupon } from '@portal/contract/desk/desk.ts'
import { revokeDevice } from '@portal/contract/desk/manage-devices.ts'
import { listManagedOffers } from '@portal/contract/manage-offers.ts'
import { listOffers } from '@portal/contract/offers.ts'
import { describeSite } from '@portal/contract/site.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findClaim, listClaims, listOwnClaims } from '@portal/contract/claims.ts'
import { me } from '@portal/contract/accounts.ts'
import { listParticipants } from '@portal/contract/participants.ts'
import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { listOwnPoints, listPoints, summarizePoints } from '@portal/contract/points.ts'
import { listOwnStickers } from '@portal/contract/stickers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf } from '#test/files.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { buildApp } from '#server/app.ts'
import { days } from '#server/lib/time/clock.ts'
import { openMailer } from '#server/lib/mail/mailer.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { generateDemonstration } from './generate-service.ts'
import {
  demonstrationSignIns,
  describeDemonstration,
  prepareDemonstration,
  assertNoDemonstrationData,
} from './service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ DEMO: 'yes' })
})
afterAll(() => testApp.close())

describe('prepareDemonstration', () => {
  it('leaves a database with users unchanged, so that no known password signs in', async () => {
    const real = await openTestApp({ DEMO: 'yes' })
    const maria = await real.make.customer({ email: 'user@example.gr' })
    await prepareDemonstration(real.portal)
    expect(await describeDemonstration(real.portal)).toEqual([])
    const [one] = await real.db.selectFrom('users').select('email').execute()
    expect(one?.email).toBe(maria.email)
    expect(await errorOf(real.signIn(demonstrationSignIns.staff))).toContain('Unable to log in')
    // Mails of a real database are not public.
    expect(
      (await real.visitor().inject({ method: 'GET', url: '/outbox/style.css' })).headers['content-type'],
    ).not.toContain('css')
    expect(await assertNoDemonstrationData(real.db)).toBeUndefined()
    await real.close()
  })

  it('creates the accounts and records of the demonstration once', async () => {
    await prepareDemonstration(testApp.portal)
    await prepareDemonstration(testApp.portal)
    expect((await describeDemonstration(testApp.portal)).join('\n')).toContain(
      'maria@example.gr     ladi-se-fos-24',
    )
    for (const { role, ...member } of [
      demonstrationSignIns.staff,
      demonstrationSignIns.manager,
      demonstrationSignIns.operator,
    ]) {
      const { headers } = await (await testApp.signIn(member)).send(me)
      expect([member.email, headers['x-role']]).toEqual([member.email, role])
    }

    const maria = await testApp.signIn(demonstrationSignIns.customer)
    expect((await maria.call(summarizePoints)).available).toBeGreaterThan(0)
    expect((await maria.call(listOwnPoints)).count).toBe(48)

    const staff = await testApp.signIn(demonstrationSignIns.staff)
    expect((await staff.call(listPoints)).count).toBe(4_048)
    expect(await staff.call(listParticipants, { query: { search: 'maria@example.gr' } })).toMatchObject([
      { full_name: 'Μαρία Παπαδοπούλου', municipality_name: 'Κοζάνης', points_transactions: 48 },
    ])
    const { rows } = { rows: await testApp.db.selectFrom('municipalities').select('region').execute() }
    expect(await testApp.visitor().call(listPlaces)).toHaveLength(20)
    expect(rows.map(({ region }) => region)).toEqual(Array.from({ length: 13 }, () => 'Δυτική Μακεδονία'))
  })

  it('gives the customer records like those of partners: with site, place, rate, coupon and own stickers', async () => {
    const maria = await testApp.signIn(demonstrationSignIns.customer)
    const stickers = await maria.call(listOwnStickers)
    expect(stickers).toHaveLength(2)
    const { results } = await maria.call(listOwnPoints, { query: { page_size: '100' } })
    const origins = await Promise.all(
      results.map(({ id }) => maria.call(explainOwnPoints, { params: { id: String(id) } })),
    )
    expect(origins.filter(({ site }) => site === null)).toEqual([])
    const of = (...kinds: string[]) => origins.filter(({ description }) => kinds.includes(description))
    const deliveries = of('oil_collected')
    expect(deliveries.length).toBeGreaterThan(10)
    for (const { points, rate, details } of deliveries) {
      expect(points).toBe(Number(details['litres']) * (rate?.points_per_unit ?? 0))
      expect(details['collection_point']).toBeTruthy()
      expect(stickers.map(({ code }) => code)).toContain(details['sticker'])
    }
    for (const { points, rate, details } of of('item_reused', 'item_delivered')) {
      expect(points).toBe(Number(details['item_count']) * (rate?.points_per_unit ?? 0))
      expect(rate?.material).toBe(details['material'])
    }
    // Those of the portal's offers have the offer's partner instead.
    const ofOffers = of('coupon_created').filter(({ details }) => !details['shop'])
    expect(ofOffers.map(({ site, points }) => [site, points])).toEqual([
      ['Σύλλογος γονέων «Το Θρανίο»', -50],
      ['Φούρνος «Το Ζυμωτό»', -50],
    ])
    const reversals = of('collection_cancelled', 'coupon_cancelled', 'coupon_reimbursed')
    expect(reversals.length).toBeGreaterThan(0)
    for (const { points, reverses } of reversals) expect(reverses?.points).toBe(-points)
    expect(await verifyLedger(testApp.portal)).toMatchObject({ records: 4_048 })
  })

  it('has offers, of which the customer has taken two and has points for more', async () => {
    const maria = await testApp.signIn(demonstrationSignIns.customer)
    const { available, offers } = await maria.call(listOffers)
    expect(available).toBeGreaterThan(300)
    expect(offers.map(({ title, title_en }) => [title, title_en])).toEqual([
      ['Βιβλία για τη σχολική βιβλιοθήκη', 'Books for the school library'],
      ['Ένα χωριάτικο ψωμί', 'A loaf of country bread'],
      ['Ένα φυτό σε γλάστρα', 'A potted plant'],
      ['Έκπτωση 5 € στον φούρνο', '€5 off at the bakery'],
    ])
    expect(offers.filter(({ obstacle }) => obstacle !== null)).toEqual([])
    expect(offers[0]).toMatchObject({ kind: 'donation', raised: 50, shop: 'Σύλλογος γονέων «Το Θρανίο»' })
    expect(offers[1]).toMatchObject({ points: 50, left: 299, shop: 'Φούρνος «Το Ζυμωτό»' })
    const operator = await testApp.signIn(demonstrationSignIns.operator)
    expect((await operator.call(listManagedOffers)).filter(({ state }) => state === 'draft')).toHaveLength(1)
  })

  it('prints links that open desks, each once and until the next start', async () => {
    const codes = async () =>
      (await describeDemonstration(testApp.portal)).flatMap(
        (line) => /\/desk#([2-9A-Z]{4}-[2-9A-Z]{4})$/.exec(line)?.[1] ?? [],
      )
    const enrol = (code = '', client = testApp.visitor()) =>
      client.send(enrolDevice, { body: { code, pin: '2580' } })
    const [earlier] = await codes()
    // Without any open desk citizens have a card.
    expect((await testApp.visitor().call(describeSite)).has_desks).toBe(true)
    const [bakery, centre, ...others] = await codes()
    expect(others).toEqual([])
    expect((await enrol(earlier)).statusCode).toBe(400)
    testApp.clock.forward(days(6))
    const [till, phone] = [testApp.visitor(), testApp.visitor()]
    expect((await enrol(bakery, till)).json()).toMatchObject({ may: ['coupons'], place: null })
    expect((await enrol(bakery)).statusCode).toBe(400)
    expect((await enrol(centre, phone)).json()).toMatchObject({
      partner: 'Κέντρο επαναχρησιμοποίησης Κοζάνης',
      place: 'Κέντρο επαναχρησιμοποίησης Κοζάνης',
      may: ['coupons', 'reuse', 'oil'],
    })
    expect((await phone.call(showDesk)).rates.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['brought', 'took', 'oil']),
    )

    const maria = await testApp.signIn(demonstrationSignIns.customer)
    const coupons = await maria.call(listOwnCoupons)
    const bread = coupons.find(({ title }) => title === 'Ένα χωριάτικο ψωμί')
    const { secret } = await maria.call(showOwnCoupon, { params: { id: String(bread?.id) } })
    const use = { body: { code: secret?.code ?? '', submission: crypto.randomUUID() } }
    expect(await till.call(useDeskCoupon, use)).toMatchObject({ outcome: 'used', state: 'used' })

    const card = await maria.call(showCard)
    expect(await phone.call(readCard, { body: { code: card.code } })).toMatchObject({ name: 'Μαρία Π.' })

    const operator = await testApp.signIn(demonstrationSignIns.operator)
    const { id } = await till.call(showDesk)
    await operator.call(revokeDevice, { params: { id: String(id) } })
    expect(await codes()).toHaveLength(1)
  })

  it('has claims that wait for an answer, with the deliveries that some of them mean', async () => {
    const staff = await testApp.signIn(demonstrationSignIns.staff)
    const { results } = await staff.call(listClaims)
    const found = await Promise.all(
      results.map(({ id }) => staff.call(findClaim, { params: { id: String(id) } })),
    )
    expect(found.map(({ candidates }) => candidates.map(({ differences }) => differences))).toEqual([
      [['sticker']],
      [[]],
      [],
      [],
    ])
    const maria = await testApp.signIn(demonstrationSignIns.customer)
    expect((await maria.call(listOwnClaims)).map(({ state }) => state)).toEqual(['open', 'rejected'])
  })

  it('marks the database, which is then not served without the demonstration', async () => {
    expect(await errorOf(assertNoDemonstrationData(testApp.db))).toContain('whose passwords everyone knows')
  })
})

describe('the demonstration without DEMO=yes', () => {
  it('answers this machine only, and sends a page with the reason to other hosts and proxies [security demonstration]', async () => {
    const config = { ...testApp.portal.config, loopbackOnly: true }
    const app = await buildApp({ ...testApp.portal, config })
    const get = async (headers: Record<string, string>, url = '/api/site/') => {
      const { statusCode, body } = await app.inject({ url, headers })
      return [statusCode, body.includes('συνθηματικά της είναι δημοσιευμένα')]
    }
    for (const host of ['localhost:3000', 'portal.localhost', '127.0.0.1:81', '[::1]:3000'])
      expect([host, ...(await get({ host }))]).toEqual([host, 200, false])
    for (const host of [
      'portal.example.gr',
      '192.168.1.5:3000',
      'localhost.example.gr',
      '127.0.0.1.nip.io',
      '[',
    ])
      expect([host, ...(await get({ host }))]).toEqual([host, 403, true])
    for (const header of [
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-forwarded-host',
      'forwarded',
      'via',
      'x-real-ip',
    ])
      expect([header, ...(await get({ host: 'localhost', [header]: '' }))]).toEqual([header, 403, true])
    for (const [remoteAddress, status] of [
      ['::1', 200],
      ['::ffff:127.0.0.1', 200],
      ['192.168.1.7', 403],
      ['::ffff:192.0.2.1', 403],
      ['2001:db8::1', 403],
    ] as const) {
      const answer = await app.inject({
        url: '/api/site/',
        headers: { host: 'localhost:3000' },
        remoteAddress,
      })
      expect([remoteAddress, answer.statusCode]).toEqual([remoteAddress, status])
    }
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    for (const [version, status] of [
      ['1.1', '200'],
      ['1.0', '403'],
    ] as const) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET /api/site/ HTTP/${version}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)
      expect([version, (await text(socket)).split(' ')[1]]).toEqual([version, status])
    }
    for (const url of ['/', '/outbox/', '/api/auth/token/login', '/healthz', '/nothing/here'])
      expect([url, ...(await get({ host: 'portal.example.gr' }, url))]).toEqual([url, 403, true])
    await app.close()
  })
})

describe('generateDemonstration', () => {
  it('adds people and records with correct balances, once per seed', async () => {
    const importing = { db: testApp.db, clock: testApp.portal.clock, progress: () => {} }
    await generateDemonstration(importing, { participants: 50, records: 700, seed: 5 })
    const people = await testApp.db
      .selectFrom('users')
      .innerJoin('balances', 'balances.participantId', 'users.id')
      .select(['available', 'nRecords', 'passwordHash'])
      .where('email', 'like', '%@invented5.example.gr')
      .execute()
    expect(people).toHaveLength(50)
    expect(people.reduce((sum, { nRecords }) => sum + nRecords, 0)).toBe(700)
    expect(people.every(({ passwordHash }) => passwordHash === null)).toBe(true)
    expect(
      await errorOf(generateDemonstration(importing, { participants: 50, records: 700, seed: 5 })),
    ).toContain('another seed')
  })
})

describe('GET /outbox/', () => {
  const get = (url: string) => testApp.visitor().inject({ method: 'GET', url })
  const folder = () => {
    const { mail } = testApp.portal.config
    if (mail.kind !== 'outbox') throw new Error('The testApp has no mail folder.')
    return mail.folder
  }

  it('returns a text if there are no mails', async () => {
    const { statusCode, body } = await get('/outbox/')
    expect([statusCode, body.includes('Δεν έχει σταλεί ακόμη κανένα μήνυμα.')]).toEqual([200, true])
  })

  it('returns mails with links, and escapes their HTML', async () => {
    const mailer = openMailer(testApp.portal.config)
    const url = 'http://localhost:3000/account/activate/MQ/abc?next=%2F&x="'
    await mailer.send({
      to: 'eleni@example.gr',
      subject: 'Ενεργοποίηση <b>',
      text: `Γεια <script>\n\n${url}.\n`,
      html: '<p>…</p>',
    })
    const list = await get('/outbox/')
    expect(list.headers['content-security-policy']).not.toContain('unsafe')
    expect(list.body).toContain('eleni@example.gr')
    expect(list.body).toContain('Ενεργοποίηση &lt;b&gt;')
    expect(list.body).toContain('href="http://localhost:3000/account/activate/MQ/abc?next=%2F&amp;x="')

    const one = await get(/\/outbox\/[^"]+\.eml/.exec(list.body)?.[0] ?? '')
    expect(one.body).toContain('Γεια &lt;script&gt;')
    expect(one.body).toContain('href="http://localhost:3000/account/activate/MQ/abc?next=%2F&amp;x="')
    expect(one.body).not.toMatch(/<script|<b>|style=/)
  })

  it('serves no other file', async () => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(join(folder(), 'secret.eml'), 'To: a@example.gr\n\nsecret')
    writeFileSync(join(folder(), '..', '2026-01-01T00-00-00.000Z-00000000.eml'), 'To: a@example.gr\n\nsecret')
    for (const name of [
      'secret.eml',
      '..%2F2026-01-01T00-00-00.000Z-00000000.eml',
      '..%2Fdatabase.lock',
      '%00.eml',
    ]) {
      const answer = await get(`/outbox/${name}`)
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('secret')
    }
    expect((await get('/outbox/')).body).not.toContain('secret')
  })
})
