/**
 * An operator gives a partner without software a phone, at 390 px by keyboard: its code, a colleague's change, a locked PIN,
 * a link for the partner's contact, the revocation with an entry that arrives after it, and the month's settlement.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectFitsAndAccessible, expectFitsWithLargeText } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { operator } from '../seed.ts'
import { expectFocus, press, type } from './keyboard-steps.ts'
import { openOtherBrowser, signInByApi } from './steps.ts'
import { issue } from './sticker-steps.ts'

test.use({ shared: false, viewport: { width: 390, height: 860 } })

/** Calls of the phone, as its page makes them. @returns the status and the reply */
async function callByPhone(phone: Page, path: string, data: object) {
  const cookies = await phone.context().cookies()
  const token = cookies.find((cookie) => cookie.name === 'csrftoken' && cookie.path === '/desk')?.value ?? ''
  const answer = await phone.request.post(`/api/desk/${path}`, { data, headers: { 'X-CSRFToken': token } })
  return { status: answer.status(), reply: (await answer.json()) as Record<string, unknown> }
}

test('an operator adds a device to a partner, unlocks and revokes it [console devices] [console held entries]', async ({
  browser,
  page,
  portal,
}) => {
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('alertdialog')
  const device = (name: string) =>
    page
      .getByRole('list', { name: 'Κατάλογος συσκευών' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
  const phone = await openOtherBrowser(browser, portal)
  const other = await openOtherBrowser(browser, portal)
  const [sticker = ''] = await issue(await openOtherBrowser(browser, portal), 1)
  await signInByApi(page, operator)
  await signInByApi(other, operator)

  await test.step('a partner without software needs neither a site nor its secret', async () => {
    await page.goto('/admin/manage/partners/_new')
    await press(page, page.getByLabel(/^Ιστότοπος/), 'Space')
    for (let kind = 0; kind < 4; kind += 1) await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel(/^Συνεργείο συλλογής/)).toBeChecked()
    await type(page, page.getByLabel('Όνομα', { exact: true }), 'Πορτοκαλί κάδοι')
    await expectFitsAndAccessible(page)
    // Recording litres is taken away: the devices then say what they lack.
    await press(page, page.getByLabel('Παράδοση ελαίου', { exact: true }), 'Space')
    await press(page, button('Προσθήκη συνεργάτη'))
    await expect(page.getByRole('status').filter({ hasText: 'Προστέθηκε: Πορτοκαλί κάδοι' })).toBeFocused()
    await expect(page.getByText(/client secret/)).toHaveCount(0)
    await press(page, main.getByRole('link', { name: 'Προσθήκη συσκευής' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Πορτοκαλί κάδοι' })).toBeFocused()
    await expect(page.getByText('Δεν υπάρχει ακόμη συσκευή.')).toBeVisible()
    await expectFitsAndAccessible(page)
  })

  const code = await test.step('a device: what the partner lacks for it, and its code once', async () => {
    await press(page, button('Νέα συσκευή'))
    await expect(page.getByRole('heading', { name: 'Νέα συσκευή' })).toBeFocused()
    await press(page, button('Προσθήκη συσκευής'))
    await expect(page.getByLabel('Όνομα συσκευής')).toBeFocused()
    await page.keyboard.type('Όχημα 2')
    await press(page, main.getByLabel('Να καταχωρίζει λίτρα τηγανελαίου').first(), 'Space')
    await expect(page.getByText('δεν επιτρέπεται να γράφει: Παράδοση ελαίου', { exact: false })).toBeVisible()
    await expect(page.getByText('Δεν υπάρχει τιμή πόντων για: Παράδοση ελαίου.')).toBeVisible()
    await expectFitsAndAccessible(page)
    await press(page, button('Προσθήκη συσκευής'))
    await expect(page.getByRole('heading', { name: 'Σύνδεση: Όχημα 2' })).toBeFocused()
    await expect(page.getByText(/^Ισχύει για 1[45] λεπτά/)).toBeVisible()
    await expect(device('Όχημα 2')).toContainText('Περιμένει σύνδεση')
    await expect(page.getByRole('img', { name: 'Κωδικός QR της σύνδεσης' })).toBeVisible()
    await expectFitsAndAccessible(page)
    await expectFitsWithLargeText(page)
    return page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText()
  })

  await test.step('the phone uses the code, and the console says so by itself', async () => {
    expect(await callByPhone(phone, 'enrol/', { code, pin: '2580' })).toMatchObject({ status: 201 })
    await expect(page.getByText('Η συσκευή συνδέθηκε')).toBeVisible()
    await expect(device('Όχημα 2')).toContainText('Λειτουργεί')
    expect((await callByPhone(other, 'enrol/', { code, pin: '2580' })).status).toBe(400)
    await press(page, button('Απόκρυψη κωδικού'))
  })

  await test.step('what the partner lacks is mended from there', async () => {
    await device('Όχημα 2').getByRole('link', { name: 'Αλλαγή του τι γράφει' }).click()
    await page.getByLabel('Παράδοση ελαίου', { exact: true }).check()
    await page.getByLabel('Να γράφει κινήσεις', { exact: true }).check()
    await button('Αποθήκευση').click()
    await expect(page.getByText('Οι αλλαγές αποθηκεύτηκαν.')).toBeVisible()
    await page.getByRole('link', { name: 'Συσκευές' }).click()
    await device('Όχημα 2').getByRole('link', { name: 'Προσθήκη τιμής' }).click()
    await page.getByLabel('Είδος παράδοσης').selectOption('oil_collected')
    await page.getByLabel('Πόντοι', { exact: true }).fill('20')
    await button('Προεπισκόπηση').click()
    await expect(page.getByText('Η αλλαγή γίνεται αμέσως.')).toBeVisible()
    await button('Αποθήκευση').click()
    await expect(page.getByText('Η αλλαγή έγινε.')).toBeVisible()
    await page.goto('/admin/manage/partners')
    await main.getByRole('link', { name: /^Πορτοκαλί κάδοι/ }).click()
    await page.getByRole('link', { name: 'Συσκευές' }).click()
    await expect(device('Όχημα 2')).not.toContainText('Λείπουν ακόμη')
  })

  await test.step('of two operators, the second one is told what changed, and loses nothing typed', async () => {
    await press(page, button('Αλλαγή: Όχημα 2'))
    await other.goto(new URL(page.url()).pathname + new URL(page.url()).search)
    await other.getByRole('button', { name: 'Αλλαγή: Όχημα 2' }).click()
    await other.getByLabel('Να εξαργυρώνει κουπόνια των προσφορών').first().check()
    await other.getByRole('button', { name: 'Αποθήκευση' }).click()
    await expect(other.getByText('Αποθηκεύτηκε: Όχημα 2')).toBeVisible()
    await type(page, page.getByLabel('Όνομα συσκευής'), 'Όχημα Α')
    await page.keyboard.press('Enter')
    const notice = page.getByRole('alert').filter({ hasText: 'Κάποιος άλλος άλλαξε τη συσκευή' })
    await expect(notice).toContainText('Τι θα κάνει: κουπόνια, λίτρα')
    await expect(page.getByLabel('Όνομα συσκευής')).toHaveValue('Όχημα Α')
    await expectFitsAndAccessible(page)
    await press(page, button('Αποθήκευση'))
    await expect(page.getByRole('status').filter({ hasText: 'Αποθηκεύτηκε: Όχημα Α' })).toBeFocused()
    await expect(device('Όχημα Α')).toContainText('κουπόνια, λίτρα')
  })

  await test.step('five wrong PINs lock it, until it is unlocked', async () => {
    for (let tries = 0; tries < 5; tries += 1) await callByPhone(phone, 'open/', { pin: '0000' })
    expect((await callByPhone(phone, 'open/', { pin: '2580' })).status).toBe(403)
    await page.reload()
    await expect(device('Όχημα Α')).toContainText('Κλειδωμένη μετά από πέντε λάθος PIN')
    await press(page, button('Ξεκλείδωμα: Όχημα Α'))
    await expect(page.getByRole('status').filter({ hasText: 'Ξεκλειδώθηκε: Όχημα Α' })).toBeFocused()
    expect((await callByPhone(phone, 'open/', { pin: '2580' })).status).toBe(200)
  })

  await test.step('a link for the contact of the partner is shown once, works, and is withdrawn', async () => {
    const form = page.getByRole('form', { name: 'Σύνδεσμος για τον συνεργάτη' })
    await type(page, form.getByLabel('Πόσες συσκευές'), '2')
    await press(page, form.getByLabel('Να καταχωρίζει λίτρα τηγανελαίου'), 'Space')
    await press(page, form.getByRole('button', { name: 'Δημιουργία συνδέσμου' }))
    await expect(page.getByRole('heading', { name: 'Ο σύνδεσμος του συνεργάτη' })).toBeFocused()
    await expectFitsAndAccessible(page)
    const link = await main.locator('code').innerText()
    const token = /#link=(.+)$/.exec(link)?.[1] ?? ''
    const second = await openOtherBrowser(browser, portal)
    const enrolled = { link: token, name: 'Όχημα 3', pin: '1470' }
    expect((await callByPhone(second, 'enrol/', enrolled)).status).toBe(201)
    await page.reload()
    await expect(device('Όχημα 3')).toContainText('Λειτουργεί')
    await expect(page.getByText(link)).toHaveCount(0)
    await expect(page.getByText(/^Για 1 συσκευή ακόμη, έως/)).toBeVisible()
    await press(page, page.getByRole('button', { name: /^Ανάκληση του συνδέσμου/ }))
    await press(page, dialog.getByRole('button', { name: 'Ανάκληση' }))
    await expect(page.getByRole('status').filter({ hasText: 'Ο σύνδεσμος δεν ισχύει πια.' })).toBeFocused()
    expect((await callByPhone(second, 'enrol/', { ...enrolled, name: 'Όχημα 4' })).status).toBe(400)
  })

  const lateEntry = () => {
    const now = new Date()
    // Recorded five seconds ago without a network: earlier may be yesterday, which has no rate.
    const at = new Date(now.getTime() - 5_000).toISOString()
    const entry = { reference: randomUUID(), kind: 'oil', sticker, litres: 2.5, at }
    return { sent_at: now.toISOString(), entries: [entry] }
  }
  await test.step('revoked at once, after a question; what arrives later waits for a decision', async () => {
    await press(page, button('Απόσυρση: Όχημα Α'))
    await expect(dialog).toContainText('περιμένει στο κινητό χωρίς δίκτυο δεν χάνεται')
    await expectFitsAndAccessible(page)
    await page.keyboard.press('Escape')
    await expect(button('Απόσυρση: Όχημα Α')).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, dialog.getByRole('button', { name: 'Απόσυρση' }))
    await expect(page.getByRole('status').filter({ hasText: 'Αποσύρθηκε: Όχημα Α' })).toBeFocused()
    await expect(device('Όχημα Α').getByRole('button')).toHaveCount(0)
    const { reply } = await callByPhone(phone, 'entries/', lateEntry())
    expect(reply).toMatchObject({ results: [{ state: 'held' }] })
    await callByPhone(phone, 'entries/', lateEntry())
    await page.reload()
    await expect(page.getByRole('link', { name: 'Συσκευές: 2 σε αναμονή' })).toBeVisible()
    await expectFitsAndAccessible(page)
    const waiting = page.getByRole('list', { name: 'Περιμένουν απόφαση' })
    await expect(waiting).toContainText('2,5 λίτρα')
    await press(page, waiting.getByRole('button', { name: /^Αποδοχή/ }).first())
    await expect(page.getByRole('status').filter({ hasText: 'Η καταχώριση έγινε δεκτή' })).toBeFocused()
    await expectFocus(page)
    await press(page, waiting.getByRole('button', { name: /^Απόρριψη/ }))
    await press(page, dialog.getByRole('button', { name: 'Απόρριψη' }))
    await expect(page.getByRole('status').filter({ hasText: 'Η καταχώριση απορρίφθηκε' })).toBeFocused()
    await expect(page.getByText('Δεν περιμένει τίποτα.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Συσκευές', exact: true })).toBeVisible()
  })

  await test.step('the sums of the month by day and device, and its settlement as files', async () => {
    const days = page.getByRole('table', { name: 'Ανά ημέρα και συσκευή' })
    await expect(days.getByRole('row', { name: /Όχημα Α/ })).toContainText('2,5')
    await page.setViewportSize({ width: 1280, height: 860 })
    await expectFitsAndAccessible(page)
    for (const [label, kind, first] of [
      ['Λήψη σε Excel', 'xlsx', 'PK'],
      ['Λήψη σε PDF', 'pdf', '%PDF'],
    ] as const) {
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: label }).click()
      const file = await downloading
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${kind}$`))
      expect((await readFile(await file.path())).subarray(0, first.length).toString()).toBe(first)
    }
  })
})
