import { activate, disown, login, me, resendActivation, signUp } from '@portal/contract/accounts.ts'
import { confirmPasswordReset, resetPassword, setPassword } from '@portal/contract/passwords.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days, minutes } from '#server/lib/time/clock.ts'
import { signUpForm } from '#test/sign-up-form.ts'
import { linkTo } from '#test/mailed-links.ts'
import { addApp } from '#test/second-factor.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let kozani: { id: number }
beforeAll(async () => {
  testApp = await openTestApp()
  kozani = await testApp.make.municipality('Κοζάνης')
})
afterAll(() => testApp.close())

const badToken = [400, { token: ['Invalid token for given user.'] }]
const chosenByOwner = 'ελιά-κι-αλάτι-73'

/** Signs up with another person's address. @returns the stranger's client and the links of the activation mail */
async function signUpAsStranger() {
  const stranger = testApp.visitor()
  const form = signUpForm(kozani.id)
  await stranger.call(signUp, { body: form })
  const [mail] = await testApp.mails.to(form.email)
  return {
    stranger,
    form,
    mail,
    activation: linkTo('account/activate', mail),
    disowning: linkTo('account/disown', mail),
  }
}

const send = async (body: object, client: Client = testApp.visitor()) => {
  const answer = await client.send(disown, { body })
  return [answer.statusCode, answer.body && answer.json()]
}
const isSignedIn = async (client: Client) => (await client.send(me)).statusCode === 200

describe('disown', () => {
  it('leaves a second factor: the mailbox alone does not open the account [security disown]', async () => {
    const { form, activation, disowning } = await signUpAsStranger()
    await testApp.visitor().call(activate, { body: activation })
    const { client } = await addApp(testApp, form)
    expect(await send(disowning)).toEqual([204, ''])
    expect(await isSignedIn(client)).toBe(false)
    await testApp.mails.having(form.email, 'Το δεύτερο βήμα σύνδεσης ισχύει ακόμη')
    const entries = await testApp.db
      .selectFrom('auditEntries')
      .innerJoin('users', 'users.id', 'auditEntries.subjectId')
      .select('details')
      .where('email', '=', form.email)
      .where('action', '=', 'account.disown')
      .execute()
    expect(entries).toEqual([{ details: { second_factor: 'kept' } }])
    const reset = await testApp.mails.having(form.email, 'reset/confirm')
    const body = { ...linkTo('password/reset/confirm', reset), new_password: chosenByOwner }
    await testApp.visitor().call(confirmPasswordReset, { body })
    const signedIn = await testApp
      .visitor()
      .call(login, { body: { email: form.email, password: chosenByOwner } })
    expect(signedIn).toHaveProperty('second_factor')
  })

  it('deletes an account that is not activated, so that the address can be used again', async () => {
    const { form, mail, activation, disowning } = await signUpAsStranger()
    expect(mail?.html).toContain('Δεν ήσασταν εσείς;</a>')
    expect(await send(disowning)).toEqual([204, ''])
    expect((await testApp.visitor().send(activate, { body: activation })).statusCode).toBe(400)
    await testApp.visitor().call(signUp, { body: form })
  })

  it('ends an active account’s sessions, invalidates its password and mails a reset link [security disown]', async () => {
    const { stranger, form, activation, disowning } = await signUpAsStranger()
    await testApp.visitor().call(resendActivation, { body: { email: form.email } })
    const [, secondMail] = await testApp.mails.to(form.email, 2)
    await testApp.visitor().call(activate, { body: activation })
    await stranger.call(login, { body: form })
    // A password change by the stranger does not protect the session.
    await stranger.call(setPassword, {
      body: { current_password: form.password, new_password: 'άλλη-μια-φορά-5' },
    })
    await testApp.visitor().call(resetPassword, { body: { email: form.email } })
    const newestReset = async (ofMails: number) => {
      const mails = await testApp.mails.to(form.email, ofMails)
      const mail = mails.findLast(({ subject }) => subject.includes('Επαναφορά'))
      return linkTo('password/reset/confirm', mail)
    }
    const earlier = await newestReset(4)
    expect(await send(disowning)).toEqual([204, ''])
    expect(await isSignedIn(stranger)).toBe(false)
    // The account's other links are invalid.
    expect(await send(linkTo('account/disown', secondMail))).toEqual(badToken)
    const { statusCode, body } = await stranger.send(confirmPasswordReset, {
      body: { ...earlier, new_password: chosenByOwner },
    })
    expect([statusCode, body && JSON.parse(body)]).toEqual(badToken)
    for (const password of [form.password, 'άλλη-μια-φορά-5'])
      expect((await stranger.send(login, { body: { ...form, password } })).statusCode).toBe(400)

    const reset = await newestReset(5)
    const owner = testApp.visitor()
    await owner.call(confirmPasswordReset, { body: { ...reset, new_password: chosenByOwner } })
    await owner.call(login, { body: { ...form, password: chosenByOwner } })
    expect(await send(disowning)).toEqual(badToken)
    expect(await isSignedIn(owner)).toBe(true)
  })

  it('accepts its own token once, within 30 days, for open accounts only', async () => {
    const one = await signUpAsStranger()
    expect(await send(one.activation)).toEqual(badToken)
    const answer = await testApp.visitor().send(activate, { body: one.disowning })
    expect([answer.statusCode, answer.json()]).toEqual(badToken)
    await testApp.visitor().call(activate, { body: one.activation })
    await testApp.db
      .updateTable('users')
      .set({ isActive: false })
      .where('email', '=', one.form.email)
      .execute()
    expect(await send(one.disowning)).toEqual(badToken)

    const other = await signUpAsStranger()
    await testApp.visitor().call(activate, { body: other.activation })
    const last = await signUpAsStranger()
    await testApp.visitor().call(activate, { body: last.activation })
    testApp.clock.forward(days(30) - minutes(2))
    const parallel = await Promise.all(Array.from({ length: 8 }, () => send(last.disowning)))
    expect(parallel.filter(([status]) => status === 204)).toHaveLength(1)
    expect(await send(last.disowning)).toEqual(badToken)
    testApp.clock.forward(minutes(2))
    expect(await send(other.disowning)).toEqual(badToken)
    expect(await send({ uid: 'unknown', token: 'x' })).toEqual([
      400,
      { uid: ["Invalid user id or user doesn't exist."] },
    ])
  })
})

describe('activate', () => {
  it('lets a browser that did not sign up set a new password immediately', async () => {
    const { stranger, form, activation, disowning } = await signUpAsStranger()
    const owner = testApp.visitor()
    const answer = await owner.send(activate, { body: activation })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    const [uid = '', token = ''] = owner.cookies.get('newpassword')?.split('.') ?? []
    await stranger.call(login, { body: form })
    await owner.call(confirmPasswordReset, { body: { uid, token, new_password: chosenByOwner } })
    expect(await isSignedIn(stranger)).toBe(false)
    expect((await stranger.send(login, { body: form })).statusCode).toBe(400)
    await owner.call(login, { body: { ...form, password: chosenByOwner } })
    expect(await send(disowning)).toEqual(badToken)
    expect(await isSignedIn(owner)).toBe(true)
  })

  it('sets no newpassword cookie in the browser that signed up [security disown]', async () => {
    const { stranger, activation } = await signUpAsStranger()
    const answer = await stranger.send(activate, { body: activation })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(stranger.cookies.has('newpassword')).toBe(false)
  })
})
