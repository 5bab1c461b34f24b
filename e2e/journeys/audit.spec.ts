/** A clerk views a person; the manager finds it in the audit log; the person sees it without the clerk's name. */
import { expectAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { createAccount, newcomer, openOtherBrowser, signInByApi, widths } from './steps.ts'

const manager = { email: 'manager@example.gr', password: 'πράσινος-κάδος-58' }

test('who viewed a person is in the audit log of managers and in the settings of the person', async ({
  browser,
  page,
  portal,
}) => {
  const names = ['--first-name', 'Νίκη', '--last-name', 'Σταύρου', '--role', 'manager']
  await portal.cli(['staff', 'add', manager.email, ...names, '--password-stdin'], manager.password)
  await createAccount(portal)
  const name = `${newcomer.firstName} ${newcomer.lastName}`
  // Other journeys on the same portal created people of this name.
  const entry = new RegExp(`${name}.*${newcomer.email}`)
  const office = await openOtherBrowser(browser, portal)

  await test.step('a clerk has neither the menu entry nor the page [security audit page]', async () => {
    await signInByApi(page, clerk)
    await page.goto(`/admin/users?search=${encodeURIComponent(newcomer.email)}`)
    await page.getByRole('link', { name: entry }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Επισκόπηση' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ιστορικό ενεργειών' })).toHaveCount(0)
    await page.goto('/admin/audit')
    await expect(page).toHaveURL(/\/admin\/users/)
  })

  await test.step('a manager finds it by person, staff member and action, by keyboard [security audit page]', async () => {
    await signInByApi(office, manager)
    await office.goto('/admin')
    // The loaded page takes the focus, which closes the menu.
    await expect(office.getByRole('list', { name: 'Κατάλογος χρηστών' })).toBeVisible()
    await office.getByRole('button', { name: 'Περισσότερα' }).click()
    await office.getByRole('link', { name: 'Ιστορικό ενεργειών' }).click()
    const table = office.getByRole('table', { name: 'Ιστορικό ενεργειών' })
    await expect(table).toBeVisible()
    await office.getByRole('searchbox', { name: 'Αναζήτηση χρήστη' }).focus()
    await office.keyboard.type(newcomer.email)
    const found = office.getByRole('link', { name: entry })
    const firstRow = office.getByRole('list', { name: 'Κατάλογος χρηστών' }).getByRole('listitem').first()
    // Both at once, and again: the list is rendered again when the search is answered.
    const excess = () =>
      firstRow.evaluate((row) => {
        const link = row.querySelector('a')
        return link ? link.getBoundingClientRect().height - row.getBoundingClientRect().height : Infinity
      })
    await expect.poll(excess, 'rows do not overlap').toBeLessThanOrEqual(0)
    await expect(office.getByRole('searchbox')).toHaveValue(newcomer.email)
    await expect(office).toHaveURL(/search=/)
    await expect(found).toBeVisible()
    await expect(async () => {
      await office.getByRole('searchbox').focus()
      await office.keyboard.press('ArrowDown')
      await expect(found).toBeFocused({ timeout: 500 })
    }).toPass()
    await office.keyboard.press('Enter')
    await expect(office).toHaveURL(/\/admin\/audit\/\d+/)
    const action = office.getByRole('combobox', { name: 'Ενέργεια' })
    await action.focus()
    await action.selectOption({ label: 'Προβολή στοιχείων χρήστη' })
    await office.getByRole('combobox', { name: 'Υπάλληλος' }).selectOption({ label: 'Άννα Παπαδάκη' })
    const row = table.getByRole('row', { name: /127\.0\.0\.1.*Άννα Παπαδάκη.*Προβολή στοιχείων χρήστη/ })
    await expect(row).toHaveCount(1)
    await expect(row.getByRole('link', { name })).toHaveAttribute('href', /\/admin\/users\/\d+/)
  })

  await test.step('a manager exports the filtered entries [security audit page]', async () => {
    const coming = office.waitForEvent('download')
    await office.getByRole('button', { name: 'Εξαγωγή σε Excel' }).click()
    expect((await coming).suggestedFilename()).toBe('audit.xlsx')
    await office.goto('/admin/audit?action=audit.export')
    await expect(office.getByRole('row', { name: /Νίκη Σταύρου.*Εξαγωγή ιστορικού/ })).toHaveCount(1)
    await office.goto('/admin/audit?staff=999999')
    await office.getByRole('button', { name: 'Καθαρισμός φίλτρων' }).click()
    await expect(office.getByRole('heading', { name: 'Ιστορικό ενεργειών' })).toBeFocused()
  })

  const home = await openOtherBrowser(browser, portal)
  await test.step('the person sees it in the settings, without the name of the clerk [security own audit]', async () => {
    await signInByApi(home, newcomer)
    await home.goto('/settings')
    await home.getByRole('link', { name: 'Ποιος είδε τα στοιχεία μου' }).click()
    await expect(home.getByRole('heading', { name: 'Ποιος είδε τα στοιχεία μου' })).toBeVisible()
    await expect(
      home.getByRole('listitem').filter({ hasText: 'Προβολή των στοιχείων σας' }).first(),
    ).toContainText('Υπάλληλος της υπηρεσίας')
    await expect(home.getByRole('listitem').filter({ hasText: 'Σύνδεση στον λογαριασμό σας' })).toContainText(
      'Εσείς',
    )
    await expect(home.getByRole('main')).not.toContainText('Παπαδάκη')
  })

  for (const width of widths) {
    await office.setViewportSize({ width, height: 900 })
    await office.goto('/admin/audit')
    await expect(office.getByRole('table')).toBeVisible()
    await expectAccessible(office)
    await home.setViewportSize({ width, height: 900 })
    await expectAccessible(home)
  }
})
