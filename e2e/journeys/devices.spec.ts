/** Devices that are not as the portal expects: a wrong clock, blocked cookies, fields filled without events. */
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
import { createAccount, newcomer, pathOf, signInByApi } from './steps.ts'

const days = (n: number) => n * 86_400_000
const inAthens = (time: number) =>
  new Date(time).toLocaleDateString('sv-SE', { timeZone: 'Europe/Athens' }).split('-').toReversed().join('/')

for (const [what, wrong] of [
  ['five days slow', days(-5)],
  ['forty days fast', days(40)],
] as const)
  test(`periods and claims follow the day of the server if the clock is ${what} [browsers clock]`, async ({
    page,
    portal,
  }) => {
    await createAccount(portal)
    const now = Date.now()
    await page.clock.setFixedTime(now + wrong)
    await signInByApi(page, clerk)
    await page.goto('/admin/points?period=last-week')
    await expect(page.getByText(`${inAthens(now - days(6))} – ${inAthens(now)}`)).toBeVisible()
    await signInByApi(page, newcomer)
    await page.goto('/claims')
    const day = page.getByRole('combobox', { name: 'Ποια ημέρα;' })
    await day.fill(inAthens(now + days(1)))
    await day.press('Enter')
    await expect(page.getByText(`επιλέξτε έως και ${inAthens(now)}`)).toBeVisible()
    await day.fill(inAthens(now))
    await day.press('Enter')
    await expect(page.getByText(/επιλέξτε έως/)).toHaveCount(0)
  })

test('a browser that blocks cookies and site data shows the sign-in, and what to allow [browsers storage]', async ({
  page,
}) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  // As Firefox does.
  await page.addInitScript(() => {
    function deny() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(window, 'BroadcastChannel', { value: deny })
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: deny })
    Object.defineProperty(navigator, 'cookieEnabled', { value: false })
  })
  for (const path of ['/login', '/signup', '/places']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText('Επιτρέψτε τα cookies της υπηρεσίας')
  expect(errors).toEqual([])
})

test('values that a password manager sets without events are sent [browsers password manager]', async ({
  page,
  portal,
}) => {
  await createAccount(portal)
  await page.goto('/login')
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  // React restores its own values when an answer that is still under way renders the form again.
  await page.waitForLoadState('networkidle')
  await page.evaluate(({ email, password }) => {
    const set = (name: string, value: string) => {
      const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
      // Past React, which tracks assignments to `value`.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    }
    set('email', email)
    set('password', password)
  }, newcomer)
  await page.getByRole('button', { name: 'Είσοδος' }).click()
  await expect.poll(() => pathOf(page)).toBe('/')
})
