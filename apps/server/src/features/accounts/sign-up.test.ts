import { activate, login, me, resendActivation, signUp } from '@portal/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { signUpForm } from '#test/sign-up-form.ts'
import { addressOf, linkTo, type Mailed } from '#test/mailed-links.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

let testApp: TestApp
let kozani: { id: number }
beforeAll(async () => {
  testApp = await openTestApp()
  kozani = await testApp.make.municipality('Κοζάνης')
})
afterAll(() => testApp.close())

const form = (given: Record<string, unknown> = {}) => signUpForm(kozani.id, given)

const rejection = async (given: Record<string, unknown>) => {
  const answer = await testApp.visitor().send(signUp, { body: form(given) })
  return { status: answer.statusCode, body: answer.json() }
}

const linkIn = (mail: Mailed) => linkTo('account/activate', mail)

describe('signUp', () => {
  it('removes invisible characters of pasted texts, and signs in with them', async () => {
    const { email } = form()
    const visitor = testApp.visitor()
    const opened = await visitor.call(signUp, {
      body: form({
        first_name: '\u202aΕλέ\u200bνη\u202c',
        last_name: 'Παπα\u00adδά\u2011Κωνσταντίνου\ufeff',
        telephone: '\u2066(+30) 694\u00a0412\u20113456\u2069',
        email: `\u200e${email}\u200b `,
      }),
    })
    expect(opened).toMatchObject({
      first_name: 'Ελένη',
      last_name: 'Παπαδά-Κωνσταντίνου',
      telephone: '(+30) 694 412-3456',
      email,
    })
    const [mail] = await testApp.mails.to(email)
    const link = linkIn(mail)
    await visitor.send(activate, { body: link })
    const typed = { email: `\u202a${email}\u202c`, password: form().password }
    expect((await testApp.visitor().send(login, { body: typed })).statusCode).toBe(200)
  })

  it('mails a link that activates the account, which cannot sign in before', async () => {
    const visitor = testApp.visitor()
    const given = form()
    const opened = await visitor.call(signUp, { body: given, query: { next: '/oauth/a?b=<c>' } })
    expect(opened).toEqual({
      email: given.email,
      username: given.email,
      first_name: 'Ελένη',
      last_name: 'Κωνσταντίνου',
      telephone: '6944000000',
      municipality: kozani.id,
    })
    const credentials = { email: given.email, password: given.password }
    expect((await visitor.send(login, { body: credentials })).json()).toEqual({
      non_field_errors: ['Unable to log in with provided credentials.'],
    })

    const [mail] = await testApp.mails.to(given.email)
    const link = linkIn(mail)
    expect(mail?.subject).toContain('Ενεργοποίηση')
    expect(addressOf('account/activate', mail)).toMatch(/\?next=%2Foauth%2Fa%3Fb%3D%3Cc%3E$/)
    expect(mail?.html).not.toContain('<c>')

    const activated = await visitor.send(activate, { body: link })
    expect([activated.statusCode, activated.headers['x-account-email']]).toEqual([
      204,
      encodeURIComponent(given.email),
    ])
    const again = await visitor.send(activate, { body: link })
    expect([again.statusCode, again.json()]).toEqual([403, { detail: 'Stale token for given user.' }])

    const eleni = await testApp.signIn(credentials)
    expect(await eleni.call(me)).toEqual({
      email: given.email,
      first_name: 'Ελένη',
      last_name: 'Κωνσταντίνου',
      is_staff: false,
      telephone: '6944000000',
      municipality: kozani.id,
    })
  })

  it('mails short links also for the longest query string, which the page then has [short links]', async () => {
    const visitor = testApp.visitor()
    const given = form()
    const query = { next: `/oauth/interaction/${'x'.repeat(1_900)}` }
    await visitor.call(signUp, { body: given, query })
    const [mail] = await testApp.mails.to(given.email)
    const link = addressOf('account/activate', mail)
    expect(link.length).toBeLessThan(200)
    const { pathname, search } = new URL(link)
    const page = { method: 'GET', url: pathname + search } as const
    const whole = `${pathname}?${new URLSearchParams(query).toString()}`
    const { statusCode, headers } = await testApp.visitor().inject(page)
    expect([statusCode, headers.location]).toEqual([302, whole])
    const unknown = await visitor.inject({ ...page, url: page.url.replace(linkIn(mail).token, 'unknown') })
    expect(unknown.headers.location).toBeUndefined()
    const already = await visitor.inject({ ...page, url: whole })
    expect(already.headers.location).toBeUndefined()
  })

  it('accepts a password of 128 characters, which then signs in as a whole', async () => {
    const password = 'ελιά-κι-αλάτι-'.repeat(10).slice(0, 128)
    const given = form({ password, re_password: password })
    await testApp.visitor().call(signUp, { body: given })
    await testApp.db.updateTable('users').set({ isActive: true }).where('email', '=', given.email).execute()
    const signInWith = async (password: string) =>
      (await testApp.visitor().send(login, { body: { email: given.email, password } })).statusCode
    expect(await signInWith(password.slice(0, 127))).toBe(400)
    expect(await signInWith(password)).toBe(200)
  })

  it('names every field that is missing, empty or not a string', async () => {
    const answer = await testApp
      .visitor()
      .send(signUp, { body: { first_name: ' ', last_name: null, email: [], password: 'a\0b' } })
    expect(answer.json()).toEqual({
      first_name: ['This field may not be blank.'],
      last_name: ['This field may not be null.'],
      telephone: ['This field is required.'],
      municipality: ['This field is required.'],
      email: ['Not a valid string.'],
      password: ['Null characters are not allowed.'],
      re_password: ['This field is required.'],
    })
  })

  it.each([
    ['an invalid address', { email: 'a@b' }, { email: ['Enter a valid email address.'] }],
    [
      'an address of 255 characters',
      { email: `a@${'example.'.repeat(31)}local` },
      { email: ['Ensure this field has no more than 254 characters.'] },
    ],
    [
      'an unknown municipality',
      { municipality: 999_999 },
      { municipality: ['Invalid pk "999999" - object does not exist.'] },
    ],
    [
      'a municipality that is not an id',
      { municipality: 'Κοζάνη' },
      { municipality: ['Incorrect type. Expected pk value, received str.'] },
    ],
    ['an empty municipality', { municipality: '' }, { municipality: ['This field may not be null.'] }],
    [
      'passwords that differ',
      { re_password: 'άλλο-λάδι-42' },
      { non_field_errors: ["The two password fields didn't match."] },
    ],
    [
      'a short, common, numeric password',
      { password: '123456', re_password: '123456' },
      {
        password: [
          'This password is too short. It must contain at least 8 characters.',
          'This password is too common.',
          'This password is entirely numeric.',
        ],
      },
    ],
    [
      'a password similar to the names',
      { password: 'κωνσταντίνου1', re_password: 'κωνσταντίνου1' },
      { password: ['The password is too similar to the last name.'] },
    ],
    [
      'a password similar to the first name',
      { first_name: 'Αλέξανδρος', password: 'αλέξανδρος', re_password: 'αλέξανδρος' },
      { password: ['The password is too similar to the first name.'] },
    ],
    [
      'a password similar to the address',
      { email: 'marinakis.giorgos@example.gr', password: 'marinakis1', re_password: 'x' },
      { password: ['The password is too similar to the email address.'] },
    ],
    [
      'a common Greek password',
      { password: 'Αγάπημου123', re_password: 'Αγάπημου123' },
      { password: ['This password is too common.'] },
    ],
    [
      'a first name with a link and a last name with a line feed',
      { first_name: 'Κερδίσατε https://kako.example', last_name: 'Β\nΠατήστε εδώ' },
      { first_name: ['Enter a valid name.'], last_name: ['Enter a valid name.'] },
    ],
    [
      'a Greek telephone number of nine digits',
      { telephone: '694400000' },
      { telephone: ['Enter a valid phone number.'] },
    ],
    ['a telephone number in words', { telephone: 'δεν έχω' }, { telephone: ['Enter a valid phone number.'] }],
  ])('rejects %s [security person fields]', async (_, given, body) => {
    expect(await rejection(given)).toEqual({ status: 400, body })
  })

  it.each([
    '.a@example.gr',
    'a.@example.gr',
    'a..b@example.gr',
    'a@example.123',
    'a@-example.gr',
    'a@example.-gr',
    'a@example.gr-',
    'μαρία@example.gr',
    'a b@example.gr',
    `${'a'.repeat(65)}@example.gr`,
  ])('rejects the address %s, as Django does [security person fields]', async (email) => {
    expect(await rejection({ email })).toEqual({
      status: 400,
      body: { email: ['Enter a valid email address.'] },
    })
  })

  it.each([
    "o'neil+oil@example.gr",
    'a.b.c@παράδειγμα.ελ',
    'a@xn--hxajbheg2az3al.xn--90ais',
    'A_1@x-y.example',
  ])('accepts the address %s', async (email) => {
    expect((await rejection({ email, re_password: 'x' })).body).toEqual({
      non_field_errors: ["The two password fields didn't match."],
    })
  })

  it('sends an activation mail without the name that the sign-up gave [security activation mail]', async () => {
    const given = form({ first_name: 'Κερδίσατε', last_name: 'Δώρο' })
    await testApp.visitor().call(signUp, { body: given })
    const [mail] = await testApp.mails.to(given.email)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/Κερδίσατε|Δώρο/)
    expect(mail?.text).toMatch(/^Γεια σας,\n/)
  })

  it('rejects an address that has an account, in any letter case and in concurrent calls', async () => {
    const maria = await testApp.make.customer({ email: 'Maria.K@example.gr' })
    expect((await rejection({ email: maria.email.toUpperCase() })).body).toEqual({
      email: ['user with this email address already exists.'],
    })
    expect((await rejection({ email: maria.email, username: maria.email })).body).toEqual({
      email: ['user with this email address already exists.'],
      username: ['A user with that username already exists.'],
    })
    const race = await Promise.all([1, 2, 3].map(() => rejection({ email: 'race@example.gr' })))
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
  })

  it('keeps the mail while the mail server is down and sends it afterwards', async () => {
    testApp.mails.stopServer()
    const given = form()
    await testApp.visitor().call(signUp, { body: given })
    await until(() => testApp.mails.rejected.some(({ to }) => to === given.email))
    testApp.mails.startServer()
    expect(await testApp.mails.to(given.email)).toHaveLength(1)
  })
})

describe('activate', () => {
  it('never reactivates a closed account, by its used link or by another mail [security closed accounts]', async () => {
    const given = form()
    const visitor = testApp.visitor()
    await visitor.call(signUp, { body: given })
    await visitor.call(resendActivation, { body: { email: given.email } })
    const mails = await testApp.mails.to(given.email, 2)
    const links = mails.map(linkIn)
    await visitor.call(activate, { body: links[0] })
    await testApp.db.updateTable('users').set({ isActive: false }).where('email', '=', given.email).execute()

    for (const body of links) {
      const answer = await visitor.send(activate, { body })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ detail: 'Stale token for given user.' })
    }
    await visitor.call(resendActivation, { body: { email: given.email } })
    const next = form()
    await visitor.call(signUp, { body: next })
    await testApp.mails.to(next.email)
    expect(testApp.mails.sent.filter(({ to }) => to === given.email)).toHaveLength(2)
    expect((await visitor.send(login, { body: given })).statusCode).toBe(400)
  })

  it('rejects a wrong uid and a wrong token [§3 payloads]', async () => {
    const account = await testApp.make.customer({ isActive: false })
    const uid = Buffer.from(String(account.id)).toString('base64url')
    const answers = [
      [{ uid: 'unknown', token: 'x' }, { uid: ["Invalid user id or user doesn't exist."] }],
      [
        { uid: Buffer.from('999999999').toString('base64url'), token: 'x' },
        { uid: ["Invalid user id or user doesn't exist."] },
      ],
      [{ uid, token: 'x' }, { token: ['Invalid token for given user.'] }],
      [{}, { uid: ['This field is required.'], token: ['This field is required.'] }],
    ]
    for (const [body, expected] of answers) {
      const answer = await testApp.visitor().send(activate, { body })
      expect([answer.statusCode, answer.json()]).toEqual([400, expected])
    }
  })

  it('rejects an expired link', async () => {
    const given = form()
    const visitor = testApp.visitor()
    await visitor.call(signUp, { body: given })
    const [mail] = await testApp.mails.to(given.email)
    const link = linkIn(mail)
    testApp.clock.forward(8 * 86_400_000)
    expect((await visitor.send(activate, { body: link })).json()).toEqual({
      token: ['Invalid token for given user.'],
    })
  })
})

describe('resendActivation', () => {
  it('does not use up the sign-up limit of an address', async () => {
    const other = await openTestApp({ LIMIT_SIGN_UP_ACCOUNT_TOTAL: '2/1h' })
    const given = form({ municipality: (await other.make.municipality('Κοζάνης')).id })
    for (let n = 0; n < 3; n += 1)
      await other.visitor().call(resendActivation, { body: { email: given.email } })
    expect((await other.visitor().send(signUp, { body: given })).statusCode).toBe(201)
    await other.mails.to(given.email)
    await other.close()
  })
})

describe('the limit of sign-ups from one address', () => {
  it('counts those that were not activated: neighbours do not block each other', async () => {
    const strict = await openTestApp({ LIMIT_SIGN_UP_NETWORK: '2/1h', LIMIT_LINK_NETWORK: '2/15m' })
    onTestFinished(() => strict.close())
    const { id } = await strict.make.municipality('Φλώρινας')
    for (let n = 0; n < 4; n += 1) {
      const given = form({ municipality: id })
      const visitor = strict.visitor()
      await visitor.call(signUp, { body: given })
      const [mail] = await strict.mails.to(given.email)
      const link = linkIn(mail)
      await visitor.call(activate, { body: link })
    }
    const statuses = []
    for (let n = 0; n < 3; n += 1)
      statuses.push((await strict.visitor().send(signUp, { body: form({ municipality: id }) })).statusCode)
    expect(statuses).toEqual([201, 201, 429])
    const unknown = []
    for (let n = 0; n < 3; n += 1)
      unknown.push(
        (await strict.visitor().send(activate, { body: { uid: 'MQ', token: `x${n}` } })).statusCode,
      )
    expect(unknown).toEqual([400, 400, 429])
  })
})
