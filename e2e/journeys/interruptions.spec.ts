/** Interruptions while a page is open: the session ends, the network is missing, the server does not respond. */
import { expect, test } from '../fixtures.ts'
import { alone, slow } from '../tags.ts'
import { signInByApi, signOutByApi, newcomer, createAccount, pathOf } from './steps.ts'

test('an ended session redirects to /login, and sign-in restores the page and its unsaved input', async ({
  page,
  portal,
}) => {
  await createAccount(portal)
  await signInByApi(page, newcomer)
  await page.goto('/settings?tab=1')
  await page.getByLabel('Επώνυμο').fill('Κωνσταντίνου-Ράπτη')
  await signOutByApi(page)

  await page.getByRole('button', { name: 'Ενημέρωση' }).click()
  await expect.poll(() => pathOf(page)).toBe('/login?next=%2Fsettings%3Ftab%3D1')
  await expect(page.getByText('Η σύνδεσή σας έληξε.')).toBeVisible()
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
  await page.getByRole('button', { name: 'Είσοδος' }).click()
  await expect.poll(() => pathOf(page)).toBe('/settings?tab=1')
  await expect(page.getByLabel('Επώνυμο'), 'what was typed is still there').toHaveValue('Κωνσταντίνου-Ράπτη')
  // The page reads the account again after it is saved: with 401, it would leave before the link is followed.
  const reloaded = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/auth/users/me/') &&
      response.request().method() === 'GET' &&
      response.status() === 200,
  )
  await page.getByRole('button', { name: 'Ενημέρωση' }).click()
  await expect(page.getByText('Οι αλλαγές σας αποθηκεύτηκαν')).toBeVisible()
  await reloaded

  await test.step('a 401 of a points call redirects to /login without an error [§6 not logged in]', async () => {
    await signOutByApi(page)
    await page.getByRole('link', { name: 'Αρχική' }).click()
    await expect.poll(() => pathOf(page)).toBe('/login')
    await expect(page.getByText('Η σύνδεσή σας έληξε.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('the frame of a page is in sight until its code arrives', async ({ page, portal }) => {
  await createAccount(portal)
  await signInByApi(page, newcomer)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/settings-page-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/settings', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: new RegExp(newcomer.email) })).toBeVisible()
  // A placeholder of before, while the profile was loading, may still be in the document, hidden.
  await expect(page.locator('main .boot').last()).toBeVisible()
  resolve()
  await expect(page.getByLabel('Επώνυμο')).toBeVisible()
  await expect(page.locator('main .boot')).toHaveCount(0)
})

test(
  'a notice reports a missing network, a missing response and a slow response',
  { tag: [alone.tag, slow.tag] },
  async ({ page, context, portal }) => {
    await createAccount(portal)
    await page.goto('/login')
    const notice = page.getByRole('status').filter({ hasText: /σύνδεση|απαντά|διαρκεί/ })
    const submit = () => page.getByRole('button', { name: 'Είσοδος' }).click()
    await page.getByLabel('Email').fill(newcomer.email)
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)

    await test.step('no network', async () => {
      await context.setOffline(true)
      await expect(notice).toHaveText(
        'Δεν υπάρχει σύνδεση στο διαδίκτυο. Ελέγξτε το δίκτυό σας. Όσα βλέπετε ίσως έχουν αλλάξει στο μεταξύ.',
      )
      await submit()
      await expect(page.getByRole('alert')).toContainText('Δεν υπάρχει επικοινωνία με την υπηρεσία.')
      await context.setOffline(false)
      await expect(notice).not.toContainText('Δεν υπάρχει σύνδεση στο διαδίκτυο.')
    })
    await test.step('no response', async () => {
      await portal.kill9()
      await submit()
      await expect(notice).toContainText('Η υπηρεσία δεν απαντά.')
      await portal.start()
    })
    await test.step('slow response', async () => {
      const slow = await context.newCDPSession(page)
      await slow.send('Network.enable')
      await slow.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 30_000,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
      await submit()
      await expect(page.getByRole('button', { name: 'Είσοδος' })).toHaveAttribute('aria-busy', 'true')
      await expect(notice).toContainText('Η φόρτωση διαρκεί περισσότερο από το συνηθισμένο.')
      await slow.detach()
    })
  },
)
