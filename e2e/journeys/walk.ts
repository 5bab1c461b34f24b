import { expect, type Page } from '@playwright/test'
import type { Portal } from '../portal.ts'

/** The widths at which every screen is looked at: a telephone, a tablet, a desk. */
export const widths = [390, 820, 1280] as const

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
  await page.getByRole('combobox', { name: 'Δήμος' }).fill('κοζ')
  await page.getByRole('option', { name: 'Δήμος Κοζάνης' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(person.password)
  await page.getByLabel('Επαλήθευση συνθηματικού', { exact: true }).fill(person.password)
}

/** Opens an account and activates it by the mail's link; ends on the page that says so. */
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

/** The first address in a mail's text. */
export const linkIn = (text: string | undefined): string => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? ''
