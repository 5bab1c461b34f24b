/** Partner sites with access to an account, in the settings: what they learn, and the withdrawal. */
import { expectAccessible, expectFitsAndAccessibleAt } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { openThirdPartySite } from '../third-party-site.ts'
import { createAccount, newcomer, signInByApi } from './steps.ts'

const name = 'Συνεργαζόμενα καταστήματα Δυτικής Μακεδονίας'
test('a customer sees what a third party learns and withdraws its access', async ({ page, portal }) => {
  const site = await openThirdPartySite(portal, name)
  await createAccount(portal)
  await signInByApi(page, newcomer)

  await test.step('before the first sign-in at a site the page says so', async () => {
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Συνδεδεμένοι ιστότοποι' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Συνδεδεμένοι ιστότοποι')
    await expect(page.getByText('Δεν υπάρχουν συνδεδεμένοι ιστότοποι')).toBeVisible()
    await expectAccessible(page)
  })

  await page.goto(site.authorize())
  const sub = await site.consent(page)
  expect(await site.statusOfBalance(sub)).toBe(200)

  const card = page.getByRole('listitem', { name })
  await test.step('after the consent it names the site and what it may do [security consents]', async () => {
    await page.goto('/settings/sites')
    await expect(card).toContainText('Ιστότοπος άλλης εταιρείας, με τη συγκατάθεσή σας')
    await expect(card).toContainText('να βλέπει το ονοματεπώνυμό σας, να βλέπει τη διεύθυνση email σας')
    await expect(card).toContainText('να βλέπει τους πόντους σας')
    await expect(card.getByRole('link')).toHaveAttribute('href', `${site.home}/`)
    await expectFitsAndAccessibleAt(page, 'the sites', [320, 1280])
  })

  await test.step('the access is withdrawn with the keyboard only [security consents]', async () => {
    await card.getByRole('link').focus()
    await page.keyboard.press('Tab')
    await expect(card.getByRole('button', { name: 'Ανάκληση' })).toBeFocused()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: new RegExp(name) })
    await expect(question.getByRole('button', { name: 'Ακύρωση' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(card.getByRole('button', { name: 'Ανάκληση' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Η πρόσβαση ανακλήθηκε' })).toBeFocused()
    await expect(card).toHaveCount(0)
    await expectAccessible(page)
    expect(await site.statusOfBalance(sub)).toBe(403)
  })

  await test.step('the customer stays signed in at the portal; the site has to ask again', async () => {
    await page.reload()
    await expect(page.getByText('Δεν υπάρχουν συνδεδεμένοι ιστότοποι')).toBeVisible()
    await page.goto(site.authorize())
    await expect(page.getByRole('button', { name: 'Συμφωνώ', exact: true })).toBeVisible()
  })
  site.close()
})
