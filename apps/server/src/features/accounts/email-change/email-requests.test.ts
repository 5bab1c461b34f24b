import { decideApproval, listApprovals } from '@portal/contract/checks.ts'
import { restoreEmail, showEmailChange } from '@portal/contract/accounts.ts'
import { lockAccount, requestParticipantEmail } from '@portal/contract/participants.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import {
  cancelErasureByLink,
  confirmErasure,
  describeErasure,
  exportOwnData,
  requestErasure,
} from '@portal/contract/privacy.ts'
import { anonymizeStaff, disableStaff, enableStaff } from '@portal/contract/staff.ts'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importParticipants } from '#server/features/participants/import-service.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { days, hours } from '#server/lib/time/clock.ts'
import { type LinkOf, linkTo } from '#test/mailed-links.ts'
import { auditOf } from '#test/audit-entries.ts'
import { emailChanges, newAddress } from '#test/email-change.ts'
import type { Person } from '#test/factories.ts'
import { fileOf } from '#test/files.ts'
import { type ListeningApp, openListeningApp, openSite } from '#test/partner-site.ts'
import type { Client } from '#test/test-app.ts'

let testApp: ListeningApp
let flow: ReturnType<typeof emailChanges>
let clerk: Client
let manager: Client
beforeAll(async () => {
  testApp = await openListeningApp({ ERASURE_COOLING_OFF: '1d' })
  flow = emailChanges(testApp)
  clerk = await testApp.signIn(await testApp.make.staff())
  manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
})
afterAll(() => testApp.close())

const reason = 'Έχασε την πρόσβαση στο παλιό email· ταυτότητα στο γκισέ'
const request = async ({ id }: { id: number }, email: string, by = clerk) => {
  const answer = await by.send(requestParticipantEmail, { params: { id }, body: { email, reason } })
  return [answer.statusCode, answer.json()] as const
}
const decide = async (id: number, decision: 'approved' | 'rejected', by = manager) => {
  const answer = await by.send(decideApproval, { params: { id }, body: { decision } })
  return [answer.statusCode, answer.json()] as const
}
const find = async (id: number) =>
  (await manager.call(listApprovals, { query: { state: 'all' } })).results.find((one) => one.id === id)
const confirmLinkOf = async (email: string) =>
  linkTo('account/email/confirm', (await testApp.mails.to(email))[0])

describe('another address that staff request', () => {
  it('is mailed after the approval of a second person, changes with the link, and can be taken back [security email by staff]', async () => {
    const person = await testApp.make.customer()
    const email = newAddress()
    const [status, { approval }] = await request(person, email, manager)
    expect(status).toBe(201)
    expect(await find(approval)).toMatchObject({
      kind: 'email_changed',
      own: true,
      email: { participant: { id: person.id, full_name: 'Μαρία Παπαδοπούλου' }, to: email, reason },
    })
    expect((await decide(approval, 'approved'))[0]).toBe(403)
    expect((await decide(approval, 'approved', clerk))[0]).toBe(403)
    expect(testApp.mails.sent.filter(({ to }) => to === email)).toEqual([])

    const second = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    expect((await decide(approval, 'approved', second))[0]).toBe(200)
    const link = await confirmLinkOf(email)
    expect(await flow.emailOf(person)).toBe(person.email)
    testApp.clock.forward(hours(71))
    expect(await flow.confirm(link)).toEqual([204, ''])
    expect(await flow.emailOf(person)).toBe(email)
    const entries = await auditOf(testApp, person.id, 'account.email_change')
    expect(entries.map(({ actorKind, details }) => [actorKind, details])).toEqual([
      ['staff', { step: 'requested', approval }],
      ['staff', { step: 'approved', approval }],
      ['citizen', { step: 'confirmed', approval }],
    ])
    expect(await flow.restore(await flow.wayBack(person))).toEqual([204, ''])
    expect(await flow.emailOf(person)).toBe(person.email)
    manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    clerk = await testApp.signIn(await testApp.make.staff())
  })

  it('is not mailed if it is rejected, and then stored no more [security email by staff]', async () => {
    const person = await testApp.make.customer()
    const email = newAddress()
    const [, { approval }] = await request(person, email)
    expect((await decide(approval, 'rejected'))[0]).toBe(200)
    expect((await find(approval))?.email).toMatchObject({ to: null, reason })
    expect(testApp.mails.sent.filter(({ to }) => to === email)).toEqual([])
  })

  it('says at once if it is taken, the same or too soon; of staff and unknown accounts nothing is found', async () => {
    const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
    expect(await request(person, other.email.toUpperCase())).toEqual([
      400,
      { email: ['user with this email address already exists.'] },
    ])
    expect((await request(person, person.email))[0]).toBe(400)
    expect((await request(await testApp.make.staff(), newAddress()))[0]).toBe(404)
    await flow.change(other)
    expect((await request(other, newAddress()))[0]).toBe(409)
  })

  it('leaves the entry of a search if an address has an account, and is limited [security email by staff]', async () => {
    const strict = await openListeningApp({ LIMIT_EMAIL_CHANGE_STAFF: '3/1h' })
    const [person, other] = [await strict.make.customer(), await strict.make.customer()]
    const one = await strict.signIn(await strict.make.staff())
    const statuses = []
    for (const email of [other.email, person.email, newAddress(), newAddress()])
      statuses.push((await request(person, email, one))[0])
    expect(statuses).toEqual([400, 400, 201, 429])
    const searched = await strict.db
      .selectFrom('auditEntries')
      .innerJoin('auditTexts', 'auditTexts.entryId', 'auditEntries.id')
      .select('text')
      .where('action', '=', 'participants.search')
      .orderBy('auditEntries.id')
      .execute()
    expect(searched.map(({ text }) => text)).toEqual([other.email, person.email])
    await strict.close()
  })

  it('cannot be approved once the person is erased, or another request replaced it; no address is left', async () => {
    const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const [, { approval: first }] = await request(other, newAddress())
    const [, { approval: second }] = await request(other, newAddress())
    const [, { approval: erased }] = await request(person, newAddress())
    await eraseParticipant(testApp.portal, person.id, 'letter')
    expect((await decide(erased, 'approved'))[0]).toBe(409)
    expect((await find(erased))?.email).toMatchObject({ to: null, reason: '' })
    expect((await decide(first, 'approved'))[0]).toBe(409)
    expect((await decide(second, 'approved'))[0]).toBe(200)
  })

  it('is not stopped by a lock: staff give the account back to its owner', async () => {
    const person = await testApp.make.customer()
    const email = newAddress()
    const [, { approval }] = await request(person, email)
    await manager.call(lockAccount, { params: { id: String(person.id) }, body: { reason: 'stolen' } })
    await decide(approval, 'approved')
    expect(await flow.confirm(await confirmLinkOf(email))).toEqual([204, ''])
  })
})

describe('two calls at the same moment', () => {
  it('confirm a change once, and take it back once', async () => {
    const person = await testApp.make.customer()
    const link = await flow.request(await testApp.signIn(person), newAddress())
    const confirmed = await Promise.all([flow.confirm(link), flow.confirm(link)])
    expect(confirmed.filter(([status]) => status === 204)).toHaveLength(1)
    const back = await flow.wayBack(person)
    const restored = await Promise.all([flow.restore(back), flow.restore(back)])
    expect(restored.filter(([status]) => status === 204)).toHaveLength(1)
    const told = testApp.mails.sent.filter(
      ({ to, text }) => to === person.email && text?.includes('/email/restore/'),
    )
    expect(told).toHaveLength(1)
  })
})

describe('after a change', () => {
  it('partners get the new address for the same sub, and the session of the provider continues [security email change]', async () => {
    const site = await openSite(testApp)
    const person = await testApp.make.customer()
    const browser = testApp.browser()
    const tokens = await site.signIn(browser, person)
    const { sub = '' } = tokens.claims() ?? {}
    const { email } = await flow.change(person)
    const verified = { sub, email, email_verified: true }
    expect(await oidc.fetchUserInfo(site.config, tokens.access_token, sub)).toMatchObject(verified)
    const begun = await site.begin({ prompt: 'none' })
    const again = await site.complete(begun, await browser.open(begun.address))
    expect(await oidc.fetchUserInfo(site.config, again.access_token, sub)).toMatchObject(verified)
    await site.close()
  })

  /** @returns when the account is erased */
  const confirmErasureOf = async (client: Client, { email, password }: Person) => {
    await client.call(requestErasure, { body: { current_password: password } })
    const mail = await testApp.mails.having(email, '/account/erasure/confirm/')
    const body = linkTo('account/erasure/confirm', mail)
    return (await testApp.visitor().call(confirmErasure, { body })).due_at
  }

  it('an erasure waits until the old address can no longer take it back, which cancels the erasure [security email restore]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const { email, back } = await flow.change(person, client)
    const dueAt = await confirmErasureOf(client, { ...person, email })
    const { next_from: from } = await client.call(showEmailChange)
    expect(dueAt).toBe(from)
    await testApp.visitor().call(restoreEmail, { body: back })
    const left = await testApp.db
      .selectFrom('erasures')
      .select('userId')
      .where('userId', '=', person.id)
      .execute()
    expect(left).toEqual([])
    const cancelled = await auditOf(testApp, person.id, 'erasure.cancel')
    expect(cancelled).toMatchObject([{ actorKind: 'citizen' }])
  })

  it('an erasure that was confirmed before waits too, and only the new address can cancel it [security email restore]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    await confirmErasureOf(client, person)
    const cancelLinkTo = async (email: string) =>
      linkTo('account/erasure/cancel', await testApp.mails.having(email, '/account/erasure/cancel/'))
    const earlier = await cancelLinkTo(person.email)
    const { email } = await flow.change(person, client)
    const { next_from: from } = await client.call(showEmailChange)
    expect((await client.call(describeErasure)).due_at).toBe(from)
    const cancel = async (body: LinkOf) =>
      (await testApp.visitor().send(cancelErasureByLink, { body })).statusCode
    expect(await cancel(earlier)).toBe(400)
    const link = await cancelLinkTo(email)
    expect([await cancel(link), await cancel(link)]).toEqual([204, 400])
    expect((await client.call(describeErasure)).due_at).toBeNull()
  })

  it('the export has the pending and the past ones [privacy export]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const { email, back } = await flow.change(person, client)
    await flow.restore(back)
    const [, { approval }] = await request(person, newAddress())
    const signedIn = await withNewPassword(person)
    const { email_changes: changes, requests } = (
      await signedIn.send(exportOwnData, { body: { current_password: person.password } })
    ).json()
    expect(changes).toMatchObject([
      { from: person.email, by: 'staff', confirmed_at: null },
      { from: person.email, to: email, by: 'citizen', undone_at: expect.any(String) },
    ])
    expect(requests).toMatchObject([
      { number: approval, description_text: 'Αλλαγή διεύθυνσης email', why: reason },
    ])
  })

  it('of staff is gone when the account is closed, and their old address when it is anonymized', async () => {
    const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const [one, other] = [await testApp.make.staff(), await testApp.make.staff()]
    await flow.change(one)
    const link = await flow.request(await testApp.signIn(other), newAddress())
    for (const { id } of [one, other]) await operator.call(disableStaff, { params: { id: String(id) } })
    await operator.call(enableStaff, { params: { id: String(other.id) } })
    expect((await flow.confirm(link))[0]).toBe(400)
    await operator.call(anonymizeStaff, { params: { id: String(one.id) } })
    const left = await testApp.db
      .selectFrom('emailChanges')
      .select('id')
      .where('userId', 'in', [one.id, other.id])
      .execute()
    expect(left).toEqual([])
  })

  it('an import rejects the old address while it can be taken back', async () => {
    const person = await testApp.make.customer()
    await flow.change(person)
    const file = fileOf(
      `email,first_name,last_name,telephone,municipality,password_hash,created_at\n${person.email},Άλλος,Παππάς,,,,\n`,
    )
    const context = { db: testApp.db, clock: testApp.portal.clock, progress: () => {} }
    await expect(importParticipants(context, file)).rejects.toThrow('which may take it back')
    expect(
      await testApp.db.selectFrom('users').select('id').where('email', '=', person.email).execute(),
    ).toEqual([])
    testApp.clock.forward(days(8))
  })

  it('an erasure leaves what is of another account that has the old address since [privacy erasure]', async () => {
    const person = await testApp.make.customer()
    await flow.change(person)
    testApp.clock.forward(days(8))
    const other = await testApp.make.customer({ email: person.email })
    // A mail that waits: the mail server is down.
    testApp.mails.stopServer()
    await testApp.visitor().call(resetPassword, { body: { email: other.email } })
    await eraseParticipant(testApp.portal, person.id, 'letter')
    testApp.mails.startServer()
    expect(await testApp.mails.having(other.email, '/password/reset/confirm/')).toBeDefined()
  })
})

/** The password of an account whose change was taken back is void: stores it again. */
async function withNewPassword(person: Person): Promise<Client> {
  const { passwordHash } = await testApp.db
    .selectFrom('users')
    .select('passwordHash')
    .where('passwordHash', 'is not', null)
    .executeTakeFirstOrThrow()
  await testApp.db.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute()
  return testApp.signIn(person)
}
