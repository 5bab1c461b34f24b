/** Second factors: authenticator app, recovery codes, passkeys; required of staff. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectMailsAccessible } from '../accessible.ts'
import { openApp } from '../authenticator-app.ts'
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
import { createAccount, newcomer, pathOf, signIn } from './steps.ts'

const secondStep = (page: Page) => page.getByRole('heading', { level: 1, name: 'Δεύτερο βήμα σύνδεσης' })
const appCard = (page: Page) => page.getByRole('form', { name: 'Εφαρμογή κωδικών' })

async function signOut(page: Page) {
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
}

async function givePassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(secondStep(page)).toBeVisible()
}

test('an app and a recovery code finish a sign-in [security second factor] [security recovery codes]', async ({
  page,
  portal,
}) => {
  await createAccount(portal)
  await signIn(page, newcomer)
  await page.goto('/settings/security')
  let app: ReturnType<typeof openApp>
  let codes: string[]

  await test.step('the app is added with its first code', async () => {
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Προσθήκη', exact: true }).press('Enter')
    const code = page.getByLabel('Κωδικός που δείχνει η εφαρμογή')
    await expect(code).toBeFocused()
    await expect(page.getByRole('img', { name: 'Κωδικός QR για την εφαρμογή κωδικών' })).toBeVisible()
    await expectAccessible(page)
    app = openApp(
      (await appCard(page)
        .getByText(/^([A-Z2-7]{4} ?){8}$/)
        .textContent()) ?? '',
    )
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await expect(code).toHaveAccessibleDescription(/Ο κωδικός δεν είναι σωστός/)
    await code.fill(await app.nextCode())
    await page.keyboard.press('Enter')
  })

  await test.step('ten recovery codes are shown once', async () => {
    const list = page.getByRole('list', { name: 'Κωδικοί ανάκτησης' })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    codes = await list.getByRole('listitem').allTextContents()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Λήψη σε αρχείο' }).click()
    expect((await download).suggestedFilename()).toBe('kodikoi-anaktisis.txt')
    await page.getByRole('button', { name: 'Τους αποθήκευσα' }).press('Enter')
    await expect(page.getByText('Η εφαρμογή κωδικών προστέθηκε')).toBeVisible()
    await expect(page.getByText('Απομένουν 10 από τους 10 κωδικούς.')).toBeVisible()
    const subjects = () => portal.mails.arrived.map(({ subject }) => subject)
    await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Προστέθηκε δεύτερο βήμα σύνδεσης/))
  })

  await test.step('the next sign-in asks for a code, by keyboard alone, and continues at `next`', async () => {
    await signOut(page)
    await page.goto('/login?next=/settings')
    await givePassword(page, newcomer)
    const code = page.getByLabel('Κωδικός εφαρμογής')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expectAccessible(page)
    await page.keyboard.type('123 456')
    await page.keyboard.press('Enter')
    await expect(code).toHaveAccessibleDescription(/Ο κωδικός είναι λάθος ή έχει ήδη χρησιμοποιηθεί/)
    await expect(code).toBeFocused()
    await code.fill((await app.nextCode()).replace(/^.../, '$& '))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Ρυθμίσεις λογαριασμού' })).toBeVisible()
    expect(pathOf(page)).toBe('/settings')
  })

  await test.step('a recovery code replaces the app, once', async () => {
    await signOut(page)
    await page.goto('/login')
    await givePassword(page, newcomer)
    await page.getByRole('button', { name: 'Με κωδικό ανάκτησης' }).click()
    const code = page.getByLabel('Κωδικός ανάκτησης')
    await expect(code).toBeFocused()
    await expectAccessible(page)
    await code.fill(codes[0]?.toLowerCase() ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /Καλώς ήρθατε/ })).toBeVisible()
    await page.goto('/settings/security')
    await expect(page.getByText('Απομένουν 9 από τους 10 κωδικούς.')).toBeVisible()
  })

  await test.step('a change after five minutes needs the password and a present factor', async () => {
    // As the portal answers five minutes after the sign-in.
    await page.route(
      '**/api/auth/second_factor/recovery_codes/',
      (call) =>
        call.fulfill({
          status: 403,
          headers: { 'X-Error-Code': 'confirmation_required' },
          json: { detail: '?' },
        }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Νέοι κωδικοί' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Νέοι κωδικοί' }).press('Enter')
    const form = page.getByRole('form', { name: 'Επιβεβαιώστε ότι είστε εσείς' })
    const [password, code] = [
      form.getByLabel('Τρέχον συνθηματικό', { exact: true }),
      form.getByLabel('Κωδικός εφαρμογής ή ανάκτησης'),
    ]
    await expect(password).toBeFocused()
    await expectAccessible(page)
    await password.fill(newcomer.password)
    await page.keyboard.press('Enter')
    await expect(code).toBeFocused()
    await expect(code).toHaveAccessibleDescription(/Παρακαλώ συμπληρώστε το πεδίο/)
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await expect(code).toHaveAccessibleDescription(/Ο κωδικός δεν είναι σωστός/)
    await expectAccessible(page)
    await code.fill(codes[1] ?? '')
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: 'Κωδικοί ανάκτησης' })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    await page.getByRole('button', { name: 'Τους αποθήκευσα' }).click()
    await expect(page.getByText('Οι προηγούμενοι κωδικοί δεν ισχύουν πια')).toBeVisible()
  })

  await test.step('Back returns to the password', async () => {
    await signOut(page)
    await page.goto('/login')
    await givePassword(page, newcomer)
    await page.getByRole('button', { name: 'Επιστροφή στο email και στο συνθηματικό' }).click()
    await expect(page.getByLabel('Συνθηματικό', { exact: true })).toHaveValue('')
  })
  await expectMailsAccessible(page.context(), portal.mails)
})

test.describe('required of staff', () => {
  // Passkeys need a host name.
  test.use({ environment: { STAFF_SECOND_FACTOR: 'required', HOST: 'localhost' } })

  test('staff are led to the set-up; a passkey finishes the next sign-in [security required factor] [security passkeys]', async ({
    page,
  }) => {
    const client = await page.context().newCDPSession(page)
    await client.send('WebAuthn.enable')
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await signIn(page, clerk)
    await expect(page).toHaveURL(/\/admin\/settings\/security$/)
    await expect(page.getByText('Για να συνεχίσετε, χρειάζεστε δεύτερο βήμα σύνδεσης.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/admin/users')
    await expect(page).toHaveURL(/\/admin\/settings\/security$/)

    await page.getByRole('button', { name: 'Προσθήκη κλειδιού' }).press('Enter')
    await page.getByLabel('Όνομα κλειδιού').fill('Υπολογιστής γραφείου')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Τους αποθήκευσα' }).click()
    await expect(page.getByText('Υπολογιστής γραφείου')).toBeVisible()
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Χρήστες' })).toBeVisible()

    await signOut(page)
    await page.goto('/login')
    await givePassword(page, clerk)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Με κλειδί πρόσβασης (passkey)' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Χρήστες' })).toBeVisible()

    await page.goto('/admin/settings/security')
    // As the portal answers five minutes after the sign-in.
    await page.route(
      '**/api/auth/second_factor/recovery_codes/',
      (call) =>
        call.fulfill({
          status: 403,
          headers: { 'X-Error-Code': 'confirmation_required' },
          json: { detail: '?' },
        }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Νέοι κωδικοί' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Νέοι κωδικοί' }).click()
    const form = page.getByRole('form', { name: 'Επιβεβαιώστε ότι είστε εσείς' })
    await form.getByLabel('Τρέχον συνθηματικό', { exact: true }).fill(clerk.password)
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Με κλειδί πρόσβασης (passkey)' }).press('Enter')
    await page.getByRole('button', { name: 'Τους αποθήκευσα' }).click()
    await expect(page.getByText('Ο λογαριασμός σας χρειάζεται δεύτερο βήμα σύνδεσης.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Αφαίρεση' })).toHaveCount(0)
  })
})
