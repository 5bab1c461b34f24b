import {
  endParticipantSessions,
  listParticipants,
  lockAccount,
  sendParticipantReset,
  unlockAccount,
} from '@portal/contract/participants.ts'
import { login, me } from '@portal/contract/accounts.ts'
import { listOwnAudit } from '@portal/contract/audit.ts'
import { showOverview } from '@portal/contract/phone-calls.ts'
import { confirmPasswordReset, resetPassword } from '@portal/contract/passwords.ts'
import { exportOwnData } from '@portal/contract/privacy.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as oidc from 'openid-client'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { days } from '#server/lib/time/clock.ts'
import { linkTo } from '#test/mailed-links.ts'
import { auditOf } from '#test/audit-entries.ts'
import type { Person } from '#test/factories.ts'
import { type ListeningApp, openListeningApp, openSite } from '#test/partner-site.ts'
import { openProgram } from '#test/programs.ts'
import type { Client } from '#test/test-app.ts'

let testApp: ListeningApp
let manager: Client
let boss: Person
let maria: Person
beforeAll(async () => {
  testApp = await openListeningApp()
  boss = await testApp.make.staff({ role: 'manager' })
})
beforeEach(async () => {
  manager = await testApp.signIn(boss)
  maria = await testApp.make.customer({ firstName: 'Μαρία' })
})
afterAll(() => testApp.close())

const idOf = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const lock = (person: Person, body: object = { reason: 'stolen' }, client = manager) =>
  client.send(lockAccount, { ...idOf(person), body })
const tryLogin = (person: Person, password = person.password) =>
  testApp.visitor().send(login, { body: { email: person.email, password } })
const auditsOf = ({ id }: Person) =>
  auditOf(testApp, id, 'account.lock', 'account.unlock', 'sessions.end_all')
const subjectsTo = async ({ email }: Person, count: number) =>
  (await testApp.mails.to(email, count)).map(({ subject }) => subject.split(' – ')[0])

describe('lockAccount', () => {
  it('ends the sessions, and rejects sign-ins like a wrong password until it is unlocked [security locks]', async () => {
    const own = await testApp.signIn(maria)
    expect((await lock(maria)).statusCode).toBe(204)
    expect((await own.send(me)).statusCode).toBe(401)
    const [right, wrong] = [await tryLogin(maria), await tryLogin(maria, 'λάθος-συνθηματικό-1')]
    expect([right.statusCode, right.body]).toEqual([wrong.statusCode, wrong.body])
    expect(right.statusCode).toBe(400)
    expect((await manager.call(showOverview, idOf(maria))).account.lock).toEqual({
      reason: 'stolen',
      at: expect.any(String),
      ends_at: null,
    })
    expect((await manager.send(unlockAccount, idOf(maria))).statusCode).toBe(204)
    expect((await tryLogin(maria)).statusCode).toBe(200)
    expect((await manager.send(unlockAccount, idOf(maria))).statusCode).toBe(404)
    const by = { actorKind: 'staff', actorId: boss.id }
    expect(await auditsOf(maria)).toEqual([
      { ...by, action: 'account.lock', details: { reason: 'stolen', until: null } },
      { ...by, action: 'account.unlock', details: {} },
    ])
    expect(await subjectsTo(maria, 2)).toEqual(
      expect.arrayContaining(['Ο λογαριασμός σας κλειδώθηκε', 'Ο λογαριασμός σας ξεκλειδώθηκε']),
    )
    const { results } = await (await testApp.signIn(maria)).call(listOwnAudit)
    expect(results.map(({ action }) => action)).toContain('account.lock')
  })

  it('is not ended by a new password [security locks]', async () => {
    await lock(maria, { reason: 'misuse' })
    const visitor = testApp.visitor()
    await visitor.call(resetPassword, { body: { email: maria.email } })
    const link = linkTo('password/reset/confirm', await testApp.mails.having(maria.email, '/reset/confirm/'))
    const password = 'θάλασσα-και-βουνό-8'
    expect(
      (await visitor.send(confirmPasswordReset, { body: { ...link, new_password: password } })).statusCode,
    ).toBeLessThan(300)
    expect((await tryLogin(maria, password)).statusCode).toBe(400)
    expect((await visitor.send(me)).statusCode).toBe(401)
  })

  it('ends by itself after the given days; another lock replaces it [security locks]', async () => {
    await lock(maria, { reason: 'own_request', days: 2 })
    expect(await auditsOf(maria)).toMatchObject([{ details: { reason: 'own_request' } }])
    testApp.clock.forward(days(1))
    expect((await tryLogin(maria)).statusCode).toBe(400)
    testApp.clock.forward(days(1))
    expect((await tryLogin(maria)).statusCode).toBe(200)
    manager = await testApp.signIn(boss)
    expect((await manager.call(showOverview, idOf(maria))).account.lock).toBeNull()
    await lock(maria, { reason: 'own_request', days: 1 })
    await lock(maria, { reason: 'stolen' })
    testApp.clock.forward(days(3))
    expect((await tryLogin(maria)).statusCode).toBe(400)
  })

  it('voids a sign-in that was being checked meanwhile [security locks]', async () => {
    const own = await testApp.signIn(maria)
    await testApp.db
      .insertInto('accountLocks')
      .values({ userId: maria.id, reason: 'stolen', lockedAt: new Date(0), endsAt: null })
      .execute()
    expect((await own.send(me)).statusCode).toBe(401)
  })

  it('ends what partner sites may do, and new sign-ins there [security locks]', async () => {
    const site = await openSite(testApp, { firstParty: false })
    onTestFinished(() => site.close())
    const browser = testApp.browser()
    await browser.signIn(maria)
    const begun = await site.begin({ scope: 'openid points' })
    const page = await browser.submit(await browser.open(begun.address), { decision: 'allow' })
    const tokens = await site.complete(begun, page)
    const isActive = async () => (await oidc.tokenIntrospection(site.config, tokens.access_token)).active
    expect(await isActive()).toBe(true)
    await lock(maria)
    expect(await isActive()).toBe(false)
    const again = await site.begin({ scope: 'openid points' })
    expect((await browser.open(again.address)).url.pathname).toBe('/login')
  })

  it.each([true, false])(
    'voids a sign-in at a partner site that is under way, also after unlocking (asked for consent: %s) [security locks]',
    async (asks) => {
      const site = await openSite(testApp, { firstParty: !asks })
      onTestFinished(() => site.close())
      const browser = testApp.browser()
      await browser.signIn(maria)
      const begun = await site.begin()
      const page = await browser.open(begun.address)
      const back = asks ? await browser.submit(page, { decision: 'allow' }) : page
      await lock(maria)
      await manager.send(unlockAccount, idOf(maria))
      await expect(site.complete(begun, back)).rejects.toMatchObject({ error: 'invalid_grant' })
    },
  )

  it('voids the consent page of a sign-in at a partner site [security locks]', async () => {
    const site = await openSite(testApp, { firstParty: false })
    onTestFinished(() => site.close())
    const browser = testApp.browser()
    await browser.signIn(maria)
    const page = await browser.open((await site.begin()).address)
    await lock(maria)
    await manager.send(unlockAccount, idOf(maria))
    expect((await browser.submit(page, { decision: 'allow' })).url.pathname).toBe('/login')
  })

  it('is for managers and operators, and for accounts of citizens [security locks]', async () => {
    const [clerk, operator] = [
      await testApp.signIn(await testApp.make.staff()),
      await testApp.signIn(await testApp.make.staff({ role: 'operator' })),
    ]
    expect((await lock(maria, undefined, clerk)).statusCode).toBe(403)
    expect((await clerk.send(unlockAccount, idOf(maria))).statusCode).toBe(403)
    expect((await clerk.send(endParticipantSessions, idOf(maria))).statusCode).toBe(403)
    expect((await lock(maria, undefined, operator)).statusCode).toBe(204)
    expect((await lock(await testApp.make.staff())).statusCode).toBe(404)
    expect((await lock(maria, {})).json()).toEqual({ reason: ['This field is required.'] })
    expect((await lock(maria, { reason: 'x' })).statusCode).toBe(400)
    for (const days of [0, 366, 1.5, '1'])
      expect((await lock(maria, { reason: 'stolen', days })).statusCode).toBe(400)
    // Staff still find the account.
    const found = await manager.call(listParticipants, { query: { search: maria.email } })
    expect(found.map(({ id }) => id)).toEqual([maria.id])
  })

  it('is in the copy of the data, and erased with the person [privacy erasure]', async () => {
    const own = await testApp.signIn(maria)
    await lock(maria, { reason: 'own_request', days: 1 })
    testApp.clock.forward(days(1))
    const again = await testApp.signIn(maria)
    const copy = await again.send(exportOwnData, { body: { current_password: maria.password } })
    expect(copy.json()).toMatchObject({
      account: { lock_reason: 'own_request', locked_until: expect.any(String) },
    })
    expect((await own.send(me)).statusCode).toBe(401)
    await eraseParticipant(testApp.portal, maria.id, 'request')
    const rows = await testApp.db
      .selectFrom('accountLocks')
      .select('userId')
      .where('userId', '=', maria.id)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('points of a locked account', () => {
  it('are not redeemed, alone and in batches; deliveries and corrections are recorded [security locks]', async () => {
    const program = await openProgram(testApp)
    const record = (description: string, points: number, who = maria) => ({
      reference: crypto.randomUUID(),
      participant: { id: who.id },
      description,
      points,
      happened_at: testApp.portal.clock.now().toISOString(),
    })
    await program.record(record('oil_collected', 100))
    await lock(maria, { reason: 'stolen', days: 1 })
    const coupon = record('coupon_created', -20)
    expect(await program.record(coupon)).toMatchObject({
      status: 403,
      error: { code: 'processing_restricted', final: false },
    })
    const other = await testApp.make.customer()
    const results = await program.recordAll([
      record('oil_collected', 50),
      record('coupon_created', -20),
      record('oil_collected', 50, other),
      record('coupon_created', -20, other),
      record('collection_cancelled', -30),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'recorded',
      'refused',
      'recorded',
      'recorded',
      'recorded',
    ])
    await manager.send(unlockAccount, idOf(maria))
    expect((await program.record(coupon)).body).toMatchObject({ status: 'recorded' })
  })
})

describe('endParticipantSessions', () => {
  it('ends all sessions, is audited and mailed, and lets the owner sign in again [security locks]', async () => {
    const [one, other] = [await testApp.signIn(maria), await testApp.signIn(maria)]
    expect((await manager.send(endParticipantSessions, idOf(maria))).statusCode).toBe(204)
    for (const client of [one, other]) expect((await client.send(me)).statusCode).toBe(401)
    expect(await auditsOf(maria)).toEqual([
      { action: 'sessions.end_all', actorKind: 'staff', actorId: boss.id, details: { count: 2 } },
    ])
    expect(await subjectsTo(maria, 1)).toEqual(['Οι συσκευές σας αποσυνδέθηκαν'])
    expect((await tryLogin(maria)).statusCode).toBe(200)
  })
})

describe('sendParticipantReset', () => {
  const clerk = async () => testApp.signIn(await testApp.make.staff({ role: 'clerk' }))
  const send = async (person: Person, client?: Client) =>
    (client ?? (await clerk())).send(sendParticipantReset, idOf(person))

  it('mails the link to the person alone, and the old password stays valid [security staff]', async () => {
    const answer = await send(maria)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    const link = linkTo('password/reset/confirm', await testApp.mails.having(maria.email, '/reset/confirm/'))
    expect((await tryLogin(maria)).statusCode).toBe(200)
    const password = 'θάλασσα-και-βουνό-8'
    await testApp.visitor().call(confirmPasswordReset, { body: { ...link, new_password: password } })
    expect((await tryLogin(maria, password)).statusCode).toBe(200)
    const { results } = await (await testApp.signIn({ ...maria, password })).call(listOwnAudit)
    expect(results.map(({ action }) => action)).toContain('account.send_reset')
  })

  it('shares its limit with the requests of the owner [security staff]', async () => {
    const { limits } = testApp.portal.config
    const { resetByAccountTotal } = limits
    onTestFinished(() => void Object.assign(limits, { resetByAccountTotal }))
    Object.assign(limits, { resetByAccountTotal: { ...resetByAccountTotal, tries: 2 } })
    await testApp.visitor().call(resetPassword, { body: { email: maria.email } })
    const client = await clerk()
    const statuses = [await send(maria, client), await send(maria, client)].map((one) => one.statusCode)
    expect(statuses).toEqual([204, 429])
  })

  it('is refused for staff, closed accounts, and clerks if the processing is restricted [security staff]', async () => {
    for (const person of [boss, await testApp.make.customer({ isActive: false })])
      expect((await send(person)).statusCode).toBe(404)
    await testApp.db
      .insertInto('accountRestrictions')
      .values({ userId: maria.id, restrictedAt: testApp.portal.clock.now() })
      .execute()
    expect((await send(maria)).statusCode).toBe(403)
    expect((await send(maria, manager)).statusCode).toBe(204)
  })
})
