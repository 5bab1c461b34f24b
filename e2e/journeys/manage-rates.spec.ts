/** An operator adds and ends rates; a manager sees what a request changes and approves it. */
import { expectAccessible } from '../accessible.ts'
import { clerk, operator } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { openProgram } from './partner-program.ts'
import { createAccount, signInByApi } from './steps.ts'

test.use({ environment: { FOUR_EYES_ABOVE: '1000' } })

const manager = { email: 'manager@example.gr', password: 'γραφείο-με-ευθύνη-7' }

test('an operator previews and requests rates, which a manager approves [rates console] [security four eyes]', async ({
  browser,
  page,
  portal,
}) => {
  const run = async (args: string[], stdin = '') => {
    const { code, stdout, stderr } = await portal.cli(args, stdin)
    expect(code, stderr).toBe(0)
    return stdout
  }
  const names = ['--first-name', 'Νίκος', '--last-name', 'Ράπτης', '--role', 'manager']
  await run(['staff', 'add', manager.email, ...names, '--password-stdin'], manager.password)
  await createAccount(portal)
  await page.setViewportSize({ width: 1280, height: 860 })
  await signInByApi(page, operator)
  const form = page.getByRole('form', { name: /τιμής?$|τιμή$/i })
  const requests = page.getByRole('region', { name: 'Αιτήματα για αλλαγές' })
  const rates = page.getByRole('region', { name: 'Τιμές', exact: true })
  const other = await browser.newPage({ baseURL: portal.url })
  await signInByApi(other, manager)
  const approve = async (id: number, seen: string | RegExp) => {
    await other.goto('/admin/checks')
    await expect(
      other.getByRole('region', { name: `Τι θα αλλάξει: Αίτημα ${id}` }).getByText(seen),
    ).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: `Έγκριση: Αίτημα ${id}` }).click()
    await other.getByRole('button', { name: 'Οριστική έγκριση' }).click()
    await expect(other.getByText(`Το αίτημα ${id} εγκρίθηκε.`)).toBeVisible()
  }

  await test.step('the first rate is requested after its preview', async () => {
    await page.goto('/admin/manage')
    await page
      .getByRole('navigation', { name: 'Διαχείριση' })
      .getByRole('link', { name: 'Τιμές πόντων' })
      .click()
    await expect(page.getByText('Δεν υπάρχουν τιμές')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Νέα τιμή' }).click()
    await expect(form.getByRole('heading', { name: 'Νέα τιμή' })).toBeFocused()
    await form.getByRole('button', { name: 'Προεπισκόπηση' }).click()
    await expect(form.getByLabel('Είδος παράδοσης')).toBeFocused()
    await form.getByLabel('Είδος παράδοσης').selectOption('oil_collected')
    await expect(form.getByLabel('Πόντοι ανά')).toHaveValue('litre')
    await form.getByLabel('Πόντοι', { exact: true }).fill('τριάντα')
    await form.getByRole('combobox', { name: 'Πρώτη ημέρα' }).fill('01/01/2026')
    await form.getByRole('button', { name: 'Προεπισκόπηση' }).click()
    await expect(form.getByText('Γράψτε αριθμό πάνω από το 0', { exact: false })).toBeVisible()
    await form.getByLabel('Πόντοι', { exact: true }).fill('20,5')
    await form.getByRole('button', { name: 'Προεπισκόπηση' }).click()
    await expect(form.getByRole('heading', { name: 'Τι θα αλλάξει' })).toBeFocused()
    await expect(
      form.getByText('Από 01/01/2026 αυτές οι παραδόσεις θα δίνουν 20,5 πόντους ανά λίτρο.'),
    ).toBeVisible()
    await expectFitsEverywhere(page, 'preview', [390, 1024])
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Αίτημα έγκρισης' }).click()
    await expect(page.getByText('Το αίτημα 1 στάλθηκε για έγκριση.')).toBeVisible()
    await expect(requests.getByText('Περιμένει έγκριση')).toBeVisible()
    await approve(1, /20,5 πόντους ανά λίτρο/)
  })

  await test.step('an end shows last month’s deliveries by municipality and the days without a rate', async () => {
    const people = (await (await other.request.get('/api/participants/')).json()) as { id: number }[]
    const { record } = await openProgram(portal, 'Λάδι')
    const lastMonth = new Date()
    lastMonth.setUTCDate(0)
    await record({
      reference: 'tavern',
      participant: { id: people[0]?.id },
      description: 'oil_collected',
      measure: { litres: 3 },
      happened_at: `${lastMonth.toISOString().slice(0, 10)}T10:00:00+02:00`,
    })
    await page.reload()
    await expect(rates.getByText('Ισχύει τώρα')).toBeVisible()
    await rates.getByRole('link', { name: /^Λήξη: 20,5 πόντοι ανά λίτρο/ }).click()
    const lastDay = form.getByRole('combobox', { name: 'Τελευταία ημέρα' })
    await lastDay.fill('01/01/2026')
    // Closes the calendar, which covers the button.
    await lastDay.press('Tab')
    await form.getByRole('button', { name: 'Προεπισκόπηση' }).click()
    await expect(form.getByText('Η τιμή έδωσε πόντους για παράδοση στις', { exact: false })).toBeVisible()
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await lastDay.fill(soon.split('-').toReversed().join('/'))
    // The error under the field goes when the day is read, and the button moves.
    await lastDay.press('Tab')
    await form.getByRole('button', { name: 'Προεπισκόπηση' }).click()
    await expect(form.getByText('Προσοχή')).toBeVisible()
    await expect(form.getByRole('row', { name: /^Σύνολο 1 62 0 −62$/ })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a second operator is told what changed meanwhile and keeps what was typed', async () => {
    const [id = ''] = /\d+/.exec(await run(['rates', 'list'])) ?? []
    await run(['rates', 'replace', id, '--points', '30', '--from', '2099-01-01', '--as', clerk.email])
    await form.getByRole('button', { name: 'Αίτημα έγκρισης' }).click()
    await expect(form.getByText('Άλλος διαχειριστής άλλαξε κάτι στο μεταξύ')).toBeVisible()
    await expect(form.getByText(`Αίτημα 2: Αντικατάσταση τιμής πόντων, από ${clerk.email}`)).toBeVisible()
    await expect(form.getByRole('combobox', { name: 'Τελευταία ημέρα' })).not.toHaveValue('')
    await form.getByRole('button', { name: 'Αίτημα έγκρισης' }).click()
    await expect(page.getByText('Το αίτημα 3 στάλθηκε για έγκριση.')).toBeVisible()
    await approve(2, /30 πόντους ανά λίτρο/)
    await page.reload()
    await expect(rates.getByText('Θα ισχύσει')).toBeVisible()
    await expect(requests.getByText('Εγκρίθηκε').first()).toBeVisible()
    await expectFitsEverywhere(page, 'rates', [390, 1024])
    await expectAccessible(page)
  })
})
