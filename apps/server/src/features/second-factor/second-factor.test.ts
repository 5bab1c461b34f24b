import { login, me } from '@portal/contract/accounts.ts'
import { resetParticipantFactor } from '@portal/contract/participants.ts'
import { confirmPasswordReset, resetPassword, setPassword } from '@portal/contract/passwords.ts'
import {
  addPasskey,
  addTotp,
  beginAddPasskey,
  beginTotp,
  confirmPassword,
  makeRecoveryCodes,
  removeTotp,
  showSecondFactor,
  verifyCode,
  verifyRecoveryCode,
} from '@portal/contract/second-factor.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { days, minutes } from '#server/lib/time/clock.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { deleteExpiredSessions } from '#server/features/sessions/service.ts'
import { resetSecondFactor } from './reset-service.ts'
import { linkTo } from '#test/mailed-links.ts'
import { auditOf } from '#test/audit-entries.ts'
import type { Person } from '#test/factories.ts'
import { openListeningApp, openSite } from '#test/partner-site.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import { addApp, beginSignIn, codeNow, toNextCode } from '#test/second-factor.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const personWithApp = async () => {
  const person = await testApp.make.customer()
  return { person, ...(await addApp(testApp, person)) }
}
const wrong = [400, { code: ['This code is wrong or used.'] }]
const copyOf = ({ cookies }: Client) => {
  const copy = testApp.visitor()
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}
const statusOf = async (client: Client) => (await client.send(me)).statusCode
const tryCode = async (client: Client, code: string) => {
  const answer = await client.send(verifyCode, { body: { code } })
  return [answer.statusCode, answer.json()]
}
const factorAuditOf = (subjectId: number) =>
  auditOf(
    testApp,
    subjectId,
    'second_factor.add',
    'second_factor.remove',
    'second_factor.reset',
    'recovery_codes.make',
  )

describe('sign-in with a code', () => {
  it('needs password and code; the cookie is replaced by that of the session [security second factor]', async () => {
    const { person, secret } = await personWithApp()
    const client = testApp.visitor()
    const answer = await client.send(login, { body: person })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { second_factor: { totp: true, passkey: false, recovery: true } },
    ])
    const pending = client.cookies.get('sessionid')
    expect([client.cookies.has('signedin'), client.cookies.has('knownbrowser')]).toEqual([false, false])
    expect(await statusOf(client)).toBe(401)
    expect(await tryCode(client, codeNow(testApp, secret))).toEqual([200, {}])
    expect(client.cookies.get('sessionid')).not.toBe(pending)
    expect([client.cookies.get('signedin'), client.cookies.has('knownbrowser')]).toEqual(['yes', true])
    expect(await client.call(me)).toMatchObject({ email: person.email })
    const old = testApp.visitor()
    old.cookies.set('sessionid', pending ?? '')
    expect(await statusOf(old)).toBe(401)
  })

  it('accepts the code with a space, and rejects other texts', async () => {
    const { person, secret } = await personWithApp()
    const client = await beginSignIn(testApp, person)
    for (const code of ['000', 'abcdef', codeNow(testApp, secret, 3)])
      expect(await tryCode(client, code)).toEqual(wrong)
    expect(await tryCode(client, codeNow(testApp, secret).replace(/^.../, '$& '))).toEqual([200, {}])
  })

  it('accepts each code once, also that of the set-up [security second factor]', async () => {
    const { person, secret } = await personWithApp()
    const [used, code] = [codeNow(testApp, secret, -1), codeNow(testApp, secret)]
    const [one, other] = [await beginSignIn(testApp, person), await beginSignIn(testApp, person)]
    expect(await tryCode(one, used)).toEqual(wrong)
    expect(await tryCode(one, code)).toEqual([200, {}])
    expect(await tryCode(other, code)).toEqual(wrong)
  })

  it('opens one session for two simultaneous calls', async () => {
    const { person, secret } = await personWithApp()
    const clients = [await beginSignIn(testApp, person), await beginSignIn(testApp, person)]
    const answers = await Promise.all(clients.map((client) => tryCode(client, codeNow(testApp, secret))))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  })

  it('is pending for five minutes; then it and the session that it would have continued are deleted', async () => {
    const { person, secret, client } = await personWithApp()
    const before = copyOf(client)
    await client.call(login, { body: person })
    expect(await statusOf(before)).toBe(200)
    testApp.clock.forward(minutes(5))
    expect((await tryCode(client, codeNow(testApp, secret)))[0]).toBe(401)
    await deleteExpiredSessions(testApp.portal)
    expect(await statusOf(before)).toBe(401)
    const hash = hashToken(client.cookies.get('sessionid') ?? '')
    const rows = testApp.db.selectFrom('pendingSignIns').select('userId').where('tokenHash', '=', hash)
    expect(await rows.execute()).toEqual([])
  })

  it('is dropped if the account has more than twenty, with the session that it would have continued [security sessions]', async () => {
    const { person, secret, client } = await personWithApp()
    const before = copyOf(client)
    await client.call(login, { body: person })
    testApp.clock.forward(1)
    for (let n = 0; n < 19; n += 1) await beginSignIn(testApp, person)
    expect(await statusOf(before)).toBe(200)
    await beginSignIn(testApp, person)
    expect(await statusOf(before)).toBe(401)
    expect((await tryCode(client, codeNow(testApp, secret)))[0]).toBe(401)
  })

  it('signs in at no partner site before the code [security second factor]', async () => {
    const listening = await openListeningApp()
    onTestFinished(() => listening.close())
    const person = await listening.make.customer()
    const { secret } = await addApp(listening, person)
    const site = await openSite(listening, { firstParty: true })
    onTestFinished(() => site.close())
    const browser = listening.browser()
    await browser.signIn(person)
    const begun = await site.begin()
    const page = await browser.open(begun.address)
    expect(page.url.pathname).toBe('/login')
    const csrf = browser.cookies().find(({ name }) => name === 'csrftoken')?.value ?? ''
    const answer = await browser.request(verifyCode.path, {
      method: 'POST',
      body: JSON.stringify({ code: codeNow(listening, secret) }),
      headers: { 'content-type': 'application/json', 'x-csrftoken': csrf },
    })
    expect(answer.status).toBe(200)
    const back = await browser.open(page.url.searchParams.get('next') ?? '')
    expect((await site.complete(begun, back)).claims()?.sub).toBeTruthy()
  })

  it('gives no hint of a second factor if the password is wrong', async () => {
    const { person } = await personWithApp()
    const answer = await testApp.visitor().send(login, { body: { ...person, password: 'wrong' } })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { non_field_errors: ['Unable to log in with provided credentials.'] },
    ])
  })

  it('ends with a new password: the pending sign-in is void [security second factor]', async () => {
    const { person, secret, client } = await personWithApp()
    const pending = await beginSignIn(testApp, person)
    await client.call(setPassword, {
      body: { current_password: person.password, new_password: 'ελιά-κι-αλάτι-73' },
    })
    expect((await tryCode(pending, codeNow(testApp, secret)))[0]).toBe(401)
  })

  it('is needed after a password reset, too [security second factor]', async () => {
    const { person } = await personWithApp()
    await testApp.visitor().call(resetPassword, { query: {}, body: { email: person.email } })
    const mail = await testApp.mails.having(person.email, '/confirm/')
    const password = 'ελιά-κι-αλάτι-73'
    await testApp.visitor().call(confirmPasswordReset, {
      body: { ...linkTo('password/reset/confirm', mail), new_password: password },
    })
    const answer = await testApp.visitor().send(login, { body: { email: person.email, password } })
    expect(answer.json()).toHaveProperty('second_factor')
  })

  it('is limited by account and network, and by account [security second factor]', async () => {
    const strict = await openTestApp({
      LIMIT_SECOND_FACTOR_ACCOUNT: '3/15m',
      LIMIT_SECOND_FACTOR_ACCOUNT_TOTAL: '5/1h',
    })
    onTestFinished(() => strict.close())
    const person = await strict.make.customer()
    const { secret } = await addApp(strict, person)
    const client = await beginSignIn(strict, person)
    const tryFrom = async (remoteAddress: string, code: string) =>
      (await client.inject({ method: 'POST', url: verifyCode.path, payload: { code }, remoteAddress }))
        .statusCode
    const tries = []
    for (let n = 0; n < 4; n += 1) tries.push(await tryFrom('192.0.2.1', '000000'))
    expect(tries).toEqual([400, 400, 400, 429])
    expect(await tryFrom('192.0.2.1', codeNow(strict, secret))).toBe(429)
    expect([await tryFrom('192.0.2.2', '000000'), await tryFrom('192.0.2.3', '000000')]).toEqual([400, 400])
    expect(await tryFrom('192.0.2.4', codeNow(strict, secret))).toBe(429)
    strict.clock.forward(minutes(61))
    const later = await beginSignIn(strict, person)
    expect(await later.call(verifyCode, { body: { code: codeNow(strict, secret) } })).toEqual({})
  })
})

describe('recovery codes', () => {
  it('are ten, each of which signs in once, and the owner gets a mail [security recovery codes]', async () => {
    const { person, codes, client } = await personWithApp()
    expect(new Set(codes).size).toBe(10)
    const [code = '', next = ''] = codes
    const other = await beginSignIn(testApp, person)
    // As typed with a Greek keyboard, in lower case and without hyphens.
    const typed = code.replaceAll('-', ' ').replaceAll('A', 'Α').replaceAll('E', 'Ε').toLowerCase()
    expect(await other.call(verifyRecoveryCode, { body: { code: typed } })).toEqual({})
    expect(await client.call(showSecondFactor)).toMatchObject({ recovery_codes_left: 9 })
    const mails = await testApp.mails.to(person.email, 2)
    // Mails that are queued one after the other may arrive in any order.
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^Προστέθηκε δεύτερο βήμα σύνδεσης/),
      expect.stringMatching(/^Χρήση κωδικού ανάκτησης/),
    ])
    const again = await beginSignIn(testApp, person)
    const answer = await again.send(verifyRecoveryCode, { body: { code } })
    expect([answer.statusCode, answer.json()]).toEqual(wrong)
    const mistyped = next.slice(0, -1) + (next.endsWith('3') ? '4' : '3')
    for (const invalid of ['x', mistyped, `${next.slice(0, 1)}${code.slice(1)}`])
      expect((await again.send(verifyRecoveryCode, { body: { code: invalid } })).statusCode).toBe(400)
    expect(await again.call(verifyRecoveryCode, { body: { code: next } })).toEqual({})
  })

  const hashesOf = ({ id }: { id: number }) =>
    testApp.db
      .selectFrom('recoveryCodes')
      .select(['place', 'codeHash'])
      .where('userId', '=', id)
      .orderBy('place')
      .execute()

  it('are stored as hashes with a key that the database does not contain, and cost no password hash', async () => {
    const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const { codes } = await addApp(testApp, person)
    await addApp(testApp, other)
    const rows = await hashesOf(person)
    expect(rows).toHaveLength(10)
    for (const { codeHash } of rows) expect(codeHash).toMatch(/^hmac-sha256\$[\w-]{43}$/)
    // The hash of one account is of no use to another.
    await testApp.db
      .updateTable('recoveryCodes')
      .set({ codeHash: rows[0]?.codeHash ?? '' })
      .where('userId', '=', other.id)
      .where('place', '=', rows[0]?.place ?? '')
      .execute()
    const code = codes.find((one) => one.startsWith(rows[0]?.place ?? '')) ?? ''
    const pending = await beginSignIn(testApp, other)
    expect((await pending.send(verifyRecoveryCode, { body: { code } })).statusCode).toBe(400)
  })

  it('with the argon2id hashes of earlier versions still work', async () => {
    const { person, codes } = await personWithApp()
    const [code = ''] = codes
    await testApp.db
      .updateTable('recoveryCodes')
      .set({ codeHash: await hashPassword(code.replaceAll('-', '')) })
      .where('userId', '=', person.id)
      .where('place', '=', code.slice(0, 1))
      .execute()
    const pending = await beginSignIn(testApp, person)
    expect(await pending.call(verifyRecoveryCode, { body: { code } })).toEqual({})
  })

  it('are argon2id hashes without PORTAL_SECRET', async () => {
    const without = await openTestApp({ PORTAL_SECRET: '', PUBLIC_URL: 'https://portal.example.gr' })
    onTestFinished(() => without.close())
    const person = await without.make.customer()
    const client = await without.signIn(person)
    const credential = openAuthenticator('https://portal.example.gr').create(
      await client.call(beginAddPasskey),
    )
    const { recovery_codes: codes } = await client.call(addPasskey, { body: { name: 'Κινητό', credential } })
    const { codeHash } = await without.db
      .selectFrom('recoveryCodes')
      .select('codeHash')
      .where('userId', '=', person.id)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(codeHash).toMatch(/^\$argon2id\$/)
    const pending = await beginSignIn(without, person)
    expect(await pending.call(verifyRecoveryCode, { body: { code: codes[0] ?? '' } })).toEqual({})
  })

  it('are made a limited number of times a day [security hash queue]', async () => {
    const strict = await openTestApp({ LIMIT_SECOND_FACTOR_CHANGE_ACCOUNT: '5/1d' })
    onTestFinished(() => strict.close())
    const { client } = await addApp(strict, await strict.make.customer())
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.send(makeRecoveryCodes)))
    // The app was the first of the five changes.
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(8)
  })

  it('are replaced by new ones [security recovery codes]', async () => {
    const { person, codes, client } = await personWithApp()
    const { recovery_codes: fresh } = await client.call(makeRecoveryCodes)
    expect(fresh).toHaveLength(10)
    const pending = await beginSignIn(testApp, person)
    expect((await pending.send(verifyRecoveryCode, { body: { code: codes[0] } })).statusCode).toBe(400)
    expect(await pending.call(verifyRecoveryCode, { body: { code: fresh[0] ?? '' } })).toEqual({})
    expect((await factorAuditOf(person.id)).map(({ action }) => action)).toEqual([
      'second_factor.add',
      'recovery_codes.make',
      'recovery_codes.make',
    ])
    const subjects = (await testApp.mails.to(person.email, 2)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Νέοι κωδικοί ανάκτησης/))
  })

  it('need a second factor', async () => {
    const client = await testApp.signIn(await testApp.make.customer())
    expect((await client.send(makeRecoveryCodes)).json()).toEqual({
      detail: 'This account has no second factor.',
    })
  })
})

describe('the set-up of an app', () => {
  it('needs a code of the app; ends the other sessions; the secret is stored encrypted [security second factor]', async () => {
    const person = await testApp.make.customer()
    const other = await testApp.signIn(person)
    const client = await testApp.signIn(person)
    const begun = await client.call(beginTotp)
    expect(begun.uri).toContain(`secret=${begun.secret}`)
    expect(begun.qr.path).toMatch(/^M\d+ \d+h\d+v1h-\d+z/)
    expect((await client.send(addTotp, { body: { code: '000000' } })).statusCode).toBe(400)
    expect((await client.call(showSecondFactor)).totp.added_at).toBeNull()
    await client.call(addTotp, { body: { code: codeNow(testApp, begun.secret) } })
    expect((await client.call(showSecondFactor)).totp.added_at).not.toBeNull()
    expect([await statusOf(client), await statusOf(other)]).toEqual([200, 401])
    const { secret } = await testApp.db
      .selectFrom('totpSecrets')
      .select('secret')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(secret).not.toContain(begun.secret)
    expect(await factorAuditOf(person.id)).toMatchObject([
      { action: 'second_factor.add', actorKind: 'citizen', details: { method: 'totp' } },
      { action: 'recovery_codes.make' },
    ])
    expect((await client.send(addTotp, { body: { code: '000000' } })).json()).toEqual({
      detail: 'Start the set-up again.',
    })
  })

  it('of another phone replaces the first one and keeps the recovery codes', async () => {
    const { person, secret, client, codes } = await personWithApp()
    const other = await beginSignIn(testApp, person)
    await other.call(verifyRecoveryCode, { body: { code: codes[0] ?? '' } })
    const { secret: next } = await client.call(beginTotp)
    expect(await client.call(addTotp, { body: { code: codeNow(testApp, next) } })).toEqual({
      recovery_codes: [],
    })
    expect([await statusOf(client), await statusOf(other)]).toEqual([200, 401])
    const subjects = (await testApp.mails.to(person.email, 3)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Άλλαξε το δεύτερο βήμα σύνδεσης/))
    expect((await factorAuditOf(person.id)).at(-1)).toMatchObject({
      action: 'second_factor.add',
      details: { method: 'totp', replaced: true },
    })
    toNextCode(testApp)
    const pending = await beginSignIn(testApp, person)
    expect(await tryCode(pending, codeNow(testApp, secret))).toEqual(wrong)
    expect(await tryCode(pending, codeNow(testApp, next))).toEqual([200, {}])
  })

  it('is not offered without PORTAL_SECRET', async () => {
    const without = await openTestApp({ PORTAL_SECRET: '' })
    onTestFinished(() => without.close())
    const client = await without.signIn(await without.make.customer())
    expect((await client.call(showSecondFactor)).totp.available).toBe(false)
    expect((await client.send(beginTotp)).statusCode).toBe(409)
  })
})

describe('changes of second factors', () => {
  it('need the password and the present factor of the last five minutes [security second factor]', async () => {
    const { person, client, secret, codes } = await personWithApp()
    testApp.clock.forward(minutes(5))
    const changes = [beginTotp, beginAddPasskey, removeTotp, makeRecoveryCodes]
    const answers = []
    for (const change of changes) answers.push((await client.send(change)).json())
    expect(answers).toEqual(changes.map(() => ({ detail: 'Confirm your password first.' })))
    expect((await client.call(showSecondFactor)).confirmed).toBe(false)
    const rejected = await client.send(confirmPassword, { body: { current_password: 'wrong' } })
    expect([rejected.statusCode, rejected.json()]).toEqual([400, { current_password: ['Invalid password.'] }])
    const current = { current_password: person.password }
    const confirmWith = async (given: object) => {
      const answer = await client.send(confirmPassword, { body: { ...current, ...given } })
      return [answer.statusCode, answer.body && answer.json()]
    }
    expect(await confirmWith({})).toEqual([403, { detail: 'Confirm with your second factor, too.' }])
    expect(await confirmWith({ code: '000000' })).toEqual(wrong)
    expect(await confirmWith({ recovery_code: 'AAAA-AAAA-AAAA' })).toEqual(expect.arrayContaining([400]))
    expect(await confirmWith({ credential: {} })).toEqual([
      400,
      { non_field_errors: ['The passkey was not accepted.'] },
    ])
    expect((await client.send(makeRecoveryCodes)).statusCode).toBe(403)
    const code = codeNow(testApp, secret)
    expect(await confirmWith({ code })).toEqual([204, ''])
    // It is used up.
    expect(await confirmWith({ code })).toEqual(wrong)
    testApp.clock.forward(minutes(6))
    expect(await confirmWith({ recovery_code: codes[0] })).toEqual([204, ''])
    expect(await confirmWith({ recovery_code: codes[0] })).toEqual(wrong)
    expect((await client.call(showSecondFactor)).confirmed).toBe(true)
    for (const change of [beginTotp, makeRecoveryCodes])
      expect((await client.send(change)).statusCode).toBe(200)
  })

  it('by removal end the other sessions, remove the recovery codes, and are mailed [security second factor]', async () => {
    const { person, client, codes } = await personWithApp()
    const other = await beginSignIn(testApp, person)
    await other.call(verifyRecoveryCode, { body: { code: codes[0] ?? '' } })
    await client.call(removeTotp)
    expect([await statusOf(client), await statusOf(other)]).toEqual([200, 401])
    expect(await client.call(showSecondFactor)).toMatchObject({ recovery_codes_left: 0 })
    expect(await testApp.visitor().call(login, { body: person })).toEqual({})
    const subjects = (await testApp.mails.to(person.email, 3)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Αφαιρέθηκε δεύτερο βήμα σύνδεσης/))
    expect((await factorAuditOf(person.id)).at(-1)).toMatchObject({
      action: 'second_factor.remove',
      details: { method: 'totp' },
    })
    expect((await client.send(removeTotp)).statusCode).toBe(404)
  })

  it('never remove the last factor of staff if one is required [security required factor]', async () => {
    const strict = await openTestApp({ STAFF_SECOND_FACTOR: 'required' })
    onTestFinished(() => strict.close())
    const [clerk, citizen] = [await strict.make.staff(), await strict.make.customer()]
    const ofClerk = await addApp(strict, clerk)
    const answer = await ofClerk.client.send(removeTotp)
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { detail: 'This is the last second factor; one is required.' },
    ])
    expect((await ofClerk.client.call(showSecondFactor)).totp.added_at).not.toBeNull()
    const ofCitizen = await addApp(strict, citizen)
    expect((await ofCitizen.client.send(removeTotp)).statusCode).toBe(204)
  })
})

describe('wrong codes', () => {
  it('are counted over days, whatever succeeds between them, and mailed to the owner [security second factor]', async () => {
    const strict = await openTestApp({
      LIMIT_APP_CODE_DAY: '8/1d',
      LIMIT_APP_CODE_MONTH: '12/30d',
      LIMIT_SECOND_FACTOR_UNREPORTED: '4/1d',
      LIMIT_SECOND_FACTOR_MAIL_ACCOUNT: '1/1d',
    })
    onTestFinished(() => strict.close())
    const person = await strict.make.customer()
    const { secret, codes, client } = await addApp(strict, person)
    const send = async (code: string) =>
      (await (await beginSignIn(strict, person)).send(verifyCode, { body: { code } })).statusCode
    const wrongMails = async (count: number) =>
      (await strict.mails.to(person.email, count)).filter(({ subject }) =>
        subject.startsWith('Λάθη στο δεύτερο βήμα σύνδεσης'),
      )
    for (let n = 0; n < 4; n += 1) expect(await send('000000')).toBe(400)
    expect(await send(codeNow(strict, secret))).toBe(200)
    for (let n = 0; n < 4; n += 1) expect(await send('000000')).toBe(400)
    expect(await wrongMails(2)).toHaveLength(1)
    toNextCode(strict)
    expect(await send(codeNow(strict, secret))).toBe(429)
    // The owner is not locked out: recovery codes have 40 bits and limits of their own.
    const [first = '', second = ''] = codes
    const owner = await beginSignIn(strict, person)
    expect(await owner.call(verifyRecoveryCode, { body: { code: first } })).toEqual({})
    // Neither a new password nor another day starts the count of the month again.
    const changed = { current_password: person.password, new_password: 'ελιά-κι-αλάτι-73' }
    await client.call(setPassword, { body: changed })
    person.password = changed.new_password
    strict.clock.forward(days(1))
    for (let n = 0; n < 4; n += 1) expect(await send('000000')).toBe(400)
    expect(await send(codeNow(strict, secret))).toBe(429)
    const again = await beginSignIn(strict, person)
    expect(await again.call(verifyRecoveryCode, { body: { code: second } })).toEqual({})
    strict.clock.forward(days(30))
    toNextCode(strict)
    expect(await send(codeNow(strict, secret))).toBe(200)
  })

  it('are forgotten when the factors are reset, so that a new app works at once', async () => {
    const strict = await openTestApp({
      LIMIT_SECOND_FACTOR_ACCOUNT_TOTAL: '3/1h',
      LIMIT_APP_CODE_DAY: '2/1d',
      LIMIT_APP_CODE_MONTH: '2/30d',
    })
    onTestFinished(() => strict.close())
    const person = await strict.make.customer()
    await addApp(strict, person)
    const send = async (code: string) =>
      (await (await beginSignIn(strict, person)).send(verifyCode, { body: { code } })).statusCode
    expect([await send('000000'), await send('000000'), await send('000000')]).toEqual([400, 400, 429])
    await resetSecondFactor(
      strict.portal,
      { kind: 'command', name: 'test' },
      { email: person.email, isStaff: false },
    )
    const { secret } = await addApp(strict, person)
    expect(await send(codeNow(strict, secret))).toBe(200)
  })
})

describe('resetParticipantFactor', () => {
  const reset = (client: Client, { id }: Person, body: object = { reason: 'device_lost' }) =>
    client.send(resetParticipantFactor, { params: { id }, body })

  it('is for managers and operators who confirmed who they are, with a reason [security reset factor]', async () => {
    const citizen = await testApp.make.customer()
    const { client: own } = await addApp(testApp, citizen)
    const [clerk, boss] = [await testApp.make.staff(), await testApp.make.staff({ role: 'manager' })]
    const manager = await testApp.signIn(boss)
    expect((await reset(await testApp.signIn(clerk), citizen)).statusCode).toBe(403)
    expect((await reset(manager, clerk)).statusCode).toBe(404)
    expect((await reset(manager, citizen, { reason: 'x' })).statusCode).toBe(400)
    expect(await statusOf(own)).toBe(200)
    expect((await reset(manager, citizen)).statusCode).toBe(204)
    expect(await statusOf(own)).toBe(401)
    expect(await testApp.visitor().call(login, { body: citizen })).toEqual({})
    expect((await factorAuditOf(citizen.id)).at(-1)).toMatchObject({
      action: 'second_factor.reset',
      actorKind: 'staff',
      details: { reason: 'device_lost' },
    })
    expect((await reset(manager, citizen)).statusCode).toBe(409)
    testApp.clock.forward(minutes(16))
    const late = await reset(manager, citizen)
    expect([late.statusCode, late.json()]).toEqual([403, expect.anything()])
  })
})

describe('resetSecondFactor', () => {
  const byCommand = { kind: 'command', name: 'test' } as const

  it('removes every factor, ends the sessions, mails the owner and is audited [security reset factor]', async () => {
    const clerk = await testApp.make.staff()
    const { client } = await addApp(testApp, clerk)
    await resetSecondFactor(testApp.portal, byCommand, { email: clerk.email.toUpperCase(), isStaff: true })
    expect(await statusOf(client)).toBe(401)
    expect(await testApp.visitor().call(login, { body: clerk })).toEqual({})
    const subjects = (await testApp.mails.to(clerk.email, 2)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Το δεύτερο βήμα σύνδεσης αφαιρέθηκε/))
    expect((await factorAuditOf(clerk.id)).at(-1)).toMatchObject({
      action: 'second_factor.reset',
      actorKind: 'command',
    })
  })

  it('rejects accounts of the other kind, unknown ones, and those without a factor', async () => {
    const clerk = await testApp.make.staff()
    await addApp(testApp, clerk)
    const without = await testApp.make.customer()
    const attempt = (email: string) =>
      resetSecondFactor(testApp.portal, byCommand, { email, isStaff: false }).catch(
        (error: Error) => error.message,
      )
    expect(await attempt(clerk.email)).toBe('not_found')
    expect(await attempt('unknown@example.gr')).toBe('not_found')
    expect(await attempt(without.email)).toBe('second_factor_missing')
  })
})
