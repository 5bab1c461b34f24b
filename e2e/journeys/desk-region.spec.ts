/**
 * A region that has no other system: from an empty portal to a citizen who brought 2.5 litres at a collector's phone, got
 * points, took an offer and used it at the bakery's till. All side by side at 390 px, in Greek up to the points, then in
 * English; the collector's network is cut in the middle, and two tills race for the coupon.
 */
import type { Page } from '@playwright/test'
import { expectFitsAndAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import {
  button,
  fillColleague,
  fillCompany,
  fillFirstAccount,
  fillMunicipality,
  fillPlace,
  fillRate,
  toNextStep,
} from './region-steps.ts'
import { changePassword, fillSignUp, linkIn, newcomer, openOtherBrowser, signIn } from './steps.ts'

const operator = { email: 'anna@example.gr', password: 'ελιά-κι-αλάτι-73' }
const manager = { email: 'nikos@example.gr', password: 'σκάλα-στο-φεγγάρι-9' }
const citizen = { email: 'eleni@example.gr', password: newcomer.password }
const pin = '2580'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('alertdialog')
const desk = (page: Page) => page.getByRole('main')

/** Adds a partner that works with phones, and ends at its devices. */
async function addPhonePartner(page: Page, kind: RegExp, name: string) {
  await page.getByLabel(kind).check()
  await page.getByLabel('Όνομα', { exact: true }).fill(name)
  await button(page, 'Προσθήκη συνεργάτη').click()
  await page.getByRole('link', { name: 'Προσθήκη συσκευής' }).click()
  await expect(title(page)).toHaveText(name)
}

/** Adds a device to the open partner. @returns what the QR code has: the address that enrols it */
async function addDevice(page: Page, name: string, use: string, place?: string): Promise<string> {
  await button(page, 'Νέα συσκευή').click()
  const form = page.getByRole('form', { name: 'Νέα συσκευή' })
  await form.getByLabel('Όνομα συσκευής').fill(name)
  if (place !== undefined) await form.getByLabel('Σημείο συλλογής').selectOption(place)
  await form.getByLabel(use).check()
  await form.getByRole('button', { name: 'Προσθήκη συσκευής' }).click()
  await expect(page.getByRole('heading', { name: `Σύνδεση: ${name}` })).toBeFocused()
  return `/desk#${await page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText()}`
}

/** On the phone: opens the address of the QR code and chooses the PIN. */
async function enrol(phone: Page, address: string, name: string) {
  await phone.goto(address)
  await phone.getByLabel('PIN με 4 έως 6 ψηφία').fill(pin)
  await phone.getByLabel('Το ίδιο PIN ξανά').fill(pin)
  await button(phone, 'Σύνδεση συσκευής').click()
  await expect(phone.getByRole('banner')).toContainText(name)
  await expect(phone.getByRole('banner')).toContainText('Σε σύνδεση')
}

/** On a till: the typed code, and what the whole screen answers. */
async function checkCoupon(till: Page, code: string) {
  await desk(till).getByLabel('Coupon code').fill(code)
  await desk(till).getByRole('button', { name: 'Check', exact: true }).click()
  await expect(desk(till).getByRole('heading', { name: 'Valid', exact: true })).toBeVisible()
  await expect(desk(till)).toContainText('Ένα ψωμί')
}

test.use({ people: 'nobody', environment: { FOUR_EYES_ABOVE: '10000' } })

test('a region without any other system: brought, got points, took an offer, used it [desk region]', async ({
  browser,
  portal,
}) => {
  const { mails } = portal
  const phoneSize = { viewport: { width: 390, height: 860 } }
  const open = () => openOtherBrowser(browser, portal, phoneSize)
  const [page, theirs, home] = [await open(), await open(), await open()]
  const [collector, till, other] = [await open(), await open(), await open()]
  const available = (points: number, label = 'Διαθέσιμοι πόντοι') =>
    expect(home.getByRole('region').filter({ hasText: label }).first()).toContainText(
      new RegExp(`${label}\\s*${points}(?!\\d)`),
    )
  await test.step('the operator opens the region by the list of first steps', async () => {
    await page.goto(/http\S+\/admin\/first#\S+/.exec(portal.log())?.[0] ?? '')
    await fillFirstAccount(page, operator)
    await button(page, 'Αποστολή δοκιμαστικού email').click()
    await mails.next(operator.email)
    await expect(page.getByText('Έγιναν 1 από 10')).toBeVisible()
    await page.getByRole('link', { name: 'Συμπλήρωση στοιχείων' }).click()
    // No site of coupons: the portal's own offers.
    await fillCompany(page, '')
    await toNextStep(page, 'Δήμοι')
    await fillMunicipality(page)
    await toNextStep(page, 'Μέλος της Εποπτείας')
    await fillColleague(page, manager)
    await dialog(page).getByRole('button', { name: 'Προσθήκη' }).click()
    await toNextStep(page, 'Πρώτος συνεργάτης')
    await addPhonePartner(page, /^Συνεργείο συλλογής/, 'Πορτοκαλί κάδοι')
    await toNextStep(page, 'Τιμή πόντων')
    await fillRate(page, 20)
    await button(page, 'Αίτημα έγκρισης').click()
    await toNextStep(page, 'Σημεία συλλογής')
    await fillPlace(page)
  })

  await test.step('the manager approves the rate', async () => {
    await theirs.goto(linkIn((await mails.next(manager.email)).text))
    await changePassword(theirs, manager.password)
    await expect(theirs.getByText('άλλαξε επιτυχώς')).toBeVisible()
    await signIn(theirs, manager)
    await theirs.goto('/admin/checks')
    await theirs.getByRole('button', { name: /^Έγκριση: Αίτημα/ }).click()
    await button(theirs, 'Οριστική έγκριση').click()
    await expect(theirs.getByText('Το αίτημα 1 εγκρίθηκε.')).toBeVisible()
  })

  await test.step('the collector and the two tills of the bakery get their devices', async () => {
    await page.goto('/admin/manage/partners')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Πορτοκαλί κάδοι/ })
      .click()
    await page.getByRole('link', { name: 'Συσκευές' }).click()
    const oil = 'Να καταχωρίζει λίτρα τηγανελαίου'
    await enrol(collector, await addDevice(page, 'Όχημα 2', oil, 'ΑΤΜ Λαϊκής, Φιλίππου 40'), 'Όχημα 2')
    await expect(page.getByText('Η συσκευή συνδέθηκε')).toBeVisible()
    await page.goto('/admin/manage/partners/_new')
    await addPhonePartner(page, /^Κατάστημα/, 'Φούρνος «Το Ζυμωτό»')
    const coupons = 'Να εξαργυρώνει κουπόνια των προσφορών'
    await enrol(till, await addDevice(page, 'Ταμείο 1', coupons), 'Ταμείο 1')
    await button(page, 'Απόκρυψη κωδικού').click()
    await enrol(other, await addDevice(page, 'Ταμείο 2', coupons), 'Ταμείο 2')
    for (const phone of [collector, till]) await expectFitsAndAccessible(phone, 'the desk')
  })

  await test.step('an offer of the bakery, in both languages', async () => {
    await page.goto('/admin/manage/offers/new')
    await page.getByLabel('Συνεργάτης', { exact: true }).selectOption({ label: 'Φούρνος «Το Ζυμωτό»' })
    await page.getByLabel('Τίτλος', { exact: true }).fill('Ένα ψωμί')
    await page.getByLabel('Τίτλος στα αγγλικά').fill('A loaf of bread')
    await page.getByLabel('Πόντοι', { exact: true }).fill('50')
    await button(page, 'Αποθήκευση ως πρόχειρη').click()
    await button(page, 'Δημοσίευση προσφοράς').click()
    await dialog(page).getByRole('button', { name: 'Δημοσίευση προσφοράς' }).click()
    await expect(page.getByText('Η προσφορά δημοσιεύτηκε')).toBeVisible()
    await page.goto('/admin/manage/first-steps')
    for (const name of ['Συσκευές συνεργατών', 'Προσφορές'])
      await expect(
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) }),
      ).toContainText('Έγινε')
    await expectFitsAndAccessible(page, 'the first steps')
  })

  await test.step('a citizen signs up and has a card', async () => {
    await home.goto('/signup')
    await fillSignUp(home, citizen)
    await button(home, 'Δημιουργία νέου λογαριασμού').click()
    await expect(title(home)).toHaveText('Ο λογαριασμός σας δημιουργήθηκε')
    await home.goto(linkIn((await mails.next(citizen.email)).text))
    await expect(title(home)).toHaveText('Ο λογαριασμός σας ενεργοποιήθηκε')
    await signIn(home, citizen)
    await home.getByRole('main').getByRole('link', { name: 'Η κάρτα μου' }).click()
    await expect(title(home)).toHaveText('Η κάρτα μου')
    await expectFitsAndAccessible(home, 'the card')
  })

  await test.step('2.5 litres at the collector’s phone, whose network is cut: 50 points on the open page when it is back', async () => {
    const shown = home.getByRole('region', { name: 'Κωδικός κάρτας' }).getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const code = (await shown.innerText()).replace(/\s/g, '')
    await home.goto('/')
    await available(0)
    await desk(collector).getByLabel('Κωδικός αυτοκόλλητου').fill(code)
    await button(collector, 'Συνέχεια').click()
    // No more of the person is known there.
    await expect(desk(collector)).toContainText('Ελένη Κ.')
    await expect(desk(collector)).not.toContainText('Κωνσταντίνου')
    for (const key of ['2', 'κόμμα', '5']) await button(collector, key).click()
    await expect(desk(collector)).toContainText('50 πόντοι')
    await expectFitsAndAccessible(collector, 'the litres')
    await collector.context().setOffline(true)
    await expect(collector.getByRole('banner')).toContainText('Χωρίς σύνδεση')
    await button(collector, 'Καταχώριση και επόμενο').click()
    await expect(desk(collector).getByRole('status')).toContainText('Κρατήθηκε στη συσκευή')
    // An empty battery: the page starts again without network, and what waits is there.
    await collector.reload()
    await expect(collector.getByRole('banner')).toContainText('Χωρίς σύνδεση · 1 σε αναμονή')
    await expectFitsAndAccessible(collector, 'the desk without network')
    await available(0)
    await collector.context().setOffline(false)
    await available(50)
    await expect(home.getByText('Πορτοκαλί κάδοι, ΑΤΜ Λαϊκής', { exact: true })).toBeVisible()
    await expect(button(home, /δεν ήμουν εγώ/i).first()).toBeVisible()
    await expectFitsAndAccessible(home, 'the landing page with the delivery')
    await expect(collector.getByRole('banner')).toContainText('Σε σύνδεση')
  })

  const code = await test.step('in English: the points become a coupon', async () => {
    await button(home, 'Μενού').click()
    await home.getByRole('dialog').getByRole('button', { name: 'English' }).click()
    await expect(home.locator('html')).toHaveAttribute('lang', 'en')
    await home.goto('/offers')
    await expectFitsAndAccessible(home, 'the offers')
    await home.getByRole('main').getByRole('link', { name: 'A loaf of bread' }).click()
    await button(home, 'Redeem').click()
    await home.getByRole('dialog').getByRole('button', { name: 'Redeem now' }).click()
    await expect(home).toHaveURL(/\/coupons\/\d+$/)
    await expect(home.getByRole('status').filter({ hasText: 'The coupon is yours' })).toBeVisible()
    await expectFitsAndAccessible(home, 'the coupon')
    const shown = home.getByRole('main').getByText(/^([2-9A-Z]{4}[\s-]*){3}$/)
    return (await shown.first().innerText()).replace(/\s/g, '')
  })

  await test.step('two tills race for it: one wins, the other is told where it was used', async () => {
    for (const one of [till, other]) {
      await button(one, 'English').click()
      await expect(one.getByRole('banner')).toContainText('Online')
    }
    await till.context().setOffline(true)
    await expect(desk(till)).toContainText('Coupons cannot be used offline.')
    await till.context().setOffline(false)
    await expect(till.getByRole('banner')).toContainText('Online')
    await Promise.all([till, other].map((one) => checkCoupon(one, code)))
    await expectFitsAndAccessible(till, 'a valid coupon')
    await Promise.all([till, other].map((one) => button(one, 'Redeem now').click()))
    const answer = (one: Page) =>
      desk(one)
        .getByRole('heading')
        .filter({ hasText: /^(Redeemed|Used already)$/ })
    await Promise.all([till, other].map((one) => expect(answer(one)).toBeVisible()))
    const answers = await Promise.all([till, other].map((one) => answer(one).innerText()))
    expect(answers.toSorted()).toEqual(['Redeemed', 'Used already'])
    const [winner, loser]: [string, Page] =
      answers[0] === 'Redeemed' ? ['Ταμείο 1', other] : ['Ταμείο 2', till]
    await expect(desk(loser)).toContainText(winner)
    for (const one of [till, other]) await expectFitsAndAccessible(one, 'the used coupon')
    await home.reload()
    await expect(home.getByText(winner).first()).toBeVisible()
    await home.goto('/')
    await available(0, 'Available points')
    await expectFitsAndAccessible(home, 'the landing page in English')
  })

  await test.step('the sums of the day are at the partners', async () => {
    await page.goto('/admin/manage/partners')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Πορτοκαλί κάδοι/ })
      .click()
    await page.getByRole('link', { name: 'Συσκευές' }).click()
    const day = page.getByRole('table', { name: 'Ανά ημέρα και συσκευή' }).getByRole('row').nth(1)
    await expect(day).toContainText('2,5')
    await expect(day).toContainText('+50')
    expect(await portal.cli(['verify'])).toMatchObject({ code: 0 })
  })
})
