/** Staff issue stickers, print their labels, look up codes, and see the deliveries that wait for an owner. */
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { openProgram } from './partner-program.ts'
import { openOtherBrowser, signInByApi, newcomer, createAccount } from './steps.ts'
import { add, bottle, cards, field, inGreek, issue } from './sticker-steps.ts'

test.use({ shared: false })

test('staff issue a batch of stickers and download its labels and codes', async ({ page }) => {
  await signInByApi(page, clerk)
  await page.goto('/admin/users')
  await page
    .getByRole('navigation', { name: 'Κύριο μενού' })
    .getByRole('link', { name: 'Αυτοκόλλητα' })
    .click()
  await expect(page.getByText('Δεν έχουν εκδοθεί αυτοκόλλητα')).toBeVisible()
  const count = page.getByLabel('Πόσα αυτοκόλλητα')
  const send = page.getByRole('button', { name: 'Έκδοση παρτίδας' })

  await test.step('an invalid number is rejected with a message and stays in the field [stickers batches]', async () => {
    for (const [typed, message] of [
      ['', 'Παρακαλώ συμπληρώστε το πεδίο «Πόσα αυτοκόλλητα».'],
      ['εκατό', 'Γράψτε έναν ακέραιο αριθμό, μόνο με ψηφία.'],
      ['0', 'Γράψτε τουλάχιστον 1.'],
      ['10.001', 'Μια παρτίδα έχει έως 10.000 αυτοκόλλητα. Γράψτε μικρότερο αριθμό.'],
    ] as const) {
      await count.fill(typed)
      await send.click()
      await expect(count).toHaveAccessibleDescription(new RegExp(message.replace(/[.?"]/g, '\\$&')))
      await expect(count).toBeFocused()
      await expect(count).toHaveValue(typed)
    }
  })
  await test.step('the issued batch is confirmed and listed [stickers batches]', async () => {
    await count.fill('130')
    await page.getByLabel(/^Σημείωση/).fill('Δημαρχείο')
    await send.click()
    await expect(page.getByText('Η παρτίδα 1 εκδόθηκε: 130 αυτοκόλλητα')).toBeVisible()
    await expect(page.getByRole('row', { name: /^1 .* 130 .*0 .*Δημαρχείο/ })).toBeVisible()
    await expect(count).toHaveValue('')
  })
  await test.step('labels and codes are downloaded as files [stickers files]', async () => {
    for (const [name, file] of [
      ['Ετικέτες PDF της παρτίδας 1', 'labels-1.pdf'],
      ['Κωδικοί CSV της παρτίδας 1', 'codes-1.csv'],
    ] as const) {
      const coming = page.waitForEvent('download')
      await page.getByRole('table').getByRole('link', { name }).click()
      expect((await coming).suggestedFilename()).toBe(file)
    }
  })
})

test('staff look up a code and see the waiting deliveries', async ({ browser, page, portal }) => {
  const { record } = await openProgram(portal, 'Λάδι')
  const [first = '', second = ''] = await issue(page, 3)
  await createAccount(portal)
  const search = page.getByRole('region', { name: 'Αναζήτηση κωδικού' })
  const answer = search.getByRole('status')
  const plain = first.replaceAll('-', '')

  await test.step('no delivery is waiting', async () => {
    await expect(page.getByText('Δεν υπάρχουν παραδόσεις σε αναμονή.')).toBeVisible()
  })
  for (const reference of ['bottle-1', 'bottle-2']) await record(bottle(first, reference))
  await record(bottle('2345-6789-AEH5', 'bottle-3'))

  await test.step('the number of waiting deliveries, and their codes [stickers waiting]', async () => {
    await page.reload()
    await expect(
      page.getByText(
        '3 παραδόσεις περιμένουν: 1 με άγνωστο κωδικό, 2 με αυτοκόλλητο που δεν ανήκει σε κανέναν.',
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Οι 2 κωδικοί' }).click()
    const rows = page.getByRole('table', { name: 'Παραδόσεις σε αναμονή' }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText(first)
    await expect(rows.nth(1)).toContainText('Αυτοκόλλητο χωρίς κάτοχο')
    await expect(rows.nth(2)).toContainText('Άγνωστος κωδικός')
    await rows.nth(1).getByRole('link', { name: first }).click()
    await expect(answer).toBeFocused()
    await expect(field(page)).toHaveValue(first)
  })
  await test.step('a sticker without an owner: its waiting deliveries and their site [stickers waiting]', async () => {
    await expect(answer.getByRole('heading')).toHaveText(first)
    for (const message of [
      'Δεν ανήκει ακόμη σε κανέναν',
      '2 παραδόσεις, 40 πόντοι',
      '02/11/2026, 09:30',
      'Λάδι (2)',
    ])
      await expect(answer).toContainText(message)
  })
  await test.step('codes are typed or scanned one after the other, in any notation [stickers look-up]', async () => {
    await page.goto('/admin/stickers')
    await field(page).fill(inGreek(first))
    await field(page).press('Enter')
    await expect(page).toHaveURL(new RegExp(`\\?code=${plain}$`))
    await expect(answer.getByRole('heading')).toHaveText(first)
    await expect(field(page)).toBeFocused()
    for (const [scanned, message] of [
      ['222222222222', 'Δεν ισχύει κανένα αυτοκόλλητο με αυτόν τον κωδικό'],
      [`${plain.slice(0, -1)}B`, 'Δεν βρέθηκε αυτοκόλλητο με αυτόν τον κωδικό'],
      ['2345-6789-AEH5', '1 παράδοση, 20 πόντοι'],
    ] as const) {
      // The last code is selected, so the next one replaces it.
      await expect
        .poll(() =>
          field(page).evaluate(
            ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
              value !== '' && selectionStart === 0 && selectionEnd === value.length,
          ),
        )
        .toBe(true)
      await page.keyboard.type(scanned)
      await page.keyboard.press('Enter')
      await expect(answer).toContainText(message)
    }
  })
  await test.step('an empty or too long code is rejected with a message and stays in the field [stickers look-up]', async () => {
    await field(page).fill(' ')
    await field(page).press('Enter')
    await expect(field(page)).toHaveAccessibleDescription(
      /Παρακαλώ συμπληρώστε το πεδίο «Κωδικός αυτοκόλλητου»\./,
    )
    await field(page).fill('Χ'.repeat(101))
    await field(page).press('Enter')
    await expect(field(page)).toHaveAccessibleDescription(/Γράψτε έως 100 χαρακτήρες/)
    await expect(field(page)).toHaveValue(/^[XΧ]{101}$/)
  })
  await test.step('a replaced sticker: its owner, the replacement, and the owner’s stickers [stickers owner]', async () => {
    const citizen = await openOtherBrowser(browser, portal)
    await signInByApi(citizen, newcomer)
    await citizen.goto('/settings/stickers')
    await field(citizen).fill(first)
    await add(citizen).click()
    await citizen.getByRole('button', { name: 'Αντικατάσταση' }).click()
    await citizen.getByLabel('Κωδικός του νέου αυτοκόλλητου').fill(second)
    await citizen.keyboard.press('Enter')
    await expect(cards(citizen)).toHaveCount(2)

    await page.goto(`/admin/stickers?code=${plain}`)
    await expect(answer).toContainText('Χαμένο, το αντικατέστησε άλλο')
    await expect(answer).toContainText('Καμία παράδοση')
    await answer.getByRole('link', { name: second }).click()
    await expect(answer.getByRole('heading')).toHaveText(second)
    await expect(answer).toContainText('Σε χρήση')
    await expect(answer.getByRole('link', { name: first })).toBeVisible()
    await page.goBack()
    await expect(answer.getByRole('heading')).toHaveText(first)
    await answer.getByRole('link', { name: 'Ελένη Κωνσταντίνου' }).click()
    const stickers = page.getByRole('list', { name: 'Αυτοκόλλητα' }).getByRole('listitem')
    await expect(stickers).toHaveCount(2)
    await expect(stickers.filter({ hasText: first })).toContainText('το αντικατέστησε άλλο')
    await stickers.getByRole('link', { name: second }).click()
    await expect(answer.getByRole('heading')).toHaveText(second)
  })
  await test.step('a reload shows the same sticker [stickers look-up]', async () => {
    await page.reload()
    await expect(answer.getByRole('heading')).toHaveText(second)
  })
  await test.step('/ focuses the field', async () => {
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
  })
})
