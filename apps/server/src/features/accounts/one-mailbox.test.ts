import { login, signUp } from '@portal/contract/accounts.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signUpForm } from '#test/sign-up-form.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ LIMIT_RESET_ACCOUNT_TOTAL: '3/1h' })
})
afterAll(() => testApp.close())

const spellings = (name: string) => [
  `${name}@παράδειγμα.gr`,
  `${name.toUpperCase()}@ΠΑΡΆΔΕΙΓΜΑ.GR`,
  `${name}@${new URL('http://παράδειγμα.gr').hostname}`,
  `${name}@${'παράδειγμα'.normalize('NFD')}.gr`,
  `${name}＠παράδειγμα。gr`,
]

const numberOf = async (name: string) =>
  (await sql`select from users where email ilike ${`${name}%`}`.execute(testApp.db)).rows.length

it('signs in to one account by every spelling of its address [security one mailbox]', async () => {
  const person = await testApp.make.customer({ email: 'eleni@παράδειγμα.gr' })
  for (const email of spellings('eleni')) {
    const answer = await testApp.visitor().send(login, { body: { email, password: person.password } })
    expect([email, answer.statusCode]).toEqual([email, 200])
  }
})

it('has one account for every spelling of an address that signs up, as it was typed [security one mailbox]', async () => {
  const municipality = await testApp.make.municipality()
  for (const email of spellings('kostas')) {
    const body = signUpForm(municipality.id, { email })
    await testApp.visitor().send(signUp, { body })
  }
  expect(await numberOf('kostas')).toBe(1)
})

it('rejects an address with characters that are not displayed', async () => {
  for (const email of [
    'ma\u00adria@example.gr',
    'maria@exam\u200dple.gr',
    'maria@exa\u2060mple.gr',
    'maria@ex\ufe0fample.gr',
  ])
    expect((await testApp.visitor().send(resetPassword, { body: { email } })).json()).toEqual({
      email: ['Enter a valid email address.'],
    })
})

it('counts the tries of every spelling together', async () => {
  await testApp.make.customer({ email: 'nikos@παράδειγμα.gr' })
  for (const email of spellings('nikos')) await testApp.visitor().send(resetPassword, { body: { email } })
  const { rows } = await sql`
    select from pgboss.job where data ->> 'kind' = 'reset' and data ->> 'email' ilike 'nikos%'`.execute(
    testApp.db,
  )
  expect(rows).toHaveLength(3)
})
