import { activate, login, me, signUp } from '@portal/contract/accounts.ts'
import {
  checkPasswordReset,
  confirmPasswordReset,
  resetPassword,
  setPassword,
} from '@portal/contract/passwords.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours, minutes } from '#server/lib/time/clock.ts'
import { signUpForm } from '#test/sign-up-form.ts'
import { addressOf, type LinkOf, linkTo, type Mailed } from '#test/mailed-links.ts'
import { withLimits } from '#test/limited-app.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const fresh = 'ελιά-κι-αλάτι-73'
const badToken = [400, { token: ['Invalid token for given user.'] }]
const badUid = [400, { uid: ["Invalid user id or user doesn't exist."] }]

const page = 'password/reset/confirm'
type Link = LinkOf & { query: string }

const linkIn = (mail: Mailed): Link => ({
  ...linkTo(page, mail),
  query: /\?.*/.exec(addressOf(page, mail))?.[0] ?? '',
})

/** Requests reset mails. @returns their links, oldest first */
async function requestLinks(email: string, count = 1, query: Record<string, string> = {}): Promise<Link[]> {
  const there = (await testApp.mails.to(email, 0)).length
  for (let n = 0; n < count; n += 1) await testApp.visitor().call(resetPassword, { body: { email }, query })
  const mails = await testApp.mails.to(email, there + count)
  return mails.slice(there).map(linkIn)
}
async function requestLink(email: string, query?: Record<string, string>): Promise<Link> {
  const [link] = await requestLinks(email, 1, query)
  if (!link) throw new Error('No mail with a link was sent.')
  return link
}

const confirm = async ({ uid, token }: { uid: string; token: string }, new_password: unknown) => {
  const answer = await testApp.visitor().send(confirmPasswordReset, { body: { uid, token, new_password } })
  return [answer.statusCode, answer.body && answer.json()]
}
const change = async (client: Client, body: unknown) => {
  const answer = await client.send(setPassword, { body })
  return [answer.statusCode, answer.body && answer.json()]
}
const canSignIn = async (email: string, password: string) =>
  (await testApp.visitor().send(login, { body: { email, password } })).statusCode === 200
const isSignedIn = async (client: Client) => (await client.send(me)).statusCode === 200
const changedMails = (email: string) =>
  testApp.mails.sent.filter(({ to, subject }) => to === email && subject.startsWith('Νέο συνθηματικό'))

describe('resetPassword', () => {
  it('gives the try of its address back once the link is used: neighbours do not block each other', async () => {
    const post = await withLimits(testApp, { resetByNetwork: { tries: 2, window: hours(1) } })
    const from = { remoteAddress: '192.0.2.77' }
    const ask = async (email: string) => (await post(resetPassword, { email }, from)).statusCode
    const set = async ({ uid, token }: Link) =>
      (await post(confirmPasswordReset, { uid, token, new_password: fresh }, from)).statusCode
    for (let n = 0; n < 4; n += 1) {
      const { email } = await testApp.make.customer()
      expect(await ask(email)).toBe(204)
      const [mail] = await testApp.mails.to(email)
      expect(await set(linkIn(mail))).toBe(204)
    }
    const unused = []
    for (let n = 0; n < 3; n += 1) unused.push(await ask((await testApp.make.customer()).email))
    expect(unused).toEqual([204, 204, 429])
  })

  it('gives the same answer for every address, and sends mails only to active accounts', async () => {
    const known = await testApp.make.customer()
    const inactive = await testApp.make.customer({ isActive: false })
    const strangers = ['unknown@example.gr', inactive.email]
    const answers = []
    for (const email of [...strangers, known.email])
      answers.push(await testApp.visitor().send(resetPassword, { body: { email } }))
    for (const answer of answers) {
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(answers[0]?.headers ?? {}).sort())
    }
    // Mails are sent in the order of the requests.
    const [mail] = await testApp.mails.to(known.email)
    expect(mail?.subject).toContain('Επαναφορά συνθηματικού')
    expect(testApp.mails.sent.filter(({ to }) => strangers.includes(to))).toEqual([])
  })

  it('finds the account in any letter case, also one that was imported without a password', async () => {
    const imported = await testApp.make.customer({ email: 'Imported.One@example.gr', passwordHash: null })
    await testApp.visitor().call(resetPassword, { body: { email: 'IMPORTED.ONE@EXAMPLE.GR' } })
    const [mail] = await testApp.mails.to(imported.email)
    expect(await confirm(linkIn(mail), fresh)).toEqual([204, ''])
    expect(await canSignIn(imported.email, fresh)).toBe(true)
  })

  it("adds the page's query string to the link, escaped [§2 sign-up query string]", async () => {
    const { email } = await testApp.make.customer()
    const { query } = await requestLink(email, {
      next: '/oauth/a?b=1&c="><script>alert(1)</script>',
      x: "'\r\nBcc: y",
    })
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      next: '/oauth/a?b=1&c="><script>alert(1)</script>',
      x: "'\r\nBcc: y",
    })
    expect(query).toMatch(/^\?[\w%&=+.*-]+$/)
    const [mail] = await testApp.mails.to(email)
    expect(mail?.html).not.toContain('<script')
    expect(mail?.html.match(/href="([^"]*)"/g)).toHaveLength(2)
    expect(mail?.html).toContain(`${query.replaceAll('&', '&amp;')}"`)
  })

  it('is not blocked by requests from other networks, and keeps earlier links valid [security lock-out]', async () => {
    const post = await withLimits(testApp, {
      resetByAccount: { tries: 2, window: hours(1) },
      resetByAccountTotal: { tries: 3, window: hours(1) },
    })
    const person = await testApp.make.customer()
    const knownbrowser =
      (await testApp.signIn(person, { withPassword: true })).cookies.get('knownbrowser') ?? ''
    const { email } = person
    const ask = async (remoteAddress: string, cookies: Record<string, string> = {}) =>
      (await post(resetPassword, { email }, { remoteAddress, cookies })).statusCode
    expect(await ask('192.0.2.1')).toBe(204)
    const [first] = await testApp.mails.to(email)
    expect([await ask('192.0.2.66'), await ask('192.0.2.66'), await ask('192.0.2.66')]).toEqual([
      204, 204, 429,
    ])
    await testApp.mails.to(email, 3)
    // The total limit is used up: the answer is the same, and the three mailed links stay valid.
    expect(await ask('192.0.2.2')).toBe(204)
    // Requests from the owner's known browser still send mails.
    expect(await ask('192.0.2.66', { knownbrowser })).toBe(204)
    await testApp.mails.to(email, 4)
    expect(await confirm(linkIn(first), fresh)).toEqual([204, ''])
    expect(
      testApp.mails.sent.filter(({ to, subject }) => to === email && subject.includes('Επαναφορά')),
    ).toHaveLength(4)
  })

  it('mails short links also for a long query string, which the page then has [short links]', async () => {
    const { email } = await testApp.make.customer()
    const given = { next: `/settings?${'α'.repeat(300)}` }
    const { uid, token, query } = await requestLink(email, given)
    const path = `/password/reset/confirm/${uid}/${token}`
    expect(`http://localhost:3000${path}${query}`.length).toBeLessThan(200)
    const page = await testApp.visitor().inject({ method: 'GET', url: path + query })
    expect(page.headers.location).toBe(`${path}?${new URLSearchParams(given).toString()}`)
  })

  it.each(['?continue=', '?continue=&utm_source=mail', '?utm_source=mail&continue', '?continue&fbclid=1'])(
    'has the whole query string also if a mail program changes the link to %s [short links]',
    async (changed) => {
      const { email } = await testApp.make.customer()
      const given = { next: `/oauth/auth?${'α'.repeat(300)}`, continue: 'yes' }
      const { uid, token } = await requestLink(email, given)
      const path = `/password/reset/confirm/${uid}/${token}`
      const page = await testApp.visitor().inject({ method: 'GET', url: path + changed })
      const whole = `${path}?${new URLSearchParams(given).toString()}`
      expect(page.headers.location).toBe(whole)
      const shown = await testApp.visitor().inject({ method: 'GET', url: `${whole}&utm_source=mail` })
      expect(shown.headers.location).toBeUndefined()
    },
  )

  it('omits a query string that is too long for a link', async () => {
    const { email } = await testApp.make.customer()
    expect((await requestLink(email, { next: 'x'.repeat(2_100) })).query).toBe('')
  })
})

describe('checkPasswordReset', () => {
  it('accepts a link as often as it is checked, until it is used', async () => {
    const person = await testApp.make.customer()
    const { uid, token } = await requestLink(person.email)
    const check = async (link: { uid: string; token: string }) => {
      const { statusCode, body } = await testApp.visitor().send(checkPasswordReset, { body: link })
      return [statusCode, body && (JSON.parse(body) as unknown)]
    }
    expect(await check({ uid, token })).toEqual([204, ''])
    expect(await check({ uid, token })).toEqual([204, ''])
    expect(await check({ uid: '!!', token })).toEqual(badUid)
    expect(await check({ uid, token: `${token}x` })).toEqual(badToken)
    expect(await confirm({ uid, token }, fresh)).toEqual([204, ''])
    expect(await check({ uid, token })).toEqual(badToken)
  })
})

describe('confirmPasswordReset [§3 payloads]', () => {
  it('rejects an unknown uid, and a token of another account', async () => {
    const [one, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const [link, foreign] = [await requestLink(one.email), await requestLink(other.email)]
    for (const uid of [
      'x',
      '!!',
      Buffer.from('999999999').toString('base64url'),
      Buffer.from('1 or 1').toString('base64url'),
    ])
      expect(await confirm({ ...link, uid }, fresh)).toEqual(badUid)
    for (const token of ['x', `${link.token}x`, foreign.token])
      expect(await confirm({ ...link, token }, fresh)).toEqual(badToken)
    // The token is checked before the rules: without a valid token, the answer reveals nothing about the account.
    expect(await confirm({ ...link, token: 'x' }, '1')).toEqual(badToken)
    expect((await testApp.visitor().send(confirmPasswordReset, { body: {} })).json()).toEqual({
      uid: ['This field is required.'],
      token: ['This field is required.'],
      new_password: ['This field is required.'],
    })
    expect(await canSignIn(one.email, one.password)).toBe(true)
  })

  it('checks the new password against the rules and the account, and keeps the link valid after an error', async () => {
    const person = await testApp.make.customer({ firstName: 'Ευδοκία', lastName: 'Χατζηγεωργίου' })
    const link = await requestLink(person.email)
    expect(await confirm(link, '1234567')).toEqual([
      400,
      {
        new_password: [
          'This password is too short. It must contain at least 8 characters.',
          'This password is too common.',
          'This password is entirely numeric.',
        ],
      },
    ])
    expect(await confirm(link, 'χατζηγεωργίου1')).toEqual([
      400,
      { new_password: ['The password is too similar to the last name.'] },
    ])
    expect(await confirm(link, '')).toEqual([400, { new_password: ['This field may not be blank.'] }])
    expect(await confirm(link, fresh)).toEqual([204, ''])
  })

  it('sets the password, ends every session, invalidates the other links and notifies the owner by mail', async () => {
    const person = await testApp.make.customer()
    const sessions = [await testApp.signIn(person), await testApp.signIn(person)]
    const [first, second] = await requestLinks(person.email, 2)
    if (!first || !second) throw new Error('Expected two links.')

    const body = { uid: second.uid, token: second.token, new_password: fresh }
    const reset = await testApp.visitor().send(confirmPasswordReset, { body })
    expect([reset.statusCode, reset.headers['x-account-email']]).toEqual([
      204,
      encodeURIComponent(person.email),
    ])
    for (const session of sessions) expect(await isSignedIn(session)).toBe(false)
    expect(await canSignIn(person.email, person.password)).toBe(false)
    expect(await canSignIn(person.email, fresh)).toBe(true)
    expect(await confirm(second, 'άλλη-μια-φορά-5')).toEqual(badToken)
    expect(await confirm(first, 'άλλη-μια-φορά-5')).toEqual(badToken)

    await testApp.mails.to(person.email, 3)
    const [mail] = changedMails(person.email)
    expect(mail?.text).toContain('http://localhost:3000/password/reset\n')
    expect(mail?.text).not.toContain(fresh)
  })

  it('accepts one of two concurrent calls', async () => {
    const person = await testApp.make.customer()
    const link = await requestLink(person.email)
    const answers = await Promise.all([confirm(link, 'πρώτος-έφτασε-1'), confirm(link, 'δεύτερος-έφτασε-2')])
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([204, 400]))
  })

  it('rejects an expired link; the database contains no token', async () => {
    const person = await testApp.make.customer()
    const [link, late] = await requestLinks(person.email, 2)
    if (!link || !late) throw new Error('Expected two links.')
    const kept = await testApp.db
      .selectFrom('accountTokens')
      .selectAll()
      .where('userId', '=', person.id)
      .execute()
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toContain(link.token)
    testApp.clock.forward(hours(24) - minutes(10))
    expect((await confirm(link, '1234567'))[1]).toHaveProperty('new_password')
    testApp.clock.forward(minutes(10))
    expect(await confirm(late, fresh)).toEqual(badToken)
  })

  it('rejects activation links, and activate rejects reset links', async () => {
    const form = signUpForm((await testApp.make.municipality()).id)
    await testApp.visitor().call(signUp, { body: form })
    const [mail] = await testApp.mails.to(form.email)
    const activation = linkTo('account/activate', mail)
    expect(await confirm(activation, 'άλλη-μια-φορά-5')).toEqual(badToken)

    const person = await testApp.make.customer()
    const link = await requestLink(person.email)
    await testApp.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute()
    const { uid, token } = link
    const answer = await testApp.visitor().send(activate, { body: { uid, token } })
    expect([answer.statusCode, answer.json()]).toEqual(badToken)
    await confirm(link, fresh)
    expect(await canSignIn(person.email, fresh)).toBe(false)

    // Neither token was used up by the other endpoint.
    await testApp.visitor().call(activate, { body: activation })
    expect(await canSignIn(form.email, form.password)).toBe(true)
  })

  it('keeps leading and trailing whitespace of the password', async () => {
    const person = await testApp.make.customer()
    const typed = '  ελιά κι αλάτι \t'
    expect(await confirm(await requestLink(person.email), typed)).toEqual([204, ''])
    expect(await canSignIn(person.email, typed.trim())).toBe(false)
    expect(await canSignIn(person.email, typed)).toBe(true)
  })

  it('ends the lockout after failed sign-ins', async () => {
    const post = await withLimits(testApp, { signInByAccount: { tries: 2, window: minutes(15) } })
    const person = await testApp.make.customer()
    const attempt = async (password: string) =>
      (await post(login, { email: person.email, password })).statusCode
    expect([await attempt('x'), await attempt('y'), await attempt(person.password)]).toEqual([400, 400, 429])
    await confirm(await requestLink(person.email), fresh)
    expect(await attempt(fresh)).toBe(200)
  })

  it('marks the browser as known, so that failed tries of strangers do not block it', async () => {
    const person = await testApp.make.customer()
    const link = await requestLink(person.email)
    const browser = testApp.visitor()
    await browser.call(confirmPasswordReset, {
      body: { uid: link.uid, token: link.token, new_password: fresh },
    })
    const post = await withLimits(testApp, { signInByAccountTotal: { tries: 1, window: hours(1) } })
    const attempt = async (password: string, cookies: Record<string, string> = {}) =>
      (await post(login, { email: person.email, password }, { cookies })).statusCode
    expect([await attempt('x'), await attempt(fresh)]).toEqual([400, 429])
    expect(await attempt(fresh, { knownbrowser: browser.cookies.get('knownbrowser') ?? '' })).toBe(200)
  })
})

describe('setPassword', () => {
  it('rejects a wrong current password and missing fields [§3 payloads]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const wrong = [400, { current_password: ['Invalid password.'] }]
    expect(await change(client, { current_password: 'x', new_password: fresh })).toEqual(wrong)
    expect(await change(client, { current_password: ` ${person.password} `, new_password: fresh })).toEqual(
      wrong,
    )
    expect(await change(client, { current_password: '', new_password: null })).toEqual([
      400,
      { current_password: ['This field may not be blank.'], new_password: ['This field may not be null.'] },
    ])
    expect(await canSignIn(person.email, person.password)).toBe(true)
  })

  it("checks the new password against the rules and the user's names", async () => {
    const person = await testApp.make.staff({ firstName: 'Αλέξανδρος', lastName: 'Οικονόμου' })
    const client = await testApp.signIn(person)
    const rejection = async (new_password: string) =>
      change(client, { current_password: person.password, new_password })
    expect(await rejection('Οικονόμου9')).toEqual([
      400,
      { new_password: ['The password is too similar to the last name.'] },
    ])
    expect(await canSignIn(person.email, person.password)).toBe(true)
  })

  it('keeps this session, ends the others, invalidates mailed links and notifies the owner by mail', async () => {
    const person = await testApp.make.customer()
    const stranger = await testApp.signIn(await testApp.make.customer())
    const [here, elsewhere] = [await testApp.signIn(person), await testApp.signIn(person)]
    const link = await requestLink(person.email)
    // Clients also send uid and token (portal.md §3); both are ignored with a session.
    const body = { current_password: person.password, new_password: fresh, uid: 'MQ', token: '' }
    expect(await change(here, body)).toEqual([204, ''])

    expect([await isSignedIn(here), await isSignedIn(elsewhere), await isSignedIn(stranger)]).toEqual([
      true,
      false,
      true,
    ])
    expect([await canSignIn(person.email, person.password), await canSignIn(person.email, fresh)]).toEqual([
      false,
      true,
    ])
    expect(await confirm(link, 'άλλη-μια-φορά-5')).toEqual(badToken)
    await testApp.mails.to(person.email, 2)
    expect(changedMails(person.email)).toHaveLength(1)
  })

  it('continues this session under a new token with the same expiry [security sessions]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const stolen = testApp.visitor()
    for (const [name, value] of client.cookies) stolen.cookies.set(name, value)
    testApp.clock.forward(hours(24))
    const answer = await client.send(setPassword, {
      body: { current_password: person.password, new_password: fresh },
    })
    expect(answer.statusCode).toBe(204)
    expect([await isSignedIn(client), await isSignedIn(stolen)]).toEqual([true, false])
    const cookie = answer.cookies.find(({ name }) => name === 'sessionid')
    expect(cookie?.maxAge).toBeLessThanOrEqual(13 * 86_400)
    expect(cookie?.maxAge).toBeGreaterThan(13 * 86_400 - 600)
    expect(await change(client, { current_password: fresh, new_password: 'άλλη-μια-φορά-5' })).toEqual([
      204,
      '',
    ])
  })

  it('keeps leading and trailing whitespace of the new password', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    expect(await change(client, { current_password: person.password, new_password: ` ${fresh} ` })).toEqual([
      204,
      '',
    ])
    expect([await canSignIn(person.email, fresh), await canSignIn(person.email, ` ${fresh} `)]).toEqual([
      false,
      true,
    ])
  })

  it('limits wrong current passwords per account', async () => {
    const post = await withLimits(testApp, { passwordByAccount: { tries: 2, window: minutes(15) } })
    const person = await testApp.make.customer()
    const { cookies } = await testApp.signIn(person)
    const attempt = async (current_password: string) => {
      const headers = {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
      }
      return (await post(setPassword, { current_password, new_password: fresh }, { headers })).statusCode
    }
    expect([await attempt('x'), await attempt('y'), await attempt(person.password)]).toEqual([400, 400, 429])
    testApp.clock.forward(minutes(15))
    expect(await attempt(person.password)).toBe(204)
  })

  it('counts successful changes in the limit [security password changes]', async () => {
    const other = await openTestApp({ LIMIT_PASSWORD_ACCOUNT: '2/15m' })
    const person = await other.make.customer()
    const client = await other.signIn(person)
    const statuses = []
    for (const [current_password, new_password] of [
      [person.password, fresh],
      [fresh, 'άλλη-μια-φορά-5'],
      ['άλλη-μια-φορά-5', fresh],
    ])
      statuses.push((await client.send(setPassword, { body: { current_password, new_password } })).statusCode)
    expect(statuses).toEqual([204, 204, 429])
    await other.close()
  })
})
