/** Participants add their stickers in the settings; the pages of participants and staff at three widths. */
import { expectFitsAndAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { openProgram } from './partner-program.ts'
import { alone } from '../tags.ts'
import { openOtherBrowser, signInByApi, newcomer, createAccount, widths } from './steps.ts'
import { add, bottle, cards, field, inGreek, issue } from './sticker-steps.ts'

test('a citizen adds a sticker, reports it lost and found, and replaces it', async ({
  browser,
  page,
  portal,
}) => {
  const { record } = await openProgram(portal, 'Λάδι')
  const [first = '', second = ''] = await issue(await openOtherBrowser(browser, portal), 3)
  await createAccount(portal)
  expect((await record(bottle(first, 'bottle-1'))).status).toBe('waiting')
  expect((await record(bottle(first, 'bottle-2'))).status).toBe('waiting')
  await signInByApi(page, newcomer)
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Τα αυτοκόλλητά μου' }).click()
  await expect(page.getByText('Δεν έχετε ακόμη αυτοκόλλητο')).toBeVisible()

  await test.step('an empty or invalid code is rejected with a message and stays in the field [stickers wrong codes]', async () => {
    const unknown = first.endsWith('2') ? `${first.slice(0, -1)}3` : `${first.slice(0, -1)}2`
    for (const [typed, message] of [
      ['', 'Παρακαλώ συμπληρώστε το πεδίο «Κωδικός αυτοκόλλητου».'],
      [
        unknown,
        'Ο κωδικός δεν είναι σωστός. Συγκρίνετέ τον ξανά με το αυτοκόλλητο, χαρακτήρα προς χαρακτήρα.',
      ],
    ] as const) {
      await field(page).fill(typed)
      await add(page).click()
      await expect(page.getByText(message)).toBeVisible()
      await expect(field(page)).toBeFocused()
      await expect(field(page)).toHaveValue(typed)
    }
  })
  await test.step('the code is accepted in Greek lower-case letters with spaces, and waiting deliveries are credited [stickers add]', async () => {
    await field(page).fill(inGreek(first))
    await field(page).press('Enter')
    const said = page.getByRole('status').filter({ hasText: `Το αυτοκόλλητο ${first} είναι δικό σας` })
    await expect(said).toBeFocused()
    await expect(said).toContainText('Πήρατε πόντους για 2 παραδόσεις που περίμεναν: +40 πόντοι.')
    await expect(field(page)).toHaveValue('')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText('Σε χρήση από')
  })
  await test.step('reported lost after a confirmation; found again, with the deliveries of the meantime [stickers lost]', async () => {
    await page.getByRole('button', { name: 'Το έχασα' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ακύρωση' }).click()
    await expect(cards(page)).toContainText('Σε χρήση από')
    await page.getByRole('button', { name: 'Το έχασα' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ναι, το έχασα' }).click()
    await expect(cards(page)).toContainText('Εκτός χρήσης από')
    await expect(cards(page)).not.toContainText('περιμένει ήδη')
    const later = { ...bottle(first, 'bottle-3'), happened_at: new Date().toISOString() }
    expect((await record(later)).status).toBe('waiting')
    await page.reload()
    await expect(cards(page)).toContainText(
      'Μία παράδοση με το χαμένο αυτοκόλλητο περιμένει ήδη: δεν έδωσε πόντους.',
    )
    await page.getByRole('button', { name: 'Το βρήκα' }).click()
    await expect(page.getByText('Πήρατε πόντους για μία παράδοση που περίμενε: +20 πόντοι.')).toBeVisible()
    await expect(cards(page)).toContainText('Σε χρήση από')
  })
  await test.step('another sticker replaces it [stickers replaced]', async () => {
    await page.getByRole('button', { name: 'Αντικατάσταση' }).click()
    const code = page.getByLabel('Κωδικός του νέου αυτοκόλλητου')
    await expect(code).toBeFocused()
    await code.fill(first)
    await code.press('Enter')
    await expect(page.getByText('Αυτό το αυτοκόλλητο έχει ήδη προστεθεί σε λογαριασμό.')).toBeVisible()
    await code.fill(second)
    await code.press('Enter')
    await expect(page.getByText(`Το αυτοκόλλητο ${second} πήρε τη θέση του ${first}`)).toBeVisible()
    await expect(cards(page).filter({ hasText: `Αντικαταστάθηκε με το ${second}.` })).toContainText(first)
  })
  await test.step('the records show the sticker', async () => {
    await page.goto('/')
    const records = page.getByRole('list', { name: 'Πρόσφατες κινήσεις' }).getByRole('button')
    await expect(records).toHaveCount(3)
    await records.last().click()
    await expect(page.getByRole('group', { name: 'Γιατί τόσοι πόντοι;' })).toContainText(first)
  })
  await test.step('another account cannot add it [stickers wrong codes]', async () => {
    const other = { ...newcomer, email: 'other@example.gr' }
    await createAccount(portal, other)
    const otherPage = await openOtherBrowser(browser, portal)
    await signInByApi(otherPage, other)
    await otherPage.goto('/settings/stickers')
    await field(otherPage).fill(second)
    await add(otherPage).click()
    await expect(
      otherPage.getByText(
        'Αυτό το αυτοκόλλητο ανήκει ήδη σε άλλον λογαριασμό. Ελέγξτε τον κωδικό ή χρησιμοποιήστε άλλο αυτοκόλλητο.',
      ),
    ).toBeVisible()
  })
})

test(
  'the sticker pages work by keyboard in the settings dialog, and fit at three widths without axe violations [stickers widths]',
  alone,
  async ({ browser, page, portal }) => {
    const clerkPage = await openOtherBrowser(browser, portal)
    const [first = '', second = ''] = await issue(clerkPage, 2)
    const { record } = await openProgram(portal, 'Λάδι')
    await record(bottle('2345-6789-AEH5', 'bottle-1'))
    await createAccount(portal)
    await signInByApi(page, newcomer)
    await page.goto('/settings')

    await test.step('keyboard only, in the frame of the settings dialog', async () => {
      await page.setViewportSize({ width: 1280, height: 860 })
      await page.goto('/')
      await page.getByRole('button', { name: new RegExp(newcomer.email) }).press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const frame = page.frameLocator('iframe')
      await frame.getByRole('link', { name: 'Τα αυτοκόλλητά μου' }).press('Enter')
      await expect(frame.getByRole('heading', { name: 'Τα αυτοκόλλητά μου' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.type(first.toLowerCase())
      await page.keyboard.press('Enter')
      await expect(frame.getByText(`Το αυτοκόλλητο ${first} είναι δικό σας`)).toBeVisible()
      await page.keyboard.press('Escape')
    })
    for (const width of widths)
      await test.step(`${width} px`, async () => {
        for (const one of [page, clerkPage]) await one.setViewportSize({ width, height: 860 })
        await page.goto('/settings/stickers')
        await page.getByRole('button', { name: 'Αντικατάσταση' }).click()
        await field(page).fill('x')
        await add(page).click()
        await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
        await expectFitsAndAccessible(page, 'the citizen’s stickers')
        await clerkPage.goto(`/admin/stickers?code=${first}`)
        await clerkPage.getByRole('button', { name: 'Ο κωδικός' }).click()
        await expect(clerkPage.getByRole('row')).toHaveCount(4)
        await expectFitsAndAccessible(clerkPage, 'the staff’s stickers')
        await clerkPage.getByRole('link', { name: 'Ελένη Κωνσταντίνου' }).click()
        await expect(clerkPage.getByRole('list', { name: 'Αυτοκόλλητα' })).toContainText(first)
        await expectFitsAndAccessible(clerkPage, 'a person with a sticker')
      })
    await test.step('768 px: the settings are under Περισσότερα [§2 header overflow]', async () => {
      await clerkPage.setViewportSize({ width: 768, height: 860 })
      await clerkPage.getByRole('button', { name: 'Περισσότερα' }).click()
      await expect(clerkPage.getByRole('link', { name: 'Ρυθμίσεις' })).toBeVisible()
      await expectFitsAndAccessible(clerkPage, 'the header')
    })
    expect(second).not.toBe('')
  },
)
