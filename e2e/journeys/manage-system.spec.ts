/** An operator reads the state of the system, and examines it again. */
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { operator } from '../seed.ts'
import { signInByApi } from './steps.ts'

test('an operator reads what works and what to do, and examines the system again [system]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await signInByApi(page, operator)
  await page.goto('/admin/manage')
  await page.getByRole('main').getByRole('link', { name: 'Έλεγχος λειτουργίας' }).first().click()
  await expect(page.getByRole('heading', { name: 'Έλεγχος λειτουργίας', level: 1 })).toBeFocused()

  const line = (group: string, title: string) =>
    page
      .getByRole('region', { name: group })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await test.step('each line is in order, or says what to do', async () => {
    await expect(line('Μηνύματα', 'Διακομιστής email')).toContainText('Εντάξει')
    await expect(line('Μηνύματα', 'Αποστολή μηνυμάτων')).toContainText('Κανένα μήνυμα δεν περιμένει.')
    const address = line('Ρυθμίσεις', 'Διεύθυνση της υπηρεσίας')
    await expect(address).toContainText('Χρειάζεται ενέργεια')
    await expect(address).toContainText('Ζητήστε από τον τεχνικό του διακομιστή')
    await expect(page.getByRole('status').filter({ hasText: 'χρειάζονται ενέργεια' })).toBeVisible()
    await expectAccessible(page)
    await expectFitsEverywhere(page, 'the state of the system', [390, 1024])
    await page.setViewportSize({ width: 390, height: 860 })
    await expectAccessible(page)
  })

  await test.step('an examination that fails leaves the results; the next one replaces them', async () => {
    const again = page.getByRole('button', { name: 'Έλεγχος ξανά' })
    await page.route('**/api/system/', (route) => route.fulfill({ status: 400, json: {} }))
    await again.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Ο νέος έλεγχος δεν έγινε')
    await expect(line('Μηνύματα', 'Διακομιστής email')).toBeVisible()
    await page.unroute('**/api/system/')
    const answer = page.waitForResponse('**/api/system/')
    await again.press('Enter')
    expect((await answer).status()).toBe(200)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(again).toBeFocused()
  })
})
