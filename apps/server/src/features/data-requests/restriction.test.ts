import { listOwnAudit } from '@portal/contract/audit.ts'
import { addCallNote, showOverview } from '@portal/contract/phone-calls.ts'
import { findBalance, listEvents } from '@portal/contract/partner-points.ts'
import {
  exportOwnData,
  askDataRequest,
  liftOwnRestriction,
  listOwnDataRequests,
} from '@portal/contract/privacy.ts'
import {
  exportPoints,
  listOwnPoints,
  listPoints,
  summarizePoints,
  totalPoints,
} from '@portal/contract/points.ts'
import { explainPoints } from '@portal/contract/points-origin.ts'
import { setPointsMails } from '@portal/contract/points-mails.ts'
import {
  exportParticipants,
  findParticipant,
  listParticipants,
  liftParticipantRestriction,
  restrictParticipant,
} from '@portal/contract/participants.ts'
import { listParticipantStickers } from '@portal/contract/sticker-look-up.ts'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queuePointsMails } from '#server/features/points-mails/service.ts'
import { days, minutes } from '#server/lib/time/clock.ts'
import { recordManually } from '#server/ledger/manual/record-manually.ts'
import { auditOf } from '#test/audit-entries.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { type ListeningApp, openListeningApp, openSite, type Site } from '#test/partner-site.ts'
import { readWorkbook } from '#test/workbook.ts'
import { liftEnded } from './restriction-service.ts'

let testApp: ListeningApp
let site: Site
let program: Program
beforeAll(async () => {
  testApp = await openListeningApp()
  site = await openSite(testApp)
  program = await openProgram(testApp)
})
afterAll(async () => {
  await site.close()
  await testApp.close()
})

const record = (who: object, more: object = {}) => ({
  reference: crypto.randomUUID(),
  participant: who,
  description: 'oil_collected',
  points: 50,
  happened_at: testApp.portal.clock.now().toISOString(),
  ...more,
})
const coupon = ({ id }: { id: number }, points = -20) =>
  record({ id }, { description: 'coupon_created', points })
const ask = { body: { kind: 'restriction', text: 'Αμφισβητώ τους πόντους μου.' } } as const
const idOf = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const refused = { status: 403, error: { code: 'processing_restricted', final: false } }

/** A person with 100 points who has restricted the processing. */
async function restricted(given: Parameters<ListeningApp['make']['customer']>[0] = {}) {
  const person = await testApp.make.customer(given)
  await program.record(record({ id: person.id }, { points: 100 }))
  const client = await testApp.signIn(person)
  await client.call(askDataRequest, ask)
  return { person, client }
}

/** The texts of the cells of a workbook. */
const cellsOf = async (sent: Promise<{ rawPayload: Buffer }>) =>
  (await readWorkbook((await sent).rawPayload))
    .flatMap(({ data }) => data.flat())
    .map(String)
    .join('\n')

const availableOf = async (client: Awaited<ReturnType<ListeningApp['signIn']>>) =>
  (await client.call(summarizePoints)).available

describe('a restricted account', () => {
  it('rejects records that take points, alone and in batches, and accepts them once it is lifted [privacy restriction]', async () => {
    const { person, client } = await restricted()
    const sent = coupon(person)
    expect(await program.record(sent)).toMatchObject(refused)
    const other = await testApp.make.customer()
    const results = await program.recordAll([
      record({ id: person.id }),
      coupon(person, -10),
      record({ id: other.id }),
      record({ id: person.id }, { description: 'collection_cancelled', points: -30 }),
    ])
    expect(results.map(({ status, code, final }) => [status, code, final])).toEqual([
      ['recorded', undefined, undefined],
      ['refused', 'processing_restricted', false],
      ['recorded', undefined, undefined],
      ['refused', 'processing_restricted', false],
    ])
    expect(await availableOf(client)).toBe(150)
    await client.call(liftOwnRestriction)
    expect((await program.record(sent)).body).toMatchObject({ status: 'recorded' })
    expect(await availableOf(client)).toBe(130)
  })

  it('keeps its points when a record is reversed, and gets back those of a coupon [privacy restriction]', async () => {
    const person = await testApp.make.customer()
    const given = record({ id: person.id })
    const issued = coupon(person)
    await program.recordAll([given, issued])
    const client = await testApp.signIn(person)
    await client.call(askDataRequest, ask)
    const reversal = ({ reference }: { reference: string }, more: object = {}) => ({
      reference,
      reversal_reference: crypto.randomUUID(),
      happened_at: testApp.portal.clock.now().toISOString(),
      ...more,
    })
    expect(await program.reverse(reversal(given))).toMatchObject(refused)
    expect((await program.reverse(reversal(issued, { as: 'coupon_cancelled' }))).status).toBe(200)
    expect(await availableOf(client)).toBe(50)
  })

  it('loses no points by a record of staff [privacy restriction]', async () => {
    const { person, client } = await restricted()
    const { id } = await testApp.make.staff()
    const take = recordManually(
      testApp.portal,
      { kind: 'command', name: 'test', id },
      {
        participantId: person.id,
        description: 'coupon_created',
        points: -10,
        createdAt: testApp.portal.clock.now().toISOString(),
        reason: 'δοκιμή',
      },
    )
    await expect(take).rejects.toThrow('processing_restricted')
    expect(await availableOf(client)).toBe(100)
  })

  it('is rejected by the database, too, if a writer does not ask [privacy restriction]', async () => {
    const { person } = await restricted()
    await expect(testApp.make.record(person, { points: -10, description: 'coupon_created' })).rejects.toThrow(
      'restricted',
    )
  })

  it('is not read by partners: balance, UserInfo, names in events [privacy restriction]', async () => {
    const person = await testApp.make.customer()
    const tokens = await site.signIn(testApp.browser(), person, { scope: 'openid profile email points' })
    const sub = tokens.claims()?.sub ?? ''
    const { body } = await program.record(record({ id: person.id }))
    const readEvent = async () => {
      const { events } = (await program.send(listEvents, { query: { after: String((body.id ?? 0) - 1) } }))
        .body as { events: { record: { id: number; sub?: string } }[] }
      return events.find(({ record: { id } }) => id === body.id)?.record.sub
    }
    const userInfo = () =>
      fetch(`${testApp.issuer}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(await readEvent()).toBe(sub)
    const client = await testApp.signIn(person)
    await client.call(askDataRequest, ask)

    const balance = { params: { participant: sub } }
    expect(await program.send(findBalance, balance)).toMatchObject(refused)
    const rejected = await userInfo()
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      expect.objectContaining({ error: 'processing_restricted' }),
    ])
    expect(await readEvent()).toBeUndefined()

    await client.call(liftOwnRestriction)
    expect((await program.send(findBalance, balance)).status).toBe(200)
    expect(await oidc.fetchUserInfo(site.config, tokens.access_token, sub)).toMatchObject({
      email: person.email,
    })
    expect(await readEvent()).toBe(sub)
  })

  it('gets no mails about points [privacy restriction]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    await client.call(setPointsMails, { body: { mode: 'at_once' } })
    await client.call(askDataRequest, ask)
    await testApp.mails.to(person.email, 1)
    await program.record(record({ id: person.id }))
    testApp.clock.forward(minutes(10))
    await queuePointsMails(testApp.portal)
    await client.call(liftOwnRestriction)
    expect((await testApp.mails.to(person.email, 2)).map(({ subject }) => subject.split(' – ')[0])).toEqual([
      'Λάβαμε το αίτημά σας',
      'Ο περιορισμός της επεξεργασίας σταμάτησε',
    ])
  })

  it('is used, read and exported by its owner [privacy restriction]', async () => {
    const { person, client } = await restricted()
    expect((await client.call(listOwnPoints)).count).toBe(1)
    const { body } = await client.send(exportOwnData, { body: { current_password: person.password } })
    expect(JSON.parse(body)).toMatchObject({
      account: { restricted_at: expect.any(String), restriction_lifts_at: null },
      data_requests: [{ kind: 'restriction', text: 'Αμφισβητώ τους πόντους μου.', outcome: null }],
    })
    await client.call(liftOwnRestriction)
    const { restriction, results } = await client.call(listOwnDataRequests)
    expect([restriction, results.map(({ outcome }) => outcome)]).toEqual([null, ['withdrawn']])
    expect((await client.send(liftOwnRestriction)).statusCode).toBe(404)
    const actions = (await client.call(listOwnAudit)).results.map(({ action }) => action)
    expect(actions.slice(0, 3)).toEqual(['data_request.withdraw', 'restriction.lift', 'data.export'])
  })
})

describe('restrictions by managers', () => {
  it('are mailed, and end three days after the mail with the reason [privacy restriction]', async () => {
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    const person = await testApp.make.customer()
    const reason = { body: { reason: 'Το ζητήσατε με επιστολή.' } }
    await manager.call(restrictParticipant, { ...idOf(person), ...reason })
    expect((await manager.send(restrictParticipant, { ...idOf(person), ...reason })).statusCode).toBe(409)
    const lift = { ...idOf(person), body: { reason: 'Η διόρθωση έγινε.' } }
    await manager.call(liftParticipantRestriction, lift)
    expect((await manager.send(liftParticipantRestriction, lift)).statusCode).toBe(409)
    await testApp.mails.having(person.email, 'Το ζητήσατε με επιστολή.')
    await testApp.mails.having(person.email, 'Η διόρθωση έγινε.')
    const client = await testApp.signIn(person)
    const state = async () => (await client.call(listOwnDataRequests)).restriction

    await liftEnded(testApp.portal)
    expect(await state()).toMatchObject({ lifts_at: expect.any(String) })
    testApp.clock.forward(days(3))
    await liftEnded(testApp.portal)
    expect(await state()).toBeNull()
    const entries = await auditOf(
      testApp,
      person.id,
      'restriction.set',
      'restriction.announce_end',
      'restriction.lift',
    )
    expect(entries).toMatchObject([
      { action: 'restriction.set', actorKind: 'staff' },
      { action: 'restriction.announce_end', actorKind: 'staff' },
      { action: 'restriction.lift', actorKind: 'job' },
    ])
  })

  it('end as announced, although the person asks again, also after lifting it [privacy restriction]', async () => {
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    await client.call(askDataRequest, ask)
    await manager.call(liftParticipantRestriction, { ...idOf(person), body: { reason: 'Εξετάστηκε.' } })
    const endOf = async () => (await client.call(listOwnDataRequests)).restriction?.lifts_at
    const announced = await endOf()
    expect(announced).toEqual(expect.any(String))
    await client.call(askDataRequest, ask)
    expect(await endOf()).toBe(announced)
    await client.call(liftOwnRestriction)
    testApp.clock.forward(minutes(5))
    await client.call(askDataRequest, ask)
    expect(String(await endOf()).slice(0, 10)).toBe(String(announced).slice(0, 10))
    // A manager may restrict it for longer, and after the end the person may ask anew.
    await manager.call(restrictParticipant, { ...idOf(person), body: { reason: 'Νέα στοιχεία.' } })
    expect(await endOf()).toBeNull()
  })

  it('are not for clerks and operators, nor for unknown accounts [privacy restriction]', async () => {
    const person = await testApp.make.customer()
    const body = { reason: 'λόγος' }
    for (const role of ['clerk', 'operator'] as const) {
      const client = await testApp.signIn(await testApp.make.staff({ role }))
      for (const endpoint of [restrictParticipant, liftParticipantRestriction])
        expect((await client.send(endpoint, { ...idOf(person), body })).statusCode).toBe(403)
    }
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    expect((await manager.send(restrictParticipant, { ...idOf({ id: 999_999 }), body })).statusCode).toBe(404)
    expect((await manager.send(liftParticipantRestriction, { ...idOf(person), body })).statusCode).toBe(404)
  })
})

describe('staff other than managers', () => {
  beforeAll(async () => {
    // The token of the first one has expired meanwhile.
    program = await openProgram(testApp)
  })

  it('see the name of a restricted person, and nothing else [privacy restriction]', async () => {
    const { person } = await restricted({
      firstName: 'Ζηνοβία',
      lastName: 'Περιορίδου',
      telephone: '6944000111',
    })
    const { results } = await (
      await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    ).call(listPoints, { query: { participant: String(person.id) } })
    const own = { params: { id: String(results[0]?.id) } }
    const byRole = (role: 'clerk' | 'manager') =>
      testApp.make.staff({ role }).then((one) => testApp.signIn(one))
    const [clerk, manager] = [await byRole('clerk'), await byRole('manager')]
    const search = { query: { search: 'Περιορίδου' } }
    const [hidden] = await clerk.call(listParticipants, search)
    expect(hidden).toEqual({
      id: person.id,
      full_name: 'Ζηνοβία Περιορίδου',
      first_name: 'Ζηνοβία',
      last_name: 'Περιορίδου',
      telephone: '',
      email: '',
      municipality_name: null,
      points_transactions: 0,
      points_summary: { available: 0, collected: 0, reuse: 0, cookingoils: 0, redeemed: 0 },
      restricted: true,
    })
    const [shown] = await manager.call(listParticipants, search)
    expect(shown).toMatchObject({ email: person.email, telephone: '6944000111', restricted: true })
    expect(await clerk.call(findParticipant, idOf(person))).toMatchObject({ email: '', restricted: true })
    expect((await manager.call(showOverview, idOf(person))).account.restriction).toMatchObject({
      lifts_at: null,
    })

    const filter = { query: { participant: String(person.id) } }
    for (const [endpoint, input] of [
      [showOverview, idOf(person)],
      [addCallNote, { ...idOf(person), body: { text: 'Θα ξαναπάρει.' } }],
      [listParticipantStickers, idOf(person)],
      [listPoints, filter],
      [totalPoints, filter],
      [exportPoints, filter],
      [explainPoints, own],
    ] as const) {
      expect([endpoint.path, (await clerk.send(endpoint, input)).statusCode]).toEqual([endpoint.path, 403])
      expect((await manager.send(endpoint, input)).statusCode).toBeLessThan(300)
    }
    const newestIn = async (client: typeof clerk) => (await client.call(listPoints)).results[0]
    expect(await newestIn(clerk)).toEqual({ ...results[0], participant: null })
    expect(await newestIn(manager)).toMatchObject({ participant: { id: person.id, email: person.email } })
  })

  it('export neither the name nor the address of a restricted person [privacy restriction]', async () => {
    const { person } = await restricted({ lastName: 'Αποκρύφου' })
    for (const [role, contains] of [
      ['clerk', false],
      ['manager', true],
    ] as const) {
      const client = await testApp.signIn(await testApp.make.staff({ role }))
      const people = await cellsOf(client.send(exportParticipants, { query: { search: 'Αποκρύφου' } }))
      const records = await cellsOf(client.send(exportPoints))
      for (const text of [person.email, 'Αποκρύφου'])
        expect([role, people.includes(text), records.includes(text)]).toEqual([role, contains, contains])
    }
  })
})
