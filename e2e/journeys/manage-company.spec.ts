/** An operator writes names, links, colour and logo of the company; visitors see them, and a second operator loses nothing. */
import { expectAccessible } from '../accessible.ts'
import { operator } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { openOtherBrowser, signInByApi } from './steps.ts'

// Changes the names in every header.
test.use({ shared: false })

const drawing = (inside: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40">${inside}</svg>`,
  ),
})

test('an operator writes the company’s details, and a second one is told of them [brand console]', async ({
  browser,
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await signInByApi(page, operator)
  await page.goto('/admin/manage')
  await page
    .getByRole('navigation', { name: 'Διαχείριση' })
    .getByRole('link', { name: 'Ονομασία και στοιχεία' })
    .click()
  const form = page.getByRole('form', { name: 'Ονομασία και στοιχεία' })
  const preview = page.getByRole('region', { name: 'Προεπισκόπηση' })
  const save = form.getByRole('button', { name: 'Αποθήκευση' })
  const other = await openOtherBrowser(browser, portal)
  await signInByApi(other, operator)
  await other.goto('/admin/manage/company')
  const otherForm = other.getByRole('form', { name: 'Ονομασία και στοιχεία' })
  await otherForm.getByLabel('Τηλέφωνο').fill('2461 099999')

  await test.step('the preview follows what is typed; what is wrong is said beside the field', async () => {
    await expect(page.getByText('Δεν έχετε γράψει ακόμη τα δικά σας στοιχεία')).toBeVisible()
    await form.getByLabel('Όνομα υπηρεσίας').fill('Κύκλος')
    await expect(preview.locator('text=Κύκλος')).toHaveCount(2)
    const colour = form.getByRole('textbox', { name: 'Χρώμα', exact: true })
    await colour.fill('#2e9d66')
    await form.getByRole('textbox', { name: 'Ανακύκλωση τηγανελαίου' }).fill('http://oil.example.gr/')
    await save.click()
    await expect(colour).toBeFocused()
    await expect(form.getByText('Το χρώμα έχει αντίθεση 3,2:1')).toBeVisible()
    await expect(
      form.getByText('Στο πεδίο «Ανακύκλωση τηγανελαίου» γράψτε διεύθυνση που αρχίζει με https://.'),
    ).toBeVisible()
    await colour.fill('#7a1f5c')
    await form.getByRole('textbox', { name: 'Ανακύκλωση τηγανελαίου' }).fill('https://oil.kyklos.example.gr/')
    await expect(preview.getByText('https://oil.kyklos.example.gr/')).toBeVisible()
    await form.getByLabel('Λογότυπο').setInputFiles(drawing('<script>alert(1)</script>'))
    await save.click()
    await expect(form.getByText('Το SVG περιέχει εντολές που εκτελούνται.')).toBeVisible()
    await expect(form.getByLabel('Λογότυπο')).toBeFocused()
  })

  await test.step('a link of the footer is added by keyboard', async () => {
    await form.getByRole('button', { name: 'Προσθήκη συνδέσμου' }).focus()
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Σύνδεσμος 1: λέξεις')).toBeFocused()
    await page.keyboard.type('Ο φορέας')
    await page.keyboard.press('Tab')
    await page.keyboard.type('https://kyklos.example.gr/')
  })

  await test.step('saved, everyone sees it', async () => {
    await form
      .getByLabel('Λογότυπο')
      .setInputFiles(drawing('<rect width="80" height="40" rx="8" fill="#7a1f5c"/>'))
    await expect(form.getByText('Νέο λογότυπο.')).toBeVisible()
    await save.click()
    await expect(form.getByRole('status')).toBeFocused()
    await expect(page.getByRole('banner').getByText('Κύκλος')).toBeVisible()
    await expectFitsEverywhere(page, 'company', [390, 1280])
    await expectAccessible(page)

    const visitor = await openOtherBrowser(browser, portal)
    await visitor.goto('/login')
    const button = visitor.getByRole('main').getByRole('button', { name: 'Είσοδος' })
    await expect(button).toHaveCSS('background-color', 'rgb(122, 31, 92)')
    await expect(visitor.getByRole('contentinfo').getByRole('link', { name: 'Ο φορέας' })).toBeVisible()
    const logo = visitor.getByRole('banner').locator('img')
    await expect(logo).toHaveJSProperty('naturalWidth', 80)
    await expectAccessible(visitor)
    await visitor.goto('/pages/accessibility')
    await expect(visitor.getByRole('banner').getByText('Κύκλος')).toBeVisible()
    await expect(visitor.locator('footer')).toHaveCSS('background-color', 'rgb(52, 13, 40)')
  })

  await test.step('the second operator reads what changed, and keeps what was typed', async () => {
    await otherForm.getByRole('button', { name: 'Αποθήκευση' }).click()
    const said = otherForm.getByRole('alert')
    await expect(said).toBeFocused()
    await expect(said.getByText(/^Όνομα υπηρεσίας: από «.*» σε «Κύκλος»$/)).toBeVisible()
    await expect(otherForm.getByLabel('Τηλέφωνο')).toHaveValue('2461 099999')
    await expect(otherForm.getByLabel('Όνομα υπηρεσίας')).toHaveValue('Κύκλος')
    await expectAccessible(other)
    await otherForm.getByRole('button', { name: 'Αποθήκευση' }).click()
    await expect(otherForm.getByRole('status')).toBeFocused()
    await expect(other.getByRole('contentinfo').getByText('2461 099999')).toBeVisible()
  })
})
