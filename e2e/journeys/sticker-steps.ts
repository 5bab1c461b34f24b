/** Steps of the journeys about stickers. */
import { expect, type Page } from '@playwright/test'
import { clerk } from '../seed.ts'
import { signInByApi } from './steps.ts'

export const field = (page: Page) => page.getByLabel('Κωδικός αυτοκόλλητου', { exact: true })
export const add = (page: Page) => page.getByRole('button', { name: 'Προσθήκη', exact: true })
export const cards = (page: Page) =>
  page.getByRole('list', { name: 'Αυτοκόλλητα στον λογαριασμό σας' }).getByRole('listitem')
const happened_at = '2026-11-02T09:30:00+02:00'

/** Issues stickers as staff, in a separate browser. @returns their codes as printed */
export async function issue(clerkPage: Page, count: number): Promise<string[]> {
  await signInByApi(clerkPage, clerk)
  await clerkPage.goto('/admin/stickers')
  await clerkPage.getByLabel('Πόσα αυτοκόλλητα').fill(String(count))
  await clerkPage.getByRole('button', { name: 'Έκδοση παρτίδας' }).click()
  await expect(clerkPage.getByText(/^Η παρτίδα \d+ εκδόθηκε/)).toBeVisible()
  const path = await clerkPage
    .getByRole('link', { name: /^Κωδικοί CSV/ })
    .first()
    .getAttribute('href')
  const csv = await (await clerkPage.request.get(path ?? '')).text()
  return csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1] ?? '')
}

/** A printed code as typed with a Greek keyboard, in lower case and with spaces. */
export function inGreek(code: string): string {
  const greek: Record<string, string> = {
    A: 'α',
    E: 'ε',
    H: 'η',
    K: 'κ',
    M: 'μ',
    N: 'ν',
    P: 'ρ',
    T: 'τ',
    X: 'χ',
    '-': ' ',
  }
  return Array.from(code, (sign) => greek[sign] ?? sign).join('')
}

/** Record of a delivered bottle with a sticker. */
export const bottle = (sticker: string, reference: string) => ({
  reference,
  participant: { sticker },
  description: 'oil_collected',
  points: 20,
  happened_at,
  details: { litres: 2 },
})
