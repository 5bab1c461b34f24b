/** The session of an operator ends while a form of the console is filled in. */
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { operator } from '../seed.ts'
import { signInByApi, signOutByApi } from './steps.ts'

test('what was typed in the console survives a lost session, and is sent after a sign-in in place [lost session]', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await signInByApi(page, operator)
  await page.goto(`${portal.url}/admin/manage/municipalities`)
  const form = page.getByRole('form', { name: 'Νέος δήμος' })
  await form.getByLabel('Όνομα στη γενική').fill('Άνω Κάμπου')
  await form.getByLabel('Περιφερειακή ενότητα').fill('Κοζάνης')
  await form.getByLabel('Περιφέρεια', { exact: true }).fill('Δυτική Μακεδονία')
  await signOutByApi(page)
  await form.getByRole('button', { name: 'Προσθήκη δήμου' }).click()
  const dialog = page.getByRole('dialog', { name: 'Η σύνδεσή σας έληξε' })
  await expect(dialog).toContainText(operator.email)
  await expect(dialog.getByLabel('Συνθηματικό', { exact: true })).toBeFocused()
  await expectFitsEverywhere(page, 'sign in again', [390, 1280])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Συνθηματικό', { exact: true }).fill('λάθος-συνθηματικό-7')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Το συνθηματικό δεν είναι σωστό')
  await dialog.getByLabel('Συνθηματικό', { exact: true }).fill(operator.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Προστέθηκε: Δήμος Άνω Κάμπου.')).toBeVisible()
  await expect(dialog).toBeHidden()
  // Other journeys of this portal count the municipalities.
  await page.getByRole('button', { name: 'Αφαίρεση: Άνω Κάμπου' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Αφαίρεση' }).click()
  await expect(page.getByText('Αφαιρέθηκε: Δήμος Άνω Κάμπου.')).toBeVisible()
})
