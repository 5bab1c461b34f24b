/** Two tabs of one browser, two accounts: data of one account is neither saved into nor shown to the other. */
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { slow } from '../tags.ts'
import { signInByApi, signOutByApi, newcomer, createAccount, signIn } from './steps.ts'

const other = { ...newcomer, firstName: 'Νίκος', email: 'nikos@example.gr', password: 'κόκκινο-λάδι-57' }

const firstName = (page: Page) => page.getByLabel('Όνομα', { exact: true })
const switched = (from: string, to: string) =>
  `Σε άλλη καρτέλα συνδεθήκατε ως ${to}. Όσες αλλαγές δεν είχατε αποθηκεύσει ως ${from} δεν στάλθηκαν.`
const nameNow = async (page: Page) => {
  const answer = await page.request.get('/api/auth/users/me/')
  return ((await answer.json()) as { first_name: string }).first_name
}

test('two tabs do not mix the data of two accounts', slow, async ({ page, context, portal }, testInfo) => {
  await createAccount(portal)
  await createAccount(portal, other)
  const file = testInfo.outputPath('points.csv')
  const record = `${other.email},300,oil_collected,2024-05-01T10:00:00+03:00,tabs-1`
  await writeFile(file, `email,points,description,created_at,reference\n${record}`)
  const imported = await portal.cli(['import', 'points', file])
  expect(imported.code, imported.stderr).toBe(0)
  await signIn(page, newcomer)
  await page.goto('/settings')
  await firstName(page).fill('Ελένη-Μαρία')
  const second = await context.newPage()

  await test.step('a sign-out in one tab redirects the other to /login', async () => {
    await second.goto('/logout')
    await expect(second).toHaveURL(/\/login$/)
    await expect(page).toHaveURL(/\/login\?next=%2Fsettings$/)
    await expect(page.getByText('Η σύνδεσή σας έληξε.')).toBeVisible()
  })

  await test.step('a sign-in in one tab switches the other and reports its unsaved form [§4 other tabs]', async () => {
    await signIn(second, other)
    await expect(page.getByText(switched(newcomer.email, other.email))).toBeVisible()
    await expect(page.getByRole('button', { name: `Λογαριασμός: ${other.email}` })).toBeVisible()
    await expect(firstName(page)).toHaveValue(other.firstName)
    await page.getByRole('button', { name: 'Εντάξει' }).click()
    await expect(page.getByText(switched(newcomer.email, other.email))).toBeHidden()
  })

  await test.step('a form of one account is not saved into another after a missed sign-in [§4 other account]', async () => {
    await firstName(page).fill('Νικόλαος')
    await signInByApi(second, newcomer)
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'Ενημέρωση' }).click()
    expect((await answered).status()).toBe(409)
    await expect(page.getByText(switched(other.email, newcomer.email))).toBeVisible()
    expect(await nameNow(second)).toBe(newcomer.firstName)
  })

  await test.step('a sticker is not added to another account after a missed sign-in', async () => {
    await page.goto('/settings/stickers')
    // The page reads nothing more, so it cannot see the switch before the code is sent.
    await expect(page.getByText('Δεν έχετε ακόμη αυτοκόλλητο')).toBeVisible()
    await page.getByRole('textbox').fill('A4KX-97TE-H2MX')
    await signInByApi(second, other)
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('textbox').press('Enter')
    expect((await answered).status()).toBe(409)
    await expect(page.getByText(switched(newcomer.email, other.email))).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveValue('')
  })
  await test.step('points of one account are not shown to the other [§4 other account]', async () => {
    await page.goto('/')
    const records = page.getByRole('list', { name: 'Πρόσφατες κινήσεις' })
    await expect(records.getByRole('listitem')).toHaveCount(1)
    await signOutByApi(second)
    await signIn(second, newcomer)
    await expect(page.getByRole('heading', { name: `Καλώς ήρθατε, ${newcomer.firstName}` })).toBeVisible()
    await expect(page.getByText('Δεν έχετε ακόμη κινήσεις πόντων')).toBeVisible()
    await expect(records).toBeHidden()
  })
})
