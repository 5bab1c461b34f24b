/** Download of the user's data, and erasure of the account. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectMailsAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import type { Portal } from '../portal.ts'
import { openProgram } from './partner-program.ts'
import { createAccount, linkIn, newcomer, openOtherBrowser, signIn, signInByApi } from './steps.ts'

const password = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).getByLabel('Τρέχον συνθηματικό', { exact: true })

/** Requests the erasure in the settings, and confirms it by the mail's link. */
async function requestErasure(page: Page, portal: Portal): Promise<string> {
  await page.goto('/settings/data')
  await password(page, 'Διαγραφή του λογαριασμού σας').fill(newcomer.password)
  await page.getByRole('button', { name: 'Ζητώ τη διαγραφή του λογαριασμού μου' }).click()
  await expect(page.getByText('Σας στείλαμε μήνυμα', { exact: true })).toBeVisible()
  return linkIn((await portal.mails.next(newcomer.email)).text)
}

test('a citizen downloads their data, by keyboard alone [privacy export]', async ({ page, portal }) => {
  await createAccount(portal)
  await signIn(page, newcomer)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Τα δεδομένα μου' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Τα δεδομένα μου', level: 1 })).toBeVisible()
  await expectAccessible(page)
  const field = password(page, 'Λήψη των δεδομένων σας')
  await field.focus()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Παρακαλώ γράψτε το σωστό τρέχον συνθηματικό.')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill(newcomer.password)
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toBe('my-data.html')
  const html = await readFile(await file.path(), 'utf8')
  expect(html).toContain(newcomer.email)
  await expect(page.getByText('Η λήψη ολοκληρώθηκε')).toBeVisible()

  await test.step('the downloaded page is accessible, also on a phone', async () => {
    const reader = await page.context().newPage()
    await reader.setViewportSize({ width: 320, height: 700 })
    await reader.goto(new URL('/favicon.svg', page.url()).href)
    await reader.goto('about:blank')
    await reader.setContent(html)
    await expect(reader.getByRole('heading', { name: 'Ο λογαριασμός σας' })).toBeVisible()
    await expectAccessible(reader)
    const wide = await reader.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(wide).toBe(false)
  })

  await test.step('the file for programs has the same', async () => {
    await page.getByLabel('Μορφή').selectOption({ label: 'Αρχείο για άλλη υπηρεσία (JSON)' })
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Λήψη', exact: true }).click(),
    ])
    expect(JSON.parse(await readFile(await json.path(), 'utf8'))).toMatchObject({
      account: { email: newcomer.email, first_name: newcomer.firstName },
    })
  })
})

test('a citizen requests the erasure, confirms it by mail, and cancels it [privacy request]', async ({
  browser,
  page,
  portal,
}) => {
  await createAccount(portal)
  await signIn(page, newcomer)
  const link = await requestErasure(page, portal)
  await expectAccessible(page)
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ναι, να διαγραφεί ο λογαριασμός μου' }).click()
  await expect(page.getByRole('heading', { name: 'Το αίτημά σας επιβεβαιώθηκε' })).toBeFocused()
  const notice = page.getByText(/Προγραμματισμένη διαγραφή του λογαριασμού σας: \d\d\/\d\d\/\d{4}/)
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  // Once cancelled, a mail about the erasure that is still queued is not sent.
  await portal.mails.next(newcomer.email)

  await page.goto('/')
  await expect(notice).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Ακύρωση διαγραφής' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Η διαγραφή ακυρώθηκε. Ο λογαριασμός σας μένει όπως ήταν.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Εντάξει' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toBeHidden()

  await test.step('the link of the mail cancels without a session', async () => {
    const again = await requestErasure(page, portal)
    await page.goto(again)
    await page.getByRole('button', { name: 'Ναι, να διαγραφεί ο λογαριασμός μου' }).click()
    const other = await openOtherBrowser(browser, portal)
    await other.goto(linkIn((await portal.mails.next(newcomer.email)).text))
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Να μείνει ο λογαριασμός μου' }).click()
    await expect(other.getByRole('heading', { name: 'Ο λογαριασμός σας δεν θα διαγραφεί' })).toBeFocused()
    await page.goto('/settings/data')
    await expect(page.getByRole('button', { name: 'Ζητώ τη διαγραφή του λογαριασμού μου' })).toBeVisible()
  })
  await expectMailsAccessible(page.context(), portal.mails)
})

test('a citizen restricts the processing and lifts it, and a manager answers the request [privacy restriction] [privacy requests]', async ({
  browser,
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await createAccount(portal)
  await signIn(page, newcomer)
  const boss = { email: 'requests@example.gr', password: 'γραφείο-με-ευθύνη-7' }
  const names = ['--first-name', 'Νίκος', '--last-name', 'Ράπτης', '--role', 'manager', '--password-stdin']
  await portal.cli(['staff', 'add', boss.email, ...names], boss.password)
  const office = await openOtherBrowser(browser, portal, { viewport: { width: 390, height: 844 } })
  await signInByApi(office, boss)
  const found = await office.request.get(`/api/participants/?search=${newcomer.email}`)
  const [person] = (await found.json()) as { id: number }[]
  const program = await openProgram(portal, 'Πράσινο ATM')
  const record = async (description: string, points: number) => {
    const sent = {
      reference: crypto.randomUUID(),
      participant: { id: person?.id },
      happened_at: new Date().toISOString(),
    }
    const answer = await program.record({ records: [{ ...sent, description, points }] })
    return (answer as unknown as { results: { status: string; code?: string }[] }).results[0]
  }
  await record('oil_collected', 50)
  const inEnglish = async (text: string) => {
    await page.context().addCookies([{ name: 'language', value: 'en', url: portal.url }])
    await page.reload()
    await expect(page.getByText(text)).toBeVisible()
    await expectAccessible(page)
    await page.context().addCookies([{ name: 'language', value: 'el', url: portal.url }])
    await page.reload()
  }
  await page.goto('/settings/data')
  await inEnglish('Requests about your data')

  await test.step('the restriction applies at once, and points are not taken', async () => {
    const form = page.getByRole('form', { name: 'Αιτήματα για τα δεδομένα σας' })
    await form.getByRole('button', { name: 'Αποστολή αιτήματος' }).click()
    await expect(form.getByText('Επιλέξτε τι ζητάτε.')).toBeVisible()
    await form.getByLabel('Τι ζητάτε;').selectOption({ label: 'Περιορισμός της επεξεργασίας' })
    await form.getByLabel('Το αίτημά σας').fill('Δεν αναγνωρίζω μια κίνηση.')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Αποστολή αιτήματος' }).click()
    await expect(page.getByRole('status').getByText('Λάβαμε το αίτημά σας')).toBeVisible()
    await expect(page.getByText('Η επεξεργασία των δεδομένων σας είναι περιορισμένη')).toBeVisible()
    await expectAccessible(page)
    await inEnglish('The processing of your data is restricted')
    const mail = await portal.mails.next(newcomer.email)
    expect(mail.subject).toContain('Λάβαμε το αίτημά σας')
    expect(await record('coupon_created', -20)).toMatchObject({
      status: 'refused',
      code: 'processing_restricted',
    })
    expect(await record('oil_collected', 10)).toMatchObject({ status: 'recorded' })
  })

  await test.step('a manager answers', async () => {
    await office.goto('/admin/checks')
    const list = office.getByRole('region', { name: 'Αιτήματα για προσωπικά δεδομένα' })
    const item = list.getByRole('listitem').filter({ hasText: newcomer.lastName })
    await expect(item.getByText('Η επεξεργασία είναι περιορισμένη')).toBeVisible()
    await expect(item.getByText('Δεν αναγνωρίζω μια κίνηση.')).toBeVisible()
    await expectAccessible(office)
    await item.getByRole('button', { name: /^Αποδοχή/ }).click()
    await item.getByLabel('Κείμενο προς τον χρήστη').fill('Ελέγξαμε την κίνηση και είναι σωστή.')
    await expectAccessible(office)
    await item.getByRole('button', { name: 'Αποστολή θετικής απάντησης' }).click()
    await expect(office.getByRole('status').getByText(/Το αίτημα \d+ απαντήθηκε/)).toBeVisible()
    await office.getByRole('link', { name: 'Όλοι' }).click()
    await expect(item.getByRole('term').filter({ hasText: /^Απάντηση$/ })).toBeVisible()
    const mail = await portal.mails.next(newcomer.email)
    expect(mail.text).toContain('Ελέγξαμε την κίνηση και είναι σωστή.')
  })

  await test.step('the citizen reads the answer in English, and lifts the restriction', async () => {
    await page.context().addCookies([{ name: 'language', value: 'en', url: portal.url }])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'My data', level: 1 })).toBeVisible()
    await expect(page.getByText('Ελέγξαμε την κίνηση και είναι σωστή.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Lift the restriction' }).click()
    await expect(page.getByText('The restriction no longer applies')).toBeVisible()
    await expectAccessible(page)
    expect(await record('coupon_created', -20)).toMatchObject({ status: 'recorded' })
  })
  await expectMailsAccessible(page.context(), portal.mails)
})

test.describe('after a short cooling-off period', () => {
  test.use({ environment: { ERASURE_COOLING_OFF: '5s' } })

  test('the account is erased, and cannot sign in [privacy request]', async ({ page, portal }) => {
    await createAccount(portal)
    await signInByApi(page, newcomer)
    await page.goto(await requestErasure(page, portal))
    await page.getByRole('button', { name: 'Ναι, να διαγραφεί ο λογαριασμός μου' }).click()
    let last = await portal.mails.next(newcomer.email)
    // The mail before it is not sent if the account was erased first.
    if (!last.subject?.includes('διαγράφηκε')) last = await portal.mails.next(newcomer.email)
    expect(last.subject).toContain('διαγράφηκε')
    await page.goto('/login')
    await page.getByLabel('Email').fill(newcomer.email)
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
    await page.getByRole('button', { name: 'Είσοδος' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  })
})
