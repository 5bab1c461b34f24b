import { disown, login, me, requestEmailChange, showEmailChange, signUp } from '@portal/contract/accounts.ts'
import { confirmPasswordReset, resetPassword, setPassword } from '@portal/contract/passwords.ts'
import { lockAccount, unlockAccount } from '@portal/contract/participants.ts'
import { addStaff } from '@portal/contract/staff.ts'
import { confirmPassword } from '@portal/contract/second-factor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { days, hours, later, minutes } from '#server/lib/time/clock.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { encodeUid } from '#server/lib/security/uid.ts'
import { signUpForm } from '#test/sign-up-form.ts'
import { linkTo } from '#test/mailed-links.ts'
import { auditOf } from '#test/audit-entries.ts'
import { emailChanges, newAddress } from '#test/email-change.ts'
import { addApp, codeNow, toNextCode } from '#test/second-factor.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { deleteOldEmailChanges } from './email-change-service.ts'

let testApp: TestApp
let flow: ReturnType<typeof emailChanges>
let kozani: { id: number }
beforeAll(async () => {
  testApp = await openTestApp()
  flow = emailChanges(testApp)
  kozani = await testApp.make.municipality('Κοζάνης')
})
afterAll(() => testApp.close())

const badToken = [400, { token: ['Invalid token for given user.'] }]
const taken = [400, { email: ['user with this email address already exists.'] }]
const otherPassword = 'ελιά-κι-αλάτι-73'

const signsIn = async (email: string, password: string) =>
  (await testApp.visitor().send(login, { body: { email, password } })).statusCode === 200
const isSignedIn = async (client: Client) => (await client.send(me)).statusCode === 200
const signUpWith = async (email: string) => {
  const body = signUpForm(kozani.id, { email, password: otherPassword })
  const answer = await testApp.visitor().send(signUp, { body })
  return [answer.statusCode, answer.statusCode === 201 ? undefined : answer.json()]
}
const ask = async (client: Client, email: string) => {
  const answer = await client.send(requestEmailChange, { body: { email } })
  return [answer.statusCode, answer.body && answer.json()]
}
const resetLink = async (email: string) =>
  linkTo('password/reset/confirm', await testApp.mails.having(email, '/reset/confirm/'))

describe('a change of the address', () => {
  it('is made once the new address confirms it; sessions continue [security email change]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const email = newAddress('Nea')
    const link = await flow.request(client, email)
    const [asked] = await testApp.mails.to(email)
    // Strangers could send any text in a name.
    expect(`${asked?.text}${asked?.html}`).not.toMatch(new RegExp(`${person.firstName}|${person.lastName}`))
    expect((await client.call(me)).email).toBe(person.email)
    expect((await client.call(showEmailChange)).pending?.email).toBe(email)
    expect(await signsIn(email, person.password)).toBe(false)

    expect(await flow.confirm(link)).toEqual([204, ''])
    expect((await client.call(me)).email).toBe(email)
    expect(await signsIn(email, person.password)).toBe(true)
    expect(await signsIn(person.email, person.password)).toBe(false)
    expect(await flow.confirm(link)).toEqual(badToken)
    const [told] = await testApp.mails.to(person.email)
    expect(told?.subject).toContain('Η διεύθυνση email του λογαριασμού σας άλλαξε')
    // The old mailbox may be in other hands.
    expect(told?.text).not.toContain(email)
    const entries = await auditOf(testApp, person.id, 'account.email_change')
    const byPerson = { action: 'account.email_change', actorKind: 'citizen', actorId: person.id }
    expect(entries).toEqual([
      { ...byPerson, details: { step: 'requested' } },
      { ...byPerson, details: { step: 'confirmed', approval: null } },
    ])
  })

  it('answers the same for an address with an account, which gets a mail that says so [security email change]', async () => {
    const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const client = await testApp.signIn(person)
    const spelling = other.email.toUpperCase()
    expect(await ask(client, spelling)).toEqual([204, ''])
    expect((await client.call(showEmailChange)).pending?.email).toBe(spelling)
    const [mail] = await testApp.mails.to(spelling)
    expect(mail?.subject).toContain('Η διεύθυνση email χρησιμοποιείται ήδη')
    expect(mail?.text).not.toContain('/account/email/confirm/')
    expect(mail?.text).not.toContain(person.firstName)
  })

  it('is not made if another account took the address since, also at the same moment', async () => {
    const [one, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const email = newAddress()
    const first = await flow.request(await testApp.signIn(one), email)
    const second = await flow.request(await testApp.signIn(other), email, 2)
    const answers = await Promise.all([flow.confirm(first), flow.confirm(second)])
    expect(answers).toContainEqual([204, ''])
    expect(answers).toContainEqual(taken)
  })

  it('needs a recent confirmation, with the second factor if there is one [security email change]', async () => {
    const person = await testApp.make.customer()
    const { secret, client } = await addApp(testApp, person)
    testApp.clock.forward(minutes(6))
    const unconfirmed = [403, { detail: 'Confirm your password first.' }]
    expect(await ask(client, newAddress())).toEqual(unconfirmed)
    const password = { current_password: person.password }
    expect((await client.send(confirmPassword, { body: password })).statusCode).toBe(403)
    expect(await ask(client, newAddress())).toEqual(unconfirmed)
    toNextCode(testApp)
    await client.call(confirmPassword, { body: { ...password, code: codeNow(testApp, secret) } })
    expect(await ask(client, newAddress())).toEqual([204, ''])
  })

  it('rejects the own address in every spelling, and expired, replaced and used links', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const same = [400, { email: ['This is the email address of the account already.'] }]
    expect(await ask(client, person.email.toUpperCase())).toEqual(same)
    const replaced = await flow.request(client, newAddress())
    const link = await flow.request(client, newAddress())
    expect(await flow.confirm(replaced)).toEqual(badToken)
    testApp.clock.forward(hours(24) + minutes(1))
    expect(await flow.confirm(link)).toEqual(badToken)
    await deleteOldEmailChanges(testApp.portal)
    const left = await testApp.db
      .selectFrom('emailChanges')
      .select('id')
      .where('userId', '=', person.id)
      .execute()
    expect(left).toEqual([])
    expect(await flow.emailOf(person)).toBe(person.email)
  })

  it.each([
    [
      'sets another password',
      async (client: Client, password: string) => {
        await client.call(setPassword, { body: { current_password: password, new_password: otherPassword } })
      },
    ],
    [
      'is locked by staff, also after unlocking',
      async (_: Client, __: string, id: number) => {
        const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
        const params = { id: String(id) }
        await operator.call(lockAccount, { params, body: { reason: 'stolen' } })
        await operator.call(unlockAccount, { params })
      },
    ],
  ])('is not made if the account %s meanwhile [security email change]', async (_what, happen) => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const link = await flow.request(client, newAddress())
    await happen(client, person.password, person.id)
    expect(await flow.confirm(link)).toEqual(badToken)
    expect(await flow.emailOf(person)).toBe(person.email)
  })

  it('ends the links that the old address received', async () => {
    const person = await testApp.make.customer()
    await testApp.visitor().call(resetPassword, { body: { email: person.email } })
    const reset = await resetLink(person.email)
    const disowning = newToken()
    const now = testApp.portal.clock.now()
    const token = {
      tokenHash: hashToken(disowning),
      userId: person.id,
      purpose: 'disown' as const,
      usedAt: null,
      query: null,
    }
    await testApp.db
      .insertInto('accountTokens')
      .values({ ...token, createdAt: now, expiresAt: later(now, days(30)) })
      .execute()
    await flow.change(person)
    const body = { ...reset, new_password: otherPassword }
    expect((await testApp.visitor().send(confirmPasswordReset, { body })).json()).toEqual(badToken[1])
    const link = { uid: encodeUid(person.id), token: disowning }
    expect((await testApp.visitor().send(disown, { body: link })).json()).toEqual(badToken[1])
  })

  it('has limits by account and by network', async () => {
    const strict = await openTestApp({
      LIMIT_EMAIL_CHANGE_ACCOUNT: '2/1d',
      LIMIT_EMAIL_CHANGE_NETWORK: '3/1h',
    })
    const one = await strict.signIn(await strict.make.customer())
    const other = await strict.signIn(await strict.make.customer())
    const statuses = []
    for (const client of [one, one, one, other]) statuses.push((await ask(client, newAddress()))[0])
    expect(statuses).toEqual([204, 204, 429, 429])
    await strict.close()
  })

  it('changes nothing of an account that is erased meanwhile, and an erasure deletes it [privacy erasure]', async () => {
    const person = await testApp.make.customer()
    const { back } = await flow.change(person)
    await eraseParticipant(testApp.portal, person.id, 'letter')
    expect((await flow.restore(back))[0]).toBe(400)
    const other = await testApp.make.customer()
    const link = await flow.request(await testApp.signIn(other), newAddress())
    const [, [status]] = await Promise.all([
      eraseParticipant(testApp.portal, other.id, 'letter'),
      flow.confirm(link),
    ])
    expect([204, 400]).toContain(status)
    for (const { id } of [person, other]) expect(await flow.emailOf({ id })).toBe(`erased-${id}`)
    const left = await testApp.db
      .selectFrom('emailChanges')
      .select('id')
      .where('userId', 'in', [person.id, other.id])
      .execute()
    expect(left).toEqual([])
    // Its old address is free again.
    expect((await signUpWith(person.email))[0]).toBe(201)
  })
})

describe('the old address', () => {
  it('takes the change back for 7 days, also after another password change [security email restore]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const { email, back } = await flow.change(person, client)
    await client.call(setPassword, {
      body: { current_password: person.password, new_password: otherPassword },
    })
    testApp.clock.forward(days(7) - hours(1))
    const stranger = await testApp.signIn({ email, password: otherPassword })
    expect(await flow.restore(back)).toEqual([204, ''])
    expect(await flow.emailOf(person)).toBe(person.email)
    expect(await isSignedIn(stranger)).toBe(false)
    for (const password of [person.password, otherPassword])
      for (const address of [person.email, email]) expect(await signsIn(address, password)).toBe(false)
    const body = { ...(await resetLink(person.email)), new_password: 'θάλασσα-και-βράχια-5' }
    await testApp.visitor().call(confirmPasswordReset, { body })
    expect(await signsIn(person.email, body.new_password)).toBe(true)
    expect(await testApp.mails.having(email, 'Η αλλαγή διεύθυνσης email αναιρέθηκε')).toBeDefined()
    expect(await flow.restore(back)).toEqual(badToken)
    const entry = await auditOf(testApp, person.id, 'account.email_restore')
    expect(entry.map(({ details }) => details)).toEqual([{}])
  })

  it('cannot take it back later; then the address is free [security email restore]', async () => {
    const person = await testApp.make.customer()
    const { email, back } = await flow.change(person)
    testApp.clock.forward(days(7) + minutes(1))
    expect(await flow.restore(back)).toEqual(badToken)
    expect(await flow.emailOf(person)).toBe(email)
    expect((await signUpWith(person.email))[0]).toBe(201)
  })

  it('is kept for it meanwhile: for no sign-up, no account of staff and no other change [security email restore]', async () => {
    const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const { back } = await flow.change(person)
    expect(await signUpWith(person.email.toUpperCase())).toEqual(taken)
    const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const names = { first_name: 'Νέος', last_name: 'Κωστόπουλος', role: 'clerk' } as const
    expect((await operator.send(addStaff, { body: { email: person.email, ...names } })).json()).toEqual(
      taken[1],
    )
    expect(await ask(await testApp.signIn(other), person.email)).toEqual([204, ''])
    expect(await testApp.mails.having(person.email, 'χρησιμοποιείται ήδη')).toBeDefined()
    expect(await flow.restore(back)).toEqual([204, ''])
  })

  it('cannot lose the way back: no second change within 7 days [security email restore]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    await flow.change(person, client)
    const { next_from: from } = await client.call(showEmailChange)
    const detail = `The email address was changed. It can be changed again from ${from} on.`
    expect(await ask(client, newAddress())).toEqual([409, { detail }])
  })

  it('leaves the second factor, and says so [security email restore]', async () => {
    const person = await testApp.make.customer()
    const { client } = await addApp(testApp, person)
    const { back } = await flow.change(person, client)
    expect(await flow.restore(back)).toEqual([204, ''])
    const body = { ...(await resetLink(person.email)), new_password: otherPassword }
    await testApp.visitor().call(confirmPasswordReset, { body })
    const signedIn = await testApp
      .visitor()
      .call(login, { body: { email: person.email, password: otherPassword } })
    expect(signedIn).toHaveProperty('second_factor')
    expect(await testApp.mails.having(person.email, 'Το δεύτερο βήμα σύνδεσης ισχύει ακόμη')).toBeDefined()
  })
})
