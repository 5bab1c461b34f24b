/** Privacy notice, terms and accessibility statement: footer, sign-up, without JavaScript, on paper. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { clerk } from '../seed.ts'
import { slow } from '../tags.ts'
import { createAccount, fillSignUp, newcomer, openOtherBrowser, pathOf, signInByApi } from './steps.ts'

const pages = [
  ['Προσωπικά δεδομένα', '/pages/privacy', 'Ενημέρωση για τα προσωπικά δεδομένα'],
  ['Όροι χρήσης', '/pages/terms', 'Όροι χρήσης'],
  ['Δήλωση προσβασιμότητας', '/pages/accessibility', 'Δήλωση προσβασιμότητας'],
] as const

const footer = (page: Page) =>
  page.getByRole('contentinfo').getByRole('navigation', { name: 'Χρήσιμοι σύνδεσμοι' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the footer links visitors, citizens and staff to the public pages [public pages]', async ({
  browser,
  portal,
}) => {
  await createAccount(portal)
  const visitor = await openOtherBrowser(browser, portal)
  const citizen = await openOtherBrowser(browser, portal)
  const staff = await openOtherBrowser(browser, portal)
  await signInByApi(citizen, newcomer)
  await signInByApi(staff, clerk)
  for (const [page, start] of [
    [visitor, '/login'],
    [visitor, '/nothing/here'],
    [citizen, '/'],
    [staff, '/admin/users'],
  ] as const)
    for (const [label, path, title] of pages) {
      await page.goto(start)
      await footer(page).getByRole('link', { name: label, exact: true }).click()
      await expect(heading(page, title)).toBeVisible()
      expect(pathOf(page)).toBe(path)
    }
  // And from one page to the others and back.
  await footer(staff).getByRole('link', { name: 'Όροι χρήσης' }).click()
  await expect(heading(staff, 'Όροι χρήσης')).toBeVisible()
  await staff
    .getByRole('banner')
    .getByRole('link', { name: /^Πόντοι Ανακύκλωσης/ })
    .click()
  await expect(staff).toHaveURL(/\/admin\/users/)
})

test('the links at sign-up open in a new tab, and the form keeps its values [public pages]', async ({
  page,
  portal: _portal,
}) => {
  await page.goto('/signup')
  await fillSignUp(page)
  for (const [label, title] of [
    ['τους όρους χρήσης', 'Όροι χρήσης'],
    ['πώς προστατεύουμε τα προσωπικά σας δεδομένα', 'Ενημέρωση για τα προσωπικά δεδομένα'],
  ] as const) {
    const opened = page.context().waitForEvent('page')
    await page.getByRole('main').getByRole('link', { name: label }).click()
    const tab = await opened
    await expect(heading(tab, title)).toBeVisible()
    await tab.close()
  }
  await expect(page.getByLabel('Όνομα', { exact: true })).toHaveValue(newcomer.firstName)
  await expect(page.getByLabel('Συνθηματικό', { exact: true })).toHaveValue(newcomer.password)
  await page.getByRole('button', { name: 'Δημιουργία νέου λογαριασμού' }).click()
  await expect(heading(page, 'Ο λογαριασμός σας δημιουργήθηκε')).toBeVisible()
})

test(
  'the public pages have no axe violations and fit at every width [public pages] [§2 every width]',
  slow,
  async ({ page, portal }) => {
    expect(portal.log()).toContain('/pages/privacy is a template')
    const problems: string[] = []
    page.on('console', (line) => problems.push(line.text()))
    for (const [, path, title] of pages) {
      await page.goto(path)
      await expect(heading(page, title)).toBeVisible()
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 860 })
        await expectAccessible(page)
      }
      await expectFitsEverywhere(page, path)
    }
    await test.step("the API's documentation begins with the partners' calls, without axe violations [API description]", async () => {
      await page.goto('/api/docs')
      await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('Partners')
      await page.getByRole('button', { name: /\/api\/partner\/points\/ ?$/ }).click()
      await expect(page.getByRole('heading', { name: 'Request body' })).toBeVisible()
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 860 })
        await expectAccessible(page)
      }
    })
    expect(problems).toEqual([])
  },
)

test('the public pages work without JavaScript, and print without menus [public pages]', async ({
  browser,
  portal,
}) => {
  const page = await openOtherBrowser(browser, portal, { javaScriptEnabled: false })
  await page.goto('/pages/terms')
  await page
    .getByRole('main')
    .getByRole('link', { name: /προσωπικά δεδομένα/ })
    .click()
  await expect(heading(page, 'Ενημέρωση για τα προσωπικά δεδομένα')).toBeVisible()
  await footer(page).getByRole('link', { name: 'Δήλωση προσβασιμότητας' }).click()
  await expect(heading(page, 'Δήλωση προσβασιμότητας')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(footer(page)).toBeHidden()
  await expect(heading(page, 'Δήλωση προσβασιμότητας')).toBeVisible()
})
