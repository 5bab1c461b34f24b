/** Screens of visitors and participants, used by keyboard only. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { linkIn, newcomer } from './steps.ts'

test.describe('keyboard only', () => {
  /** Presses Tab until the control with this role and name has the focus; fails after too many presses. */
  async function tabTo(page: Page, role: 'textbox' | 'button' | 'link' | 'combobox', name: string) {
    const target = page.getByRole('main').getByRole(role, { name, exact: true })
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`Tab doesn't reach ${role} '${name}'`)
  }
  async function type(page: Page, name: string, value: string) {
    await tabTo(page, 'textbox', name)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(value)
  }

  test('sign-up, sign-in, settings and password reset can be completed', async ({ page, portal }) => {
    const heading = page.getByRole('heading', { level: 1 })
    await test.step('Tab reaches the skip link first', async () => {
      await page.goto('/signup')
      await expect(page.getByLabel('Δήμος', { exact: true }).getByRole('option')).toHaveCount(14)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Μετάβαση στο περιεχόμενο' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    })
    await test.step('sign-up: a failed submit focuses the first invalid field; then all fields in order', async () => {
      await type(page, 'Όνομα', newcomer.firstName)
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Επώνυμο')).toBeFocused()
      await page.keyboard.type(newcomer.lastName)
      await type(page, 'Τηλέφωνο', newcomer.telephone)
      await tabTo(page, 'combobox', 'Δήμος')
      const chosen = page.getByLabel('Δήμος', { exact: true }).getByRole('option', { selected: true })
      while ((await chosen.textContent()) !== 'Κοζάνης') await page.keyboard.press('ArrowDown')
      await type(page, 'Email', newcomer.email)
      await type(page, 'Συνθηματικό', newcomer.password)
      await tabTo(page, 'button', 'Εμφάνιση: Συνθηματικό')
      await page.keyboard.press('Space')
      await expect(page.getByLabel('Συνθηματικό', { exact: true })).toHaveAttribute('type', 'text')
      await type(page, 'Επαλήθευση συνθηματικού', newcomer.password)
      await tabTo(page, 'button', 'Δημιουργία νέου λογαριασμού')
      await page.keyboard.press('Space')
      await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeFocused()
    })
    await test.step('activation and sign-in', async () => {
      await page.goto(linkIn((await portal.mails.next(newcomer.email)).text))
      await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(heading).toHaveText('Σύνδεση')
      await type(page, 'Email', newcomer.email)
      await type(page, 'Συνθηματικό', newcomer.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Καλώς ήρθατε, Ελένη' })).toBeFocused()
    })
    await test.step('settings dialog: opened from the account button; closing it returns the focus', async () => {
      const account = page.getByRole('button', { name: new RegExp(newcomer.email) })
      for (const isChanged of [false, true]) {
        await account.focus()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeVisible()
        await expect(page.frameLocator('iframe').getByLabel('Email', { exact: true })).toBeVisible()
        if (isChanged) {
          await page.frameLocator('iframe').getByLabel('Επώνυμο').fill('Ράπτη')
          await page.getByRole('dialog').getByRole('button', { name: 'Κλείσιμο' }).press('Enter')
          await page.getByRole('alertdialog').getByRole('button', { name: 'Κλείσιμο' }).press('Enter')
        } else await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(account).toBeFocused()
      }
    })
    await test.step('settings: changed, reset, changed again and saved', async () => {
      await page.goto('/settings')
      await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
      await type(page, 'Όνομα', 'Λένα')
      await tabTo(page, 'button', 'Επαναφορά')
      await page.keyboard.press('Space')
      await expect(page.getByLabel('Όνομα', { exact: true })).toHaveValue('Ελένη')
      await expect(
        page.getByLabel('Όνομα', { exact: true }),
        'the disabled button loses the focus',
      ).toBeFocused()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('Λένα')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Οι αλλαγές σας αποθηκεύτηκαν')).toBeVisible()
    })
    await test.step('password reset: requested, and completed by the link in the mail', async () => {
      await page.goto('/logout')
      await expect(heading).toHaveText('Σύνδεση')
      await tabTo(page, 'link', 'Ξεχάσατε το συνθηματικό σας;')
      await page.keyboard.press('Enter')
      await expect(heading).toBeFocused()
      await type(page, 'Email', newcomer.email)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'Επιτυχές αίτημα επαναφοράς' })).toBeFocused()
      await page.goto(linkIn((await portal.mails.next(newcomer.email)).text))
      await expect(heading).toHaveText('Ορισμός νέου συνθηματικού')
      await type(page, 'Νέο συνθηματικό', 'καινούργια-αρχή-88')
      await type(page, 'Επαλήθευση νέου συνθηματικού', 'καινούργια-αρχή-88')
      await page.keyboard.press('Enter')
      const done = page.getByRole('status').filter({ hasText: 'άλλαξε επιτυχώς' })
      await expect(done).toBeFocused()
      await tabTo(page, 'link', 'Σύνδεση')
      await page.keyboard.press('Enter')
      await expect(heading).toHaveText('Σύνδεση')
    })
  })
})
