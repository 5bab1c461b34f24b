/** From the link that an empty portal prints to the list of the first steps. */
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { openMails } from '../mails.ts'
import { openPortal } from '../portal.ts'
import { emptySeed } from '../seed.ts'
import { openOtherBrowser } from './steps.ts'

const operator = { email: 'anna@example.gr', password: 'ελιά-κι-αλάτι-73' }

test('the link of the terminal leads to the first operator and the first steps [first steps]', async ({
  browser,
  database,
}) => {
  const { data, remove } = await emptySeed(database)
  const mails = await openMails()
  const portal = await openPortal(data, mails)
  const page = await openOtherBrowser(browser, portal)
  try {
    const link = /http\S+\/admin\/first#\S+/.exec(portal.log())?.[0] ?? ''
    await test.step('the form creates the account and signs in', async () => {
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ο πρώτος λογαριασμός διαχείρισης')
      await expectFitsEverywhere(page, 'first account', [390])
      await expectAccessible(page)
      await page.getByLabel('Όνομα', { exact: true }).fill('Άννα')
      await page.getByLabel('Επώνυμο').fill('Γεωργίου')
      await page.getByLabel('Email').fill(operator.email)
      await page.getByLabel('Συνθηματικό', { exact: true }).fill(operator.password)
      await page.getByRole('button', { name: 'Δημιουργία λογαριασμού' }).click()
      await expect(page.getByLabel('Επαλήθευση συνθηματικού', { exact: true })).toBeFocused()
      await page.getByLabel('Επαλήθευση συνθηματικού', { exact: true }).fill(operator.password)
      await page.getByRole('button', { name: 'Δημιουργία λογαριασμού' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Πρώτα βήματα')
    })
    const step = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await test.step('a test mail shows its result; the step is done', async () => {
      await expect(page.getByText('Έγιναν 0 από 9')).toBeVisible()
      await page.getByRole('button', { name: 'Αποστολή δοκιμαστικού email' }).click()
      await expect(step('Αποστολή email').getByRole('status')).toContainText('δέχτηκε το μήνυμα')
      expect((await mails.next(operator.email)).subject).toMatch(/^Δοκιμαστικό μήνυμα/)
      await expect(page.getByText('Έγιναν 1 από 9')).toBeVisible()
      await expectFitsEverywhere(page, 'first steps', [390, 1280])
      await expectAccessible(page)
    })
    await test.step('a step leads to its screen; the list is found again in the menu', async () => {
      await page.setViewportSize({ width: 1280, height: 860 })
      await step('Δήμοι').getByRole('link', { name: 'Προσθήκη δήμων' }).click()
      const form = page.getByRole('form', { name: 'Νέος δήμος' })
      await form.getByLabel('Όνομα στη γενική').fill('Άνω Κάμπου')
      await form.getByLabel('Περιφερειακή ενότητα').fill('Κοζάνης')
      await form.getByLabel('Περιφέρεια', { exact: true }).fill('Δυτική Μακεδονία')
      await form.getByRole('button', { name: 'Προσθήκη δήμου' }).click()
      await expect(page.getByText('Προστέθηκε: Δήμος Άνω Κάμπου.')).toBeVisible()
      const menu = page.getByRole('navigation', { name: 'Διαχείριση' })
      await menu.getByRole('link', { name: 'Πρώτα βήματα' }).click()
      await expect(step('Δήμοι').getByText('Έγινε', { exact: true })).toBeVisible()
      await expect(page.getByText('Έγιναν 2 από 9')).toBeVisible()
    })
    await test.step('the link is of no use any more', async () => {
      await page.goto('/logout')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Σύνδεση')
      await page.goto(link)
      await expect(page.getByText('Ο σύνδεσμος δεν ισχύει')).toBeVisible()
      await expectAccessible(page)
      expect(portal.log().match(/\/admin\/first#/g)).toHaveLength(1)
    })
  } finally {
    await portal.stop()
    await mails.close()
    await remove()
  }
})
