/** An operator fills in what the legal texts need, and publishes a text of which citizens see a notice. */
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { operator } from '../seed.ts'
import { createAccount, newcomer, openOtherBrowser, signInByApi } from './steps.ts'

// Changes the texts of all.
test.use({ shared: false })

test('an operator completes the legal texts without a shell, and citizens see a notice of a new one [legal texts console]', async ({
  page,
  portal,
  browser,
}) => {
  await createAccount(portal)
  const citizen = await openOtherBrowser(browser, portal)
  await signInByApi(citizen, newcomer)
  await page.setViewportSize({ width: 1280, height: 860 })
  await signInByApi(page, operator)
  await page.goto('/admin/manage')
  await page.getByRole('navigation', { name: 'Διαχείριση' }).getByRole('link', { name: 'Κείμενα' }).click()

  await test.step('the list says what is missing, and the form leads through it', async () => {
    await expect(page.getByRole('heading', { name: /^Λείπουν \d+ στοιχεία$/ })).toBeVisible()
    await expectFitsEverywhere(page, 'texts', [390, 1280])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Συμπλήρωση στοιχείων' }).click()
    const form = page.getByRole('form', { name: 'Στοιχεία των κειμένων' })
    await form.getByRole('button', { name: 'Στο πρώτο που λείπει' }).click()
    await expect(form.getByLabel('Ενημέρωση: ισχύει από')).toBeFocused()
    await expectFitsEverywhere(page, 'values', [390, 1280])
    await expectAccessible(page)

    for (const select of await form.getByRole('combobox').all()) await select.selectOption({ index: 1 })
    for (const input of await form.getByRole('textbox').all())
      if (!/αγγλικά/.test((await input.getAttribute('name')) ?? '')) await input.fill('14 ημέρες')
    await form.getByRole('button', { name: 'Αποθήκευση' }).click()
    await expect(form.getByText('Τα στοιχεία αποθηκεύτηκαν', { exact: false })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Δεν λείπει κανένα στοιχείο' })).toBeVisible()
    await page.goto('/pages/privacy')
    await expect(page.getByText('Υπόδειγμα:')).toHaveCount(0)
  })

  const editor = page.getByRole('form', { name: 'Κείμενο' })
  const markdown = editor.getByRole('textbox', { name: 'Κείμενο' })
  await test.step('a draft survives leaving; what nothing fills in is said; the preview is the citizen’s', async () => {
    await page.goto('/admin/manage/texts')
    await page.getByRole('link', { name: 'Άνοιγμα: Όροι χρήσης, Ελληνικά' }).click()
    await markdown.fill('# Νέοι όροι\n\nΙσχύουν για τον φορέα {{company}}, {{fax}}.\n\n<script>1</script>')
    await expect(
      editor.getByText('Άγνωστα ονόματα που δεν συμπληρώνονται: {{fax}}.', { exact: false }),
    ).toBeVisible()
    const preview = editor.getByRole('region', { name: 'Προεπισκόπηση' })
    await expect(preview.getByText('<script>1</script>')).toBeVisible()
    await expectFitsEverywhere(page, 'editor', [390, 1280])
    await expectAccessible(page)
    await markdown.fill('# Νέοι όροι\n\nΙσχύουν για τον φορέα {{company}}.')
    await editor.getByRole('button', { name: 'Αποθήκευση προχείρου' }).click()
    await expect(editor.getByText('Το πρόχειρο αποθηκεύτηκε.', { exact: false })).toBeVisible()
    await page.reload()
    await expect(markdown).toHaveValue(/^# Νέοι όροι/)
  })

  await test.step('another operator’s draft is not lost, and what was typed stays', async () => {
    const other = await openOtherBrowser(browser, portal)
    await signInByApi(other, operator)
    await other.goto('/admin/manage/texts/terms/el')
    const otherEditor = other.getByRole('form', { name: 'Κείμενο' })
    await otherEditor.getByRole('textbox', { name: 'Κείμενο' }).fill('# Άλλο πρόχειρο')
    await otherEditor.getByRole('button', { name: 'Αποθήκευση προχείρου' }).click()
    await expect(otherEditor.getByText('Το πρόχειρο αποθηκεύτηκε.', { exact: false })).toBeVisible()
    await editor.getByRole('button', { name: 'Δημοσίευση' }).click()
    await expect(editor.getByText('Άλλος διαχειριστής έκανε αλλαγές στο μεταξύ.')).toBeVisible()
    await expect(markdown).toHaveValue(/^# Νέοι όροι/)
  })

  await test.step('it is published, and a citizen sees the notice and the text', async () => {
    await editor.getByRole('button', { name: 'Δημοσίευση' }).click()
    await expect(page.getByText('Το κείμενο δημοσιεύτηκε.')).toBeVisible()
    await expect(page.getByText('Ισχύει τώρα')).toBeVisible()
    await page.getByRole('button', { name: 'Ανάγνωση έκδοσης 1' }).click()
    await expect(page.getByRole('region', { name: 'Έκδοση 1' }).getByText('Νέοι όροι')).toBeVisible()
    // The header would cover half of a field.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    await citizen.goto('/')
    await expect(citizen.getByText('Άλλαξαν οι όροι χρήσης.')).toBeVisible()
    await citizen.goto('/pages/terms')
    await expect(citizen.getByRole('heading', { level: 1, name: 'Νέοι όροι' })).toBeVisible()
  })

  await test.step('people are mailed after their number was shown', async () => {
    await page.getByRole('button', { name: /^Ειδοποίηση με email σε \d+ (άτομο|άτομα)$/ }).click()
    const question = page.getByRole('alertdialog', { name: /^Αποστολή email σε/ })
    await question.getByRole('button', { name: 'Αποστολή' }).click()
    await expect(page.getByText('Η αποστολή ξεκίνησε', { exact: false })).toBeVisible()
  })

  await test.step('a text of a later day waits, and can be withdrawn', async () => {
    await markdown.fill('# Όροι του μέλλοντος')
    const day = editor.getByRole('combobox', { name: 'Ισχύει από' })
    await day.fill('01/01/2099')
    await day.press('Tab')
    await editor.getByRole('button', { name: 'Δημοσίευση' }).click()
    await expect(page.getByText('Το κείμενο θα ισχύει από 01/01/2099.')).toBeVisible()
    await expect(page.getByText('Δεν ισχύει ακόμη')).toBeVisible()
    await page.getByRole('button', { name: 'Ανάκληση' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ανάκληση' }).click()
    await expect(page.getByText('Η δημοσίευση ανακλήθηκε.')).toBeVisible()
  })
})
