/** The console on a phone's width, by keyboard alone. */
import { writeFile } from 'node:fs/promises'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { registerPartner } from '../partners.ts'
import { operator } from '../seed.ts'
import { expectFocus, press, type } from './keyboard-steps.ts'

// Adds a municipality and a collection point.
test.use({ shared: false, viewport: { width: 390, height: 860 } })

test('an operator works in the console at 390 px by keyboard alone [console keyboard]', async ({
  page,
  portal,
}, testInfo) => {
  const heading = page.getByRole('heading', { level: 1 })
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('alertdialog')
  const { id } = await registerPartner(portal, [
    ...['ΑΤΜ Κοζάνης', '--url', 'https://atm.example.gr/'],
    ...['--scope', 'points:write', '--writes', 'oil_collected'],
  ])
  const file = testInfo.outputPath('places.csv')
  const columns = 'id,kind,name,address,municipality,latitude,longitude,hours'
  await writeFile(
    file,
    `${columns}\nK-1,orange_bin,Κάδος πλατείας,Νίκης 1,Κοζάνης,40.3007,21.7889,Όλο το 24ωρο\n`,
  )
  expect(await portal.cli(['import', 'places', file])).toMatchObject({ code: 0 })

  const open = async (section: string) => {
    await press(page, main.getByRole('link', { name: 'Διαχείριση', exact: true }), 'Enter', 'Shift+Tab')
    await expect(heading).toHaveText('Διαχείριση')
    await expectFocus(page)
    await press(page, main.getByRole('link', { name: new RegExp(`^${section}`) }))
    await expect(heading).toHaveText(section)
    await expectFocus(page)
  }

  await test.step('sign-in, menu, and a municipality', async () => {
    await page.goto('/login')
    await type(page, page.getByLabel('Email'), operator.email)
    await type(page, page.getByLabel('Συνθηματικό', { exact: true }), operator.password)
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('Χρήστες')
    await expectFocus(page)
    await press(page, page.getByRole('button', { name: 'Μενού' }), 'Space', 'Shift+Tab')
    await press(page, page.getByRole('dialog').getByRole('link', { name: 'Διαχείριση' }))
    await expect(heading).toHaveText('Διαχείριση')
    await expectFocus(page)
    await expectAccessible(page)
    await press(page, main.getByRole('link', { name: /^Δήμοι/ }))
    await expect(heading).toHaveText('Δήμοι')
    await type(page, page.getByLabel('Όνομα στη γενική'), 'Άνω Κάμπου')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Περιφερειακή ενότητα')).toBeFocused()
    await page.keyboard.type('Κοζάνης')
    await type(page, page.getByLabel('Περιφέρεια', { exact: true }), 'Δυτική Μακεδονία')
    await press(page, button('Προσθήκη δήμου'))
    await expect(page.getByText('Προστέθηκε: Δήμος Άνω Κάμπου.')).toBeVisible()
    await expectFocus(page)
    await press(page, button('Αφαίρεση: Άνω Κάμπου'))
    await press(page, dialog.getByRole('button', { name: 'Αφαίρεση' }))
    await expect(page.getByText('Αφαιρέθηκε: Δήμος Άνω Κάμπου.')).toBeVisible()
    await expectFocus(page)
    await expectAccessible(page)
  })

  await test.step('a collection point is closed for a time, and opened again', async () => {
    await open('Σημεία συλλογής')
    await press(page, main.getByRole('link', { name: 'Κάδος πλατείας' }))
    await expect(heading).toHaveText('Κάδος πλατείας')
    await expectFocus(page)
    await type(page, page.getByRole('combobox', { name: 'Κλειστό έως' }), '31/12/2999')
    await type(page, page.getByLabel('Μήνυμα'), 'Λόγω έργων.')
    await press(page, button('Κλείσιμο σημείου'))
    await expect(page.getByText('Το κλείσιμο αποθηκεύτηκε')).toBeVisible()
    await expectFocus(page)
    await expectAccessible(page)
    await press(page, button('Άνοιγμα τώρα'), 'Space')
    await expect(page.getByText('Το σημείο είναι ανοιχτό')).toBeVisible()
    await expectFocus(page)
    await press(page, main.getByRole('link', { name: 'Σημεία συλλογής', exact: true }), 'Enter', 'Shift+Tab')
    await expect(heading).toHaveText('Σημεία συλλογής')
    await expectFocus(page)
  })

  await test.step('a partner is paused, after a question that Escape cancels, and continued', async () => {
    await open('Συνεργάτες')
    await press(page, main.getByRole('link', { name: /ΑΤΜ Κοζάνης/ }))
    await expect(page).toHaveURL(new RegExp(id))
    await expectFocus(page)
    await press(page, button('Παύση'))
    await expect(dialog).toBeVisible()
    await expectFocus(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button('Παύση')).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, dialog.getByRole('button', { name: 'Παύση' }))
    await expect(page.getByText('Ο συνεργάτης είναι σε παύση.')).toBeVisible()
    await expectFocus(page)
    await expectAccessible(page)
    // The notice above the button has the focus.
    await press(page, button('Συνέχιση'), 'Enter', 'Shift+Tab')
    await press(page, dialog.getByRole('button', { name: 'Συνέχιση' }))
    await expect(button('Παύση')).toBeVisible()
    await expectFocus(page)
  })
})
