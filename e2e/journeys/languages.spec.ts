import { expectAccessible, expectMailsAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { linkIn, openOtherBrowser } from './steps.ts'

const newcomer = { email: 'anna.english@example.gr', password: 'green-oil-and-light-42' }

test('a visitor switches to English, signs up, activates from the English mail, and signs in elsewhere in English [languages pages]', async ({
  page,
  browser,
  portal,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/signup?source=poster')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
  await expect(page).toHaveURL(/\/signup\?source=poster$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expectAccessible(page)

  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill('Smith')
  await page.getByLabel('Telephone').fill('6944123456')
  await page.getByLabel('Municipality').selectOption({ index: 1 })
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
  await page.getByLabel('Repeat the password', { exact: true }).fill(newcomer.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your account was created')).toBeVisible()

  const mail = await portal.mails.next(newcomer.email)
  expect(mail.subject).toContain('Activate your account')
  // Another browser has no cookie: the link opens in the account's language.
  const other = await openOtherBrowser(browser, portal, { viewport: { width: 1280, height: 860 } })
  await other.goto(linkIn(mail.text))
  await expect(other.getByText('Your account is active')).toBeVisible()
  await expectAccessible(other)

  const third = await openOtherBrowser(browser, portal, { viewport: { width: 390, height: 844 } })
  await third.goto('/login')
  await third.getByLabel('Email').fill(newcomer.email)
  await third.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
  await third.getByRole('button', { name: 'Είσοδος' }).click()
  await expect(third.getByRole('heading', { name: 'Welcome, Anna' })).toBeVisible()
  await expect(third).toHaveTitle(/^Home · /)
  await expectAccessible(third)
  await third.getByRole('button', { name: 'Menu' }).click()
  await third.getByRole('button', { name: 'Ελληνικά' }).click()
  await expect(third.getByRole('heading', { name: /^Καλώς ήρθατε/ })).toBeVisible()
  await expectMailsAccessible(page.context(), portal.mails)
})
