/** Imports in the console: participants from a workbook with a wrong row, which is downloaded, corrected and imported. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectFitsAndAccessibleAt } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { operator } from '../seed.ts'
import { workbookOf } from '../workbook.ts'
import { signInByApi } from './steps.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const columns = [
  'email',
  'first_name',
  'last_name',
  'telephone',
  'municipality',
  'password_hash',
  'created_at',
]

test('an operator imports participants, downloads the row that was left out, corrects and imports it [manage imports]', async ({
  page,
}) => {
  await signInByApi(page, operator)
  const check = page.getByRole('button', { name: 'Έλεγχος αρχείου' })

  await test.step('the page says what it needs', async () => {
    await page.goto('/admin/manage')
    await page
      .getByRole('link', { name: /^Εισαγωγές/ })
      .first()
      .click()
    await expect(heading(page, 'Εισαγωγές')).toBeFocused()
    await check.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Επιλέξτε ένα αρχείο.' })).toBeFocused()
    await expectFitsAndAccessibleAt(page, 'the form without a file')
  })

  await test.step('the check shows the rows, the counts and what is wrong', async () => {
    await page.getByLabel('Τι περιέχει το αρχείο').selectOption('Χρήστες')
    const buffer = workbookOf([
      columns,
      ['import-a@example.gr', 'Άννα', 'Ιωάννου', 6_940_000_000, 'Κοζάνης'],
      ['import-b.example.gr', 'Βασίλης', 'Δήμου', 6_940_000_001, 'Κοζάνης'],
    ])
    await page.getByLabel('Αρχείο', { exact: true }).setInputFiles({ name: 'a.xlsx', mimeType: xlsx, buffer })
    await check.click()
    await expect(heading(page, 'Εισαγωγές: Χρήστες')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Τι θα γίνει' })).toBeVisible()
    await expect(page.getByRole('row', { name: /import-a@example.gr/ })).toContainText('6940000000')
    await expect(page.getByText('email: το «import-b.example.gr» δεν είναι διεύθυνση email.')).toBeVisible()
    await expectFitsAndAccessibleAt(page, 'the checked file')
    await page.getByLabel('Όλες οι γραμμές ή καμία').check()
    await expect(page.getByText('Υπάρχουν γραμμές με λάθη')).toBeVisible()
    await page.getByLabel('Όλες οι γραμμές ή καμία').uncheck()
  })

  await test.step('the import ends with its counts', async () => {
    await page.getByRole('button', { name: 'Έναρξη εισαγωγής' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Η εισαγωγή ολοκληρώθηκε' })).toBeFocused()
    await expectFitsAndAccessibleAt(page, 'the import that is done')
  })

  await test.step('the row that was left out is downloaded, corrected and imported', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Λήψη για διόρθωση' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file).toContain('δεν είναι διεύθυνση email')
    await page.getByRole('link', { name: 'Όλες οι εισαγωγές' }).click()
    await expect(page.getByRole('link', { name: /^Χρήστες, / })).toHaveCount(1)
    await expectFitsAndAccessibleAt(page, 'the list of imports')
    const buffer = Buffer.from(file.replace('import-b.', 'import-b@'))
    await page
      .getByLabel('Αρχείο', { exact: true })
      .setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer })
    await check.click()
    await page.getByRole('button', { name: 'Έναρξη εισαγωγής' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Η εισαγωγή ολοκληρώθηκε' })).toBeFocused()
    await page.getByRole('button', { name: 'Διαγραφή' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Διαγραφή' }).click()
    await expect(page.getByRole('link', { name: /^Χρήστες, / })).toHaveCount(1)
  })
})
