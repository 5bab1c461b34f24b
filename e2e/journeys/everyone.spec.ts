/** Requirements of every page: order and language of the fields, no axe violations, no third-party requests. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsAndAccessibleAt, expectFitsWithLargeText } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { expectStill } from '../layout.ts'
import { openOtherBrowser, signInByApi, newcomer, createAccount, widths } from './steps.ts'

/** The fields of each form, in order. */
const forms: Record<string, string> = {
  '/login?next=/settings': `
    - heading "Σύνδεση" [level=1]
    - paragraph: Συνδεθείτε για να δείτε τους πόντους που συγκεντρώσατε και να τους εξαργυρώσετε.
    - text: Email
    - textbox "Email"
    - text: Συνθηματικό
    - textbox "Συνθηματικό"
    - 'button "Εμφάνιση: Συνθηματικό"'
    - button "Είσοδος"
    - button "Επιστροφή"
    - paragraph:
      - link "Ξεχάσατε το συνθηματικό σας;"
    - paragraph:
      - text: Δεν έχετε λογαριασμό;
      - link "Εγγραφή"
    `,
  '/signup?next=/settings': `
    - heading "Εγγραφή" [level=1]
    - textbox "Όνομα"
    - textbox "Επώνυμο"
    - textbox "Τηλέφωνο"
    - combobox "Δήμος"
    - textbox "Email"
    - textbox "Συνθηματικό"
    - 'button "Εμφάνιση: Συνθηματικό"'
    - list:
      - listitem: Έχει τουλάχιστον 8 χαρακτήρες
      - listitem: Έχει και γράμματα ή σύμβολα
      - listitem: Δεν μοιάζει με το email, το όνομα ή το επώνυμό σας
      - listitem: Είναι δύσκολο να το μαντέψει κάποιος (θα ελεγχθεί όταν στείλετε τη φόρμα)
    - textbox "Επαλήθευση συνθηματικού"
    - 'button "Εμφάνιση: Επαλήθευση συνθηματικού"'
    - paragraph:
      - text: Διαβάστε
      - link "τους όρους χρήσης"
      - text: και
      - link "πώς προστατεύουμε τα προσωπικά σας δεδομένα"
      - text: (ανοίγουν σε νέα καρτέλα).
    - button "Δημιουργία νέου λογαριασμού"
    - button "Επιστροφή"
    - paragraph:
      - text: Έχετε ήδη λογαριασμό;
      - link "Σύνδεση"
    `,
  '/password/reset': `
    - heading "Επαναφορά συνθηματικού" [level=1]
    - textbox "Email"
    - button "Αποστολή συνδέσμου επαναφοράς"
    - link "Επιστροφή"
    `,
  '/password/reset/confirm/MQ/token': `
    - heading "Ορισμός νέου συνθηματικού" [level=1]
    - textbox "Νέο συνθηματικό"
    - textbox "Επαλήθευση νέου συνθηματικού"
    - button "Αλλαγή συνθηματικού"
    `,
  '/settings': `
    - heading "Ρυθμίσεις λογαριασμού" [level=1]
    - textbox "Email"
    - textbox "Όνομα"
    - textbox "Επώνυμο"
    - textbox "Τηλέφωνο"
    - combobox "Δήμος"
    - button "Ενημέρωση" [disabled]
    - button "Επαναφορά" [disabled]
    - link "Αλλαγή συνθηματικού"
    `,
  '/settings/password': `
    - heading "Αλλαγή συνθηματικού" [level=1]
    - textbox "Τρέχον συνθηματικό"
    - textbox "Νέο συνθηματικό"
    - textbox "Επαλήθευση νέου συνθηματικού"
    - button "Αλλαγή συνθηματικού"
    - paragraph:
      - link "Επιστροφή στις ρυθμίσεις"
    `,
}

test('all pages fit at three widths and with large text, and have no axe violations; each form has its fields in the specified order, in Greek [§9 breakpoints] [§2 form fields]', async ({
  browser,
  portal,
}) => {
  test.slow()
  await createAccount(portal)
  const visitor = await openOtherBrowser(browser, portal)
  const customer = await openOtherBrowser(browser, portal)
  const staff = await openOtherBrowser(browser, portal)
  await signInByApi(customer, newcomer)
  await signInByApi(staff, clerk)
  // The longest menu.
  await customer.route('**/api/site/', async (route) => {
    const site = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...site, has_places: true, has_coupons: true, has_offers: true } })
  })

  const checkWidths = async (page: Page, what: string) =>
    test.step(what, async () => {
      await expect(page.locator('html')).toHaveAttribute('lang', 'el')
      await expectFitsAndAccessibleAt(page, what, widths)
      if (page !== staff) await expectFitsWithLargeText(page)
    })

  for (const [page, path, ready] of [
    [visitor, '/login?next=/settings', 'Σύνδεση'],
    [visitor, '/signup?next=/settings', 'Εγγραφή'],
    [visitor, '/password/reset', 'Επαναφορά συνθηματικού'],
    [visitor, '/password/reset/confirm/MQ/token', 'Ορισμός νέου συνθηματικού'],
    [visitor, '/account/activate', 'Νέο μήνυμα ενεργοποίησης'],
    [visitor, '/account/activate/MQ/token', 'Αποτυχία ενεργοποίησης λογαριασμου.'],
    [visitor, '/nothing/here', 'Η σελίδα δεν υπάρχει'],
    [visitor, '/places', 'Σημεία συλλογής'],
    [customer, '/', 'Καλώς ήρθατε, Ελένη'],
    [customer, '/settings/stickers', 'Τα αυτοκόλλητά μου'],
    [customer, '/claims', 'Δεν πήρα πόντους για μια παράδοση'],
    [customer, '/settings/password', 'Αλλαγή συνθηματικού'],
    [customer, '/settings', 'Ρυθμίσεις λογαριασμού'],
    [staff, '/admin/settings', 'Ρυθμίσεις λογαριασμού'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: ready })).toBeVisible()
    const form = forms[path]
    if (form) await expect(page.getByRole('main')).toMatchAriaSnapshot(form)
    if (path.startsWith('/signup')) {
      // With all errors shown.
      await page.getByRole('button', { name: 'Δημιουργία νέου λογαριασμού' }).click()
      await expect(page.getByLabel('Όνομα', { exact: true })).toBeFocused()
    }
    if (path === '/settings') await page.getByLabel('Επώνυμο').fill('Ράπτη')
    await checkWidths(page, path)
  }
  await customer.getByRole('link', { name: 'Αλλαγή συνθηματικού' }).click()
  await expect(customer.getByRole('alertdialog')).toBeVisible()
  await checkWidths(customer, 'the question about unsaved changes')
  await customer.goto('about:blank')

  await customer.setViewportSize({ width: 390, height: 860 })
  await customer.goto('/')
  await customer.getByRole('button', { name: 'Μενού' }).click()
  await expect(customer.getByRole('dialog', { name: 'Μενού' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(customer)
  await customer.setViewportSize({ width: 1280, height: 860 })
  await customer.goto('/')
  await customer.getByRole('button', { name: new RegExp(newcomer.email) }).click()
  await customer.getByRole('banner').getByRole('link', { name: 'Ρυθμίσεις' }).click()
  await expect(customer.frameLocator('iframe').getByLabel('Email', { exact: true })).toBeVisible()
  await expectAccessible(customer)
})

test('pages make no third-party requests, log no console errors and do not move while they load [§6 not logged in]', async ({
  browser,
  portal,
}) => {
  await createAccount(portal)
  for (const [person, pages] of [
    [undefined, ['/login', '/signup', '/', '/places']],
    [newcomer, ['/', '/login', '/signup', '/settings', '/claims', '/settings/security', '/coupons']],
    [clerk, ['/admin/users', '/admin/points', '/admin/stickers', '/admin/dashboard']],
  ] as const) {
    const page = await openOtherBrowser(browser, portal, { viewport: { width: 390, height: 844 } })
    if (person) await signInByApi(page, person)
    // Long enough to show what each page shows while it loads.
    await page.route('**/api/**', async (route) => {
      await wait(150)
      await route.continue()
    })
    await page.route('**/*.woff2', async (route) => {
      await wait(300)
      await route.continue()
    })
    const consoleErrors: string[] = []
    const thirdParty: string[] = []
    page.on('console', (line) => {
      // Chromium's advice after some seconds, which a busy machine takes.
      if (line.text().includes('was preloaded using link preload but not used')) return
      if (line.type() === 'error' || line.type() === 'warning') consoleErrors.push(line.text())
    })
    page.on('pageerror', (error) => consoleErrors.push(String(error)))
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== portal.url)
        thirdParty.push(request.url())
    })
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Not 'networkidle': the stream of the landing page is open as long as the page.
      await page.evaluate(() => document.fonts.ready)
      await expectStill(page, path)
    }
    if (person === clerk)
      await test.step('nor does the notice of a slow connection move the page', async () => {
        await page.route('**/api/participants/?*', async (route) => {
          await expect(page.getByText('Η φόρτωση διαρκεί περισσότερο')).toBeVisible()
          await route.continue()
        })
        await page.goto('/admin/users')
        await expect(page.getByRole('link', { name: newcomer.email })).toBeVisible()
        await expectStill(page, '/admin/users, slow')
      })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(consoleErrors).toEqual([])
    expect(thirdParty).toEqual([])
  }
})
