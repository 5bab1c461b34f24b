/** Own sessions in the settings, and the idle limit of staff. */
import { expectAccessible, expectFitsAndAccessibleAt } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
import { slow } from '../tags.ts'
import { createAccount, newcomer, openOtherBrowser, signIn, signInByApi } from './steps.ts'

const phone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
}
const expired = /Η σύνδεσή σας έληξε/

test('a customer sees where they are signed in and ends sessions', async ({ page, browser, portal }) => {
  await createAccount(portal)
  const other = await openOtherBrowser(browser, portal, phone)
  await signIn(other, newcomer)
  await other.goto('/settings')

  await test.step('the owner receives a mail about the new browser [security sign-in mail]', async () => {
    const mail = await portal.mails.nextAboutSignIn(newcomer.email)
    expect(mail.text).toContain('Περιηγητής: Safari σε iPhone')
    expect(mail.text).toContain(`${portal.url}/password/reset`)
  })

  await signIn(page, newcomer)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Ασφάλεια λογαριασμού' }).click()
  const cards = page.getByRole('list', { name: 'Πού έχετε συνδεθεί' }).getByRole('listitem')

  await test.step('both browsers are listed, this one first [security own sessions]', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ασφάλεια λογαριασμού')
    await expect(cards).toHaveCount(2)
    await expect(cards.nth(0)).toContainText('Chrome')
    await expect(cards.nth(0)).toContainText('Αυτή η συσκευή')
    await expect(cards.nth(0)).toContainText('127.0.0.*')
    await expect(cards.nth(1)).toContainText('Safari σε iPhone')
    await expectFitsAndAccessibleAt(page, 'the sessions', [320, 1280])
  })

  await test.step('a session is ended with the keyboard only', async () => {
    const end = cards.nth(1).getByRole('button', { name: 'Τερματισμός σύνδεσης' })
    await end.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: /Safari σε iPhone/ })
    await expect(question.getByRole('button', { name: 'Ακύρωση' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(end).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Η σύνδεση «Safari σε iPhone» δεν ισχύει πια.')).toBeVisible()
    await expect(cards).toHaveCount(1)
    await expectAccessible(page)
  })

  await test.step('the other browser is signed out at its next step, and returns after signing in', async () => {
    await other.getByLabel('Επώνυμο').fill('Ράπτη')
    await other.getByRole('button', { name: 'Ενημέρωση' }).click()
    await expect(other.getByText(expired)).toBeVisible()
    await other.getByLabel('Email').fill(newcomer.email)
    await other.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
    await other.getByRole('button', { name: 'Είσοδος' }).click()
    await expect(other).toHaveURL(/\/settings$/)
    await expect(other.getByLabel('Επώνυμο')).toHaveValue('Ράπτη')
  })

  await test.step('signing out everywhere ends both', async () => {
    await page.getByRole('button', { name: 'Αποσύνδεση από παντού' }).click()
    const question = page.getByRole('alertdialog', { name: 'Αποσύνδεση από παντού;' })
    await question.getByRole('button', { name: 'Αποσύνδεση από παντού' }).click()
    await expect(page).toHaveURL(/\/login/)
    await other.reload()
    await expect(other).toHaveURL(/\/login/)
  })
})

test.describe('with an idle limit of 36 seconds', () => {
  test.use({ environment: { SESSION_IDLE_STAFF: '36s' } })

  test('a clerk is warned, signed out, and continues where they were', slow, async ({ page }) => {
    await signInByApi(page, clerk)
    await page.goto('/admin/stickers')
    await page.getByLabel('Πόσα αυτοκόλλητα').fill('130')
    await page.getByLabel(/^Σημείωση/).fill('Δημαρχείο')
    const warning = page.getByText(/Η σύνδεσή σας λήγει σε λίγο/)

    await test.step('the warning extends the session', async () => {
      // 12 seconds before the end.
      await expect(warning).toBeVisible({ timeout: 60_000 })
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Συνέχεια' }).click()
      await expect(warning).toBeHidden()
    })
    await test.step('without it the page asks to sign in, and keeps what was typed [security session limits]', async () => {
      await expect(page.getByText(expired)).toBeVisible({ timeout: 60_000 })
      await expect(page).toHaveURL('/login?next=%2Fadmin%2Fstickers')
      await page.getByLabel('Email').fill(clerk.email)
      await page.getByLabel('Συνθηματικό', { exact: true }).fill(clerk.password)
      await page.getByRole('button', { name: 'Είσοδος' }).click()
      await expect(page).toHaveURL('/admin/stickers')
      await expect(page.getByLabel('Πόσα αυτοκόλλητα')).toHaveValue('130')
      await expect(page.getByLabel(/^Σημείωση/)).toHaveValue('Δημαρχείο')
    })
  })
})
