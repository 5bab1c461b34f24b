/** A citizen's page: staff send a link for a new password; managers carry out requests on paper. */
import { readFile } from 'node:fs/promises'
import { expectFitsAndAccessibleAt } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
import { alone } from '../tags.ts'
import { createAccount, linkIn, newcomer, signInByApi } from './steps.ts'

const manager = { email: 'requests@example.gr', password: 'γραφείο-με-ευθύνη-7' }

// The first manager needs no confirmation.
test(
  'staff send a link, download a copy and erase a citizen, for requests on paper [privacy erasure] [privacy export]',
  alone,
  async ({ browser, context, page, portal }) => {
    const names = ['--first-name', 'Νίκος', '--last-name', 'Ράπτης', '--role', 'manager', '--password-stdin']
    await portal.cli(['staff', 'add', manager.email, ...names], manager.password)
    await createAccount(portal)
    await signInByApi(page, manager)
    const [person] = (await (
      await page.request.get(`/api/participants/?search=${newcomer.email}`)
    ).json()) as {
      id: number
      full_name: string
    }[]
    const { id, full_name: name } = person ?? { id: 0, full_name: '' }
    const dialog = page.getByRole('alertdialog')
    const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click()
    const confirm = (button: string) => dialog.getByRole('button', { name: button, exact: true }).click()

    await test.step('clerks send the link only, and do not see it', async () => {
      const desk = await browser.newPage({ baseURL: portal.url })
      await signInByApi(desk, clerk)
      await desk.goto(`/admin/users/${id}`)
      await desk.getByRole('button', { name: 'Αποστολή συνδέσμου επαναφοράς' }).click()
      const question = desk.getByRole('alertdialog')
      await expect(question).toContainText(newcomer.email)
      await question.getByRole('button', { name: 'Αποστολή συνδέσμου επαναφοράς' }).click()
      await expect(desk.getByText('Ο σύνδεσμος στέλνεται.')).toBeVisible()
      await expect(desk.getByRole('heading', { name: 'Πρόσβαση στον λογαριασμό' })).toBeFocused()
      await expect(
        desk.getByRole('button', { name: /^(Κλείδωμα|Αποσύνδεση|Διαγραφή|Αντίγραφο)/ }),
      ).toHaveCount(0)
      expect(linkIn((await portal.mails.next(newcomer.email)).text)).toContain('/password/reset/confirm/')
    })

    await test.step('the number of the account is copied', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto(`/admin/users/${id}`)
      await press('Αντιγραφή αριθμού λογαριασμού')
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(String(id))
      await expectFitsAndAccessibleAt(page, 'the page of a citizen')
    })

    await test.step('a copy of the data is downloaded', async () => {
      await press('Αντίγραφο δεδομένων')
      await expectFitsAndAccessibleAt(page, 'the question about the copy')
      const arriving = page.waitForEvent('download')
      await confirm('Λήψη')
      const file = await arriving
      expect(file.suggestedFilename()).toBe(`account-${id}.html`)
      expect(await readFile(await file.path(), 'utf8')).toContain(newcomer.email)
      await expect(page.getByText(`Το αρχείο account-${id}.html`)).toBeVisible()
    })

    await test.step('an erasure asks for the request and the password, and keeps what was typed', async () => {
      await press('Διαγραφή χρήστη')
      await expect(dialog.getByRole('heading')).toHaveText(`Οριστική διαγραφή: ${name};`)
      await confirm('Διαγραφή χρήστη')
      const reference = dialog.getByLabel('Αριθμός πρωτοκόλλου')
      await expect(reference).toBeFocused()
      await expect(reference).toHaveAccessibleDescription(/Γράψτε τον αριθμό/)
      await reference.fill(name)
      await confirm('Διαγραφή χρήστη')
      await expect(reference).toHaveAccessibleDescription(/Γράψτε μόνο αριθμούς/)
      await expectFitsAndAccessibleAt(page, 'the question about the erasure')
      await reference.fill('1234/2026')
      // As 15 minutes after the sign-in.
      await page.route(
        '**/erase/',
        (route) =>
          route.fulfill({
            status: 403,
            headers: { 'X-Error-Code': 'confirmation_required' },
            json: { detail: 'Confirm your password first.' },
          }),
        { times: 2 },
      )
      await confirm('Διαγραφή χρήστη')
      await page.getByRole('dialog').getByRole('button', { name: 'Ακύρωση' }).click()
      await expect(page.getByText('Δεν επιβεβαιώσατε ότι είστε εσείς.')).toBeVisible()
      await press('Διαγραφή χρήστη')
      await expect(reference).toHaveValue('1234/2026')
      await confirm('Διαγραφή χρήστη')
      const password = page.getByRole('textbox', { name: 'Τρέχον συνθηματικό' })
      await password.fill(manager.password)
      await password.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'Ο χρήστης διαγράφηκε' })).toBeFocused()
      await expect(page.getByText('Ο χρήστης ενημερώθηκε με email.')).toBeVisible()
      await expect(page.getByText(newcomer.email)).toHaveCount(0)
      await expectFitsAndAccessibleAt(page, 'the page after the erasure')
      expect((await portal.mails.next(newcomer.email)).subject).toContain('διαγράφηκε')
      await page.reload()
      await expect(page.getByText('Ο χρήστης δεν βρέθηκε.')).toBeVisible()
    })
  },
)
