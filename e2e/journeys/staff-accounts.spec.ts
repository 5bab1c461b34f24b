/** Accounts of staff: an operator adds one, changes its role, disables and enables it. */
import type { Page } from '@playwright/test'
import { expectFitsAndAccessibleAt, expectMailsAccessible } from '../accessible.ts'
import { clerk, operator } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import {
  changePassword,
  createAccount,
  linkIn,
  newcomer,
  openOtherBrowser,
  signIn,
  signInByApi,
} from './steps.ts'

const niki = { name: 'Νίκη Βασιλείου', email: 'niki@example.gr', password: 'ήσυχο-πρωινό-στη-λίμνη' }

const rowOf = (page: Page) => page.getByRole('row', { name: new RegExp(niki.email) })
const dialog = (page: Page) => page.getByRole('alertdialog')
const staffLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Διαχείριση', includeHidden: true })

/** Presses Tab until the focus is on the control. */
async function tabTo(page: Page, control: ReturnType<Page['getByRole']>) {
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 40 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}

test('an operator adds a colleague, who signs in, gets another role, and is signed out when disabled [security staff] [security roles]', async ({
  browser,
  page,
  portal,
}) => {
  const theirs = await openOtherBrowser(browser, portal)
  await createAccount(portal)
  await page.setViewportSize({ width: 1280, height: 860 })
  await signInByApi(page, operator)
  const fill = async (email: string, role: string) => {
    await page.getByLabel('Όνομα').fill('Νίκη')
    await page.getByLabel('Επώνυμο').fill('Βασιλείου')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Ρόλος').selectOption(role)
  }

  await test.step('the page is under Διαχείριση', async () => {
    await page.goto('/admin/users')
    await page.getByRole('link', { name: 'Διαχείριση' }).click()
    await page.getByRole('link', { name: 'Προσωπικό', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Προσωπικό' })).toBeFocused()
    await expect(page.getByRole('row', { name: new RegExp(clerk.email) })).toContainText('Εξυπηρέτηση')
    const own = page.getByRole('row', { name: new RegExp(operator.email) })
    await expect(own).toContainText('Εσείς')
    await expect(own.getByRole('button')).toHaveCount(0)
  })

  await test.step('missing fields, and the address of a citizen, are rejected at the field', async () => {
    await page.getByRole('button', { name: 'Προσθήκη' }).click()
    await expect(page.getByLabel('Όνομα')).toBeFocused()
    await expect(page.getByLabel('Ρόλος')).toHaveAccessibleDescription(/Επιλέξτε ρόλο\./)
    await expectFitsAndAccessibleAt(page, 'the page with errors')
    await fill(newcomer.email, 'Εποπτεία')
    await page.getByRole('button', { name: 'Προσθήκη' }).click()
    await dialog(page).getByRole('button', { name: 'Προσθήκη' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Υπάρχει ήδη λογαριασμός/)
    await expect(page.getByLabel('Email')).toBeFocused()
  })

  await test.step('adding asks with the name and role, and can be cancelled', async () => {
    await fill(niki.email, 'Εξυπηρέτηση')
    await page.getByRole('button', { name: 'Προσθήκη' }).click()
    await expect(dialog(page)).toContainText(niki.name)
    await expect(dialog(page)).toContainText('«Εξυπηρέτηση»')
    await expectFitsAndAccessibleAt(page, 'the question')
    await page.keyboard.press('Escape')
    await expect(rowOf(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Προσθήκη' }).click()
    await dialog(page).getByRole('button', { name: 'Προσθήκη' }).click()
    await expect(page.getByText(`Προστέθηκε: ${niki.name}`)).toBeVisible()
    await expect(rowOf(page)).toContainText('Δεν έχει ορίσει συνθηματικό')
    await expectFitsAndAccessibleAt(page, 'the page after adding')
  })

  await test.step('the colleague sets a password by the link in the mail and signs in; the page is not for clerks', async () => {
    const mail = await portal.mails.next(niki.email)
    await theirs.goto(linkIn(mail.text))
    await changePassword(theirs, niki.password)
    await expect(theirs.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
    await signIn(theirs, niki)
    await expect(theirs.getByRole('heading', { level: 1, name: 'Χρήστες' })).toBeVisible()
    await expect(staffLink(theirs)).toHaveCount(0)
    await theirs.goto('/admin/manage/staff')
    await expect(theirs).toHaveURL(/\/admin\/users$/)
  })

  await test.step('keyboard only: another role, after a question with the name, changes the menu', async () => {
    await page.reload()
    await tabTo(page, rowOf(page).getByRole('button', { name: `Αλλαγή ρόλου: ${niki.name}` }))
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText(niki.name)
    await expectFitsAndAccessibleAt(page, 'the question about the role')
    await tabTo(page, dialog(page).getByLabel('Ρόλος'))
    await page.keyboard.press('End')
    await expect(dialog(page)).toContainText('διαχειρίζεται τους λογαριασμούς')
    await tabTo(page, dialog(page).getByRole('button', { name: 'Αλλαγή ρόλου' }))
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('status').filter({ hasText: `Ο ρόλος αποθηκεύτηκε: ${niki.name}` }),
    ).toBeFocused()
    await expect(rowOf(page)).toContainText('Διαχείριση')
    const subjects = [
      (await portal.mails.next(niki.email)).subject,
      (await portal.mails.next(niki.email)).subject,
    ]
    for (const words of ['Νέο συνθηματικό', 'Ο ρόλος σας άλλαξε'])
      expect(subjects).toContainEqual(expect.stringContaining(words))
    await theirs.goto('/admin/manage/staff')
    await expect(theirs.getByRole('heading', { level: 1, name: 'Προσωπικό' })).toBeVisible()
    await expect(staffLink(theirs)).not.toHaveCount(0)
  })

  await test.step('a colleague is signed out everywhere, and can sign in again', async () => {
    await rowOf(page)
      .getByRole('button', { name: `Αποσύνδεση από παντού: ${niki.name}` })
      .click()
    await expect(dialog(page)).toContainText(niki.name)
    await dialog(page).getByRole('button', { name: 'Αποσύνδεση από παντού' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Αποσυνδέθηκε από παντού' })).toBeFocused()
    expect((await portal.mails.next(niki.email)).subject).toContain('Οι συσκευές σας αποσυνδέθηκαν')
    await theirs.reload()
    await expect(theirs).toHaveURL(/\/login/)
    await signInByApi(theirs, niki)
    await theirs.goto('/admin/manage/staff')
  })

  await test.step('keyboard only: a disabled colleague is signed out at once', async () => {
    await tabTo(page, rowOf(page).getByRole('button', { name: `Απενεργοποίηση: ${niki.name}` }))
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText(niki.name)
    await tabTo(page, dialog(page).getByRole('button', { name: 'Απενεργοποίηση' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Απενεργοποιήθηκε' })).toBeFocused()
    await expect(rowOf(page)).toContainText('Ανενεργός')
    await theirs
      .getByRole('button', { name: /^Αλλαγή ρόλου/ })
      .first()
      .click()
    await dialog(theirs).getByRole('button', { name: 'Αλλαγή ρόλου' }).click()
    const lost = theirs.getByRole('dialog', { name: 'Η σύνδεσή σας έληξε' })
    await lost.getByRole('button', { name: 'Μετάβαση στη σελίδα σύνδεσης' }).click()
    await expect(theirs).toHaveURL(/\/login/)
  })

  await test.step('an enabled colleague gets another link', async () => {
    await rowOf(page)
      .getByRole('button', { name: `Ενεργοποίηση: ${niki.name}` })
      .click()
    await dialog(page).getByRole('button', { name: 'Ενεργοποίηση' }).click()
    await expect(rowOf(page)).toContainText('Δεν έχει ορίσει συνθηματικό')
    expect((await portal.mails.next(niki.email)).subject).toContain('Έχετε λογαριασμό υπαλλήλου')
  })
  await expectMailsAccessible(page.context(), portal.mails)
})
