import { chooseLanguage, login, signUp } from '@portal/contract/accounts.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '#test/mailed-links.ts'
import { signUpForm } from '#test/sign-up-form.ts'
import { type Client, openTestApp, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** A browser without an account, in which a language was chosen. */
function browserIn(language: Language | undefined): Client {
  const browser = testApp.visitor()
  if (language) browser.cookies.set('language', language)
  return browser
}

const credentialsOf = ({ email, password }: { email: string; password: string }) => ({
  body: { email, password },
})

const storedFor = async (id: number) =>
  (await testApp.db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow())
    .language

describe('chooseLanguage [languages account]', () => {
  it('stores the language, which the next sign-in sets in another browser', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    await client.call(chooseLanguage, { body: { language: 'en' } })
    expect(client.cookies.get('language')).toBe('en')
    expect(await storedFor(person.id)).toBe('en')

    const other = browserIn('el')
    await other.call(login, credentialsOf(person))
    expect(other.cookies.get('language')).toBe('en')
  })

  it('rejects staff, whose pages are Greek, and unknown languages', async () => {
    const staff = await testApp.signIn(await testApp.make.staff())
    expect((await staff.send(chooseLanguage, { body: { language: 'en' } })).statusCode).toBe(403)
    const person = await testApp.signIn(await testApp.make.customer())
    const unknown = await person.send(chooseLanguage, { body: { language: 'de' } })
    expect([unknown.statusCode, unknown.json()]).toEqual([400, { language: ['"de" is not a valid choice.'] }])
  })
})

describe('the language of an account [languages account]', () => {
  it('becomes that of the browser at the first sign-in with one, and stays', async () => {
    const person = await testApp.make.customer()
    await browserIn(undefined).call(login, credentialsOf(person))
    expect(await storedFor(person.id)).toBeNull()
    await browserIn('en').call(login, credentialsOf(person))
    await browserIn('el').call(login, credentialsOf(person))
    expect(await storedFor(person.id)).toBe('en')
  })

  it('is Greek for staff, also in a browser with English', async () => {
    const clerk = await testApp.make.staff()
    const browser = browserIn('en')
    await browser.call(login, credentialsOf(clerk))
    expect([browser.cookies.get('language'), await storedFor(clerk.id)]).toEqual(['el', null])
  })

  it('is taken at the sign-up, and opens the pages of mailed links in a browser without one', async () => {
    const form = signUpForm((await testApp.make.municipality()).id)
    await browserIn('en').call(signUp, { body: form })
    const [mail] = await testApp.mails.to(form.email)
    const path = new URL(addressOf('account/activate', mail)).pathname
    const open = async (browser: Client, url: string) => {
      await browser.inject({ method: 'GET', url })
      return browser.cookies.get('language')
    }
    expect(await open(browserIn(undefined), path)).toBe('en')
    expect(await open(browserIn('el'), path)).toBe('el')
    expect(await open(browserIn(undefined), `${path}x`)).toBeUndefined()
  })
})

describe('mails [languages mails]', () => {
  it('are in the language of the account, and Greek without one', async () => {
    const english = await testApp.make.customer()
    await testApp.db.updateTable('users').set({ language: 'en' }).where('id', '=', english.id).execute()
    const greek = await testApp.make.customer()
    for (const { email } of [english, greek]) await testApp.visitor().call(resetPassword, { body: { email } })
    const subjectTo = async ({ email }: { email: string }) => (await testApp.mails.to(email))[0]?.subject
    expect(await subjectTo(english)).toContain('Set a new password')
    expect(await subjectTo(greek)).toContain('Επαναφορά συνθηματικού')
  })
})
