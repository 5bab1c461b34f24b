/** An operator adds a partner, hands its secret over, changes it beside a colleague, rotates its secret and pauses it. */
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expectFitsAndAccessibleAt } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { operator } from '../seed.ts'
import { openProgram } from './partner-program.ts'
import { createAccount, openOtherBrowser, signInByApi } from './steps.ts'

const dialog = (page: Page) => page.getByRole('alertdialog')
const save = (page: Page) => page.getByRole('button', { name: 'Αποθήκευση' }).click()
const problemAt = (page: Page, label: string, text: RegExp) =>
  expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(text)

test('an operator adds, changes, pauses a partner and renews its secret', async ({
  browser,
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await signInByApi(page, operator)

  const secret =
    await test.step('adding asks what it is, says why a value is rejected, and shows the secret once', async () => {
      await page.goto('/admin/manage')
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Συνεργάτες/ })
        .last()
        .click()
      await expect(page.getByRole('heading', { level: 1, name: 'Συνεργάτες' })).toBeFocused()
      await expectFitsAndAccessibleAt(page)
      await page.getByRole('link', { name: 'Νέος συνεργάτης' }).click()
      await page.getByLabel(/^Μηχάνημα ή ΑΤΜ/).check()
      await expect(page.getByLabel('Παράδοση ελαίου', { exact: true })).toBeChecked()
      await page.getByLabel('Όνομα', { exact: true }).fill('ΑΤΜ Κοζάνης')
      await page.getByLabel('Διεύθυνση', { exact: true }).fill('http://atm.example.gr')
      await page.getByLabel('Αναγνωριστικό (client id)').fill('atm-kozanis')
      await page.getByRole('button', { name: 'Προσθήκη συνεργάτη' }).click()
      await problemAt(page, 'Διεύθυνση', /Πρέπει να αρχίζει με https/)
      await expectFitsAndAccessibleAt(page)
      await page.getByLabel('Διεύθυνση', { exact: true }).fill('https://atm.example.gr')
      await page.getByRole('button', { name: 'Προσθήκη συνεργάτη' }).click()
      await expect(page.getByRole('heading', { name: 'Το μυστικό του συνεργάτη' })).toBeFocused()
      await expectFitsAndAccessibleAt(page)
      const shown = await page.getByRole('main').locator('code').innerText()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Λήψη στοιχείων σύνδεσης' }).click(),
      ])
      const text = await readFile(await file.path(), 'utf8')
      expect(file.suggestedFilename()).toBe('atm-kozanis.md')
      expect(text).toContain(`client_secret: ${shown}`)
      expect(text).toContain("CLIENT_ID='atm-kozanis'")
      return shown
    })

  await test.step('a partner that was changed by a colleague meanwhile: what was typed stays', async () => {
    await page.getByRole('link', { name: 'Στη σελίδα του συνεργάτη' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'ΑΤΜ Κοζάνης' })).toBeFocused()
    await expect(page.getByText(secret)).toHaveCount(0)
    const theirs = await openOtherBrowser(browser, portal)
    await signInByApi(theirs, operator)
    await theirs.goto('/admin/manage/partners/atm-kozanis')
    await theirs.getByLabel('Όριο πόντων ανά ημέρα').fill('5.000')
    await save(theirs)
    await expect(theirs.getByText('Οι αλλαγές αποθηκεύτηκαν.')).toBeVisible()

    await page.getByLabel('Όνομα', { exact: true }).fill('ΑΤΜ Κοζάνης 2')
    await save(page)
    const notice = page.getByRole('alert').filter({ hasText: 'Κάποιος άλλος' })
    await expect(notice).toContainText('Όριο πόντων ανά ημέρα: 5.000')
    await expect(page.getByLabel('Όνομα', { exact: true })).toHaveValue('ΑΤΜ Κοζάνης 2')
    await expectFitsAndAccessibleAt(page)
    await save(page)
    await expect(page.getByText('Οι αλλαγές αποθηκεύτηκαν.')).toBeVisible()
    await expect(page.getByLabel('Όριο πόντων ανά ημέρα')).toHaveValue('5000')
  })

  await test.step('the sign-in of citizens: each line with its reason, and what they read', async () => {
    await page.getByRole('link', { name: 'Σύνδεση πολιτών' }).click()
    await page
      .getByLabel('Διευθύνσεις επιστροφής')
      .fill('https://atm.example.gr/back\nhttps://atm.example.gr/*')
    await page.getByLabel(/^Σε άλλον/).check()
    await page.getByLabel('Επωνυμία').fill('Καθαρή Κοζάνη ΙΚΕ')
    await save(page)
    await problemAt(page, 'Διευθύνσεις επιστροφής', /Γραμμή 2: Δεν επιτρέπεται το σύμβολο \*/)
    await expectFitsAndAccessibleAt(page)
    await page.getByLabel('Διευθύνσεις επιστροφής').fill('')
    await save(page)
    await expect(page.getByRole('region', { name: 'Τι διαβάζει ο πολίτης' })).toContainText(
      'Καθαρή Κοζάνη ΙΚΕ',
    )
    await expectFitsAndAccessibleAt(page)
  })

  await test.step('a new secret: the old one works for the chosen time', async () => {
    await page.getByRole('button', { name: 'Νέο μυστικό' }).click()
    await dialog(page).getByLabel('Το παλιό μυστικό').selectOption('ισχύει για άλλες τρεις ημέρες')
    await expectFitsAndAccessibleAt(page)
    await dialog(page).getByRole('button', { name: 'Νέο μυστικό' }).click()
    await expect(page.getByRole('heading', { name: 'Το μυστικό του συνεργάτη' })).toBeFocused()
    await expect(page.getByText(/^Το παλιό μυστικό ισχύει έως .* δεν έχει χρησιμοποιηθεί/)).toBeVisible()
  })

  await test.step('the webhook: an address with its reason, a secret once, a test and its answer', async () => {
    await page.getByRole('link', { name: 'Ειδοποιήσεις', exact: true }).click()
    const address = page.getByLabel('Διεύθυνση ειδοποιήσεων')
    const saveAddress = () => page.getByRole('button', { name: 'Αποθήκευση διεύθυνσης' }).click()
    await address.fill('http://atm.example.gr/hook')
    await saveAddress()
    await expect(address).toHaveAccessibleDescription(/Πρέπει να αρχίζει με https/)
    await expectFitsAndAccessibleAt(page)
    await address.fill('https://localhost:9/hook')
    await saveAddress()
    await expect(page.getByRole('heading', { name: 'Το μυστικό υπογραφής' })).toBeFocused()
    const signing = page.getByRole('region', { name: 'Το μυστικό υπογραφής' }).locator('code')
    const first = await signing.innerText()
    expect(first).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Δοκιμαστικό μήνυμα' }).click()
    const answer = page.getByRole('alert').filter({ hasText: 'Το δοκιμαστικό μήνυμα δεν παραδόθηκε' })
    await expect(answer).toContainText('δεν δέχεται συνδέσεις')
    await expectFitsAndAccessibleAt(page)
    await page.getByRole('button', { name: 'Νέο μυστικό υπογραφής' }).click()
    await expect(dialog(page)).toContainText('Το παλιό παύει αμέσως')
    await dialog(page).getByRole('button', { name: 'Νέο μυστικό υπογραφής' }).click()
    await expect(signing).not.toHaveText(first)
    await page.getByRole('button', { name: 'Κατάργηση ειδοποιήσεων' }).click()
    await dialog(page).getByRole('button', { name: 'Κατάργηση ειδοποιήσεων' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Δεν στέλνουμε πια' })).toBeFocused()
    await expect(address).toHaveValue('')
  })

  await test.step('calls and records that a program sent, by outcome', async () => {
    await createAccount(portal, { email: 'of-the-atm@example.gr' })
    const people = (await (await page.request.get('/api/participants/')).json()) as {
      id: number
      email: string
    }[]
    const id = people.find(({ email }) => email === 'of-the-atm@example.gr')?.id
    const { record } = await openProgram(portal, 'Λάδι της οδού Νίκης')
    const oil = { description: 'oil_collected', points: 5, happened_at: new Date().toISOString() }
    const once = { ...oil, reference: 'oil-1', participant: { id } }
    await record({ records: [once, { ...oil, reference: 'oil-2', participant: { id: 999_999_999 } }] })
    await record(once)
    await page.goto('/admin/manage/partners')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Λάδι της οδού Νίκης/ })
      .click()
    await page.getByRole('link', { name: 'Κλήσεις', exact: true }).click()
    const calls = page.getByRole('table', { name: 'Τελευταίες κλήσεις' })
    await expect(calls.getByRole('row', { name: /Γράφτηκε .* oil-1/ })).toContainText('+5')
    await expect(calls.getByRole('row', { name: /^Επανάληψη/ })).toContainText('1 κίνηση που υπήρχε ήδη')
    await expect(calls.getByRole('row', { name: /Απορρίφθηκε .* oil-2/ })).toContainText('Άγνωστος χρήστης')
    await expectFitsAndAccessibleAt(page)
    await page.getByRole('link', { name: 'Απορρίφθηκαν' }).click()
    await expect(calls.getByRole('row', { name: /oil-1/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Κινήσεις', exact: true }).click()
    await expect(page.getByRole('row', { name: /oil-1/ }).getByRole('link')).toHaveAttribute(
      'href',
      `/admin/users/${id}`,
    )
    await expectFitsAndAccessibleAt(page)
  })

  await test.step('pause says what it does', async () => {
    await page.getByRole('link', { name: /ΑΤΜ Κοζάνης 2/ }).click()
    await page.getByRole('button', { name: 'Παύση' }).click()
    await expect(dialog(page)).toContainText('δεν θα μπορεί να γράφει')
    await dialog(page).getByRole('button', { name: 'Παύση' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Ο συνεργάτης είναι σε παύση.' })).toBeFocused()
    await page.getByRole('button', { name: 'Συνέχιση' }).click()
    await dialog(page).getByRole('button', { name: 'Συνέχιση' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Ο συνεργάτης λειτουργεί ξανά.' })).toBeFocused()
    await page.goto('/admin/manage/partners')
    await expect(page.getByRole('main').getByRole('link', { name: /ΑΤΜ Κοζάνης 2/ })).toContainText(
      'Λειτουργεί',
    )
    await expectFitsAndAccessibleAt(page)
  })
})
