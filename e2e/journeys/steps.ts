import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { Portal } from '../portal.ts'
import { isQuick } from '../tags.ts'

const allWidths = [390, 820, 1280] as const

/** Widths at which every screen is checked: phone, tablet, desktop; only the first without `--full`. */
export const widths = isQuick ? allWidths.slice(0, 1) : allWidths

/** Data of a new account. The fixture `portal` sets the address. */
export const newcomer = {
  firstName: 'Ελένη',
  lastName: 'Κωνσταντίνου',
  telephone: '6944 123456',
  email: 'eleni.k@example.gr',
  password: 'πράσινο-λάδι-42',
}

export async function fillSignUp(page: Page, given: Partial<typeof newcomer> = {}): Promise<void> {
  const person = { ...newcomer, ...given }
  await page.getByLabel('Όνομα', { exact: true }).fill(person.firstName)
  await page.getByLabel('Επώνυμο').fill(person.lastName)
  await page.getByLabel('Τηλέφωνο').fill(person.telephone)
  await page.getByLabel('Δήμος', { exact: true }).selectOption({ label: 'Κοζάνης' })
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(person.password)
  await page.getByLabel('Επαλήθευση συνθηματικού', { exact: true }).fill(person.password)
}

/** Signs up and activates the account by the mail's link; ends on the confirmation page. */
export async function signUp(
  page: Page,
  portal: Portal,
  given: Partial<typeof newcomer> = {},
): Promise<void> {
  await page.goto('/signup')
  await fillSignUp(page, given)
  await page.getByRole('button', { name: 'Δημιουργία νέου λογαριασμού' }).click()
  await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeVisible()
  await page.goto(linkIn((await portal.mails.next(given.email ?? newcomer.email)).text))
  await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeVisible()
}

export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Είσοδος' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** First address in a mail's text. */
export const linkIn = (text: string | undefined): string => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? ''

/** Path and query of the page's address. */
export const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** A separate browser context at the portal: another person, or the same one on another device. */
export async function openOtherBrowser(
  browser: Browser,
  portal: Portal,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return (await browser.newContext({ baseURL: portal.url, ...options })).newPage()
}

/** Creates and activates an account by the API, for tests of later steps. */
export async function createAccount(portal: Portal, given: Partial<typeof newcomer> = {}): Promise<void> {
  const { firstName, lastName, telephone, email, password } = { ...newcomer, ...given }
  const municipalities = (await (await fetch(`${portal.url}/api/municipalities/`)).json()) as {
    id: number
    name: string
  }[]
  const municipality = municipalities.find(({ name }) => name === 'Κοζάνης')?.id
  const names = { first_name: firstName, last_name: lastName, telephone, municipality }
  await post(portal, 'users/', { ...names, email, username: email, password, re_password: password })
  const link = new URL(linkIn((await portal.mails.next(email)).text))
  const [uid, token] = link.pathname.split('/').slice(-2)
  await post(portal, 'users/activation/', { uid, token })
}

async function post(portal: Portal, path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${portal.url}/api/auth/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
}

/** Signs in by the API, for tests of later steps; the page does not navigate. */
export async function signInByApi(page: Page, { email, password }: { email: string; password: string }) {
  const answer = await page.request.post('/api/auth/token/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

/** Signs out by the API in the same browser, like another tab; the page is not notified. */
export async function signOutByApi(page: Page): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const answer = await page.request.post('/api/auth/token/logout/', { headers: { 'X-CSRFToken': token } })
  expect(answer.status()).toBe(204)
}

/** Fills and submits the form that sets a new password, including the repetition. */
export async function changePassword(page: Page, password: string, current?: string): Promise<void> {
  if (current !== undefined) await page.getByLabel('Τρέχον συνθηματικό', { exact: true }).fill(current)
  await page.getByLabel('Νέο συνθηματικό', { exact: true }).fill(password)
  await page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Αλλαγή συνθηματικού', exact: true }).click()
}

/** Expects the box above a form: its heading, and one line per error. */
export async function expectError(page: Page, heading: string, message: readonly string[]): Promise<void> {
  const box = page.getByRole('alert')
  await expect(box).toContainText(heading)
  await expect(box.getByRole('listitem')).toHaveText([...message])
}

/** Sets the clocks of the browser and, in its answers, of the server: dates follow the latter. */
export async function serverTime(page: Page, time: Date): Promise<void> {
  await page.clock.setFixedTime(time)
  await page.route(/\/api\/(?!.*export)/, async (route) => {
    // A page that is left, or a test that ends, drops its calls.
    const response = await route.fetch().catch(() => undefined)
    const headers = { ...response?.headers(), date: time.toUTCString() }
    await (response ? route.fulfill({ response, headers }) : route.abort()).catch(() => undefined)
  })
}
