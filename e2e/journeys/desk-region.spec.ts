/**
 * A region that has no other system: from an empty portal to a citizen who brought 2.5 litres at a collector's phone, got
 * points, took an offer and used it at the bakery's till. All side by side at 390 px, first in Greek, then in English; the
 * collector's network is cut in the middle, and two tills race for one coupon.
 */
import type { Page } from '@playwright/test'
import { expectFitsAndAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { openMails } from '../mails.ts'
import { withPartners } from '../partners.ts'
import { openPortal } from '../portal.ts'
import { emptySeed } from '../seed.ts'
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

/** What the desk says in each language. */
const words = {
  el: {
    sticker: 'Κωδικός αυτοκόλλητου',
    take: 'Συνέχεια',
    litres: 'Λίτρα',
    record: 'Καταχώριση και επόμενο',
    recorded: 'Καταχωρίστηκε',
    coupon: 'Κωδικός κουπονιού',
    check: 'Έλεγχος',
    valid: 'Ισχύει',
    useNow: 'Εξαργύρωση τώρα',
    used: 'Εξαργυρώθηκε',
    next: 'Επόμενο',
  },
  en: {
    sticker: 'Sticker code',
    take: 'Continue',
    litres: 'Litres',
    record: 'Record and next',
    recorded: 'Recorded',
    coupon: 'Coupon code',
    check: 'Check',
    valid: 'Valid',
    useNow: 'Redeem now',
    used: 'Redeemed',
    next: 'Next',
  },
}
type Language = keyof typeof words

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

/** The code that the citizen's open card shows now. */
async function codeOfCard(home: Page, name: 'Κωδικός κάρτας' | 'Card code'): Promise<string> {
  const code = home.getByRole('region', { name }).getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  return (await code.innerText()).replace(/\s/g, '')
}

/** On the collector's phone: the typed code of a card or sticker, litres by the keys, record. */
async function recordLitres(phone: Page, code: string, litres: string, language: Language) {
  const { sticker, take, litres: label, record } = words[language]
  await desk(phone).getByLabel(sticker).fill(code)
  await desk(phone).getByRole('button', { name: take, exact: true }).click()
  await expect(desk(phone).getByLabel(label)).toBeVisible()
  const keys: Record<string, string> = { ',': language === 'el' ? 'κόμμα' : 'decimal point' }
  for (const sign of litres)
    await desk(phone)
      .getByRole('button', { name: keys[sign] ?? sign, exact: true })
      .click()
  await expect(desk(phone)).toContainText(language === 'el' ? '50 πόντοι' : '50 points')
  await expectFitsAndAccessible(phone, `litres in ${language}`)
  await desk(phone).getByRole('button', { name: record }).click()
}

/** On the citizen's phone: takes the offer. @returns the coupon's code */
async function takeOffer(home: Page, language: Language): Promise<string> {
  const isGreek = language === 'el'
  await home.goto('/offers')
  await expectFitsAndAccessible(home, `offers in ${language}`)
  await home
    .getByRole('main')
    .getByRole('link', { name: isGreek ? 'Ένα ψωμί' : 'A loaf of bread' })
    .click()
  await button(home, isGreek ? 'Εξαργύρωση' : 'Redeem').click()
  await home
    .getByRole('dialog')
    .getByRole('button', { name: isGreek ? 'Εξαργύρωση τώρα' : 'Redeem now' })
    .click()
  await expect(home).toHaveURL(/\/coupons\/\d+$/)
  const shown = isGreek ? 'Το κουπόνι είναι δικό σας' : 'The coupon is yours'
  await expect(home.getByRole('status').filter({ hasText: shown })).toBeVisible()
  await expectFitsAndAccessible(home, `the coupon in ${language}`)
  const code = home.getByRole('main').getByText(/^([2-9A-Z]{4}[\s-]*){3}$/)
  return (await code.first().innerText()).replace(/\s/g, '')
}

/** On a till: the typed code, and what the whole screen answers. */
async function checkCoupon(till: Page, code: string, language: Language) {
  const { coupon, check, valid } = words[language]
  await desk(till).getByLabel(coupon).fill(code)
  await desk(till).getByRole('button', { name: check, exact: true }).click()
  await expect(desk(till).getByRole('heading', { name: valid, exact: true })).toBeVisible()
  await expect(desk(till)).toContainText('Ένα ψωμί')
}

test('a region without any other system: brought, got points, took an offer, used it [desk region]', async ({
  browser,
  database,
}) => {
  const { data, remove } = await emptySeed(database)
  const mails = await openMails()
  const portal = await openPortal(data, mails, { ...withPartners, FOUR_EYES_ABOVE: '10000' })
  const phoneSize = { viewport: { width: 390, height: 860 } }
  const open = () => openOtherBrowser(browser, portal, phoneSize)
  const [page, theirs, home] = [await open(), await open(), await open()]
  const [collector, till, other] = [await open(), await open(), await open()]
  const available = (points: number, label = 'Διαθέσιμοι πόντοι') =>
    expect(home.getByRole('region').filter({ hasText: label }).first()).toContainText(
      new RegExp(`${label}\\s*${points}(?!\\d)`),
    )
  try {
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

    await test.step('2.5 litres at the collector’s phone: 50 points, at once on the open page', async () => {
      const code = await codeOfCard(home, 'Κωδικός κάρτας')
      await home.goto('/')
      await available(0)
      await desk(collector).getByLabel(words.el.sticker).fill(code)
      await desk(collector).getByRole('button', { name: words.el.take, exact: true }).click()
      // No more of the person is known there.
      await expect(desk(collector)).toContainText('Ελένη Κ.')
      await expect(desk(collector)).not.toContainText('Κωνσταντίνου')
      for (const key of ['2', 'κόμμα', '5'])
        await desk(collector).getByRole('button', { name: key, exact: true }).click()
      await expect(desk(collector)).toContainText('50 πόντοι')
      await expectFitsAndAccessible(collector, 'the litres')
      await desk(collector).getByRole('button', { name: words.el.record }).click()
      await expect(desk(collector).getByRole('status')).toContainText(words.el.recorded)
      await available(50)
      await expect(home.getByText('Πορτοκαλί κάδοι, ΑΤΜ Λαϊκής', { exact: true })).toBeVisible()
      await expect(button(home, /δεν ήμουν εγώ/i).first()).toBeVisible()
      await expectFitsAndAccessible(home, 'the landing page with the delivery')
    })

    await test.step('the points become a coupon, and the coupon a loaf of bread', async () => {
      await home.getByRole('link', { name: /^Εξαργύρωση πόντων/ }).click()
      await expect(title(home)).toHaveText('Προσφορές')
      const code = await takeOffer(home, 'el')
      await checkCoupon(till, code, 'el')
      await expectFitsAndAccessible(till, 'a valid coupon')
      await desk(till).getByRole('button', { name: words.el.useNow }).click()
      await expect(desk(till).getByRole('heading', { name: words.el.used, exact: true })).toBeVisible()
      await expectFitsAndAccessible(till, 'the used coupon')
      await desk(till).getByRole('button', { name: words.el.next, exact: true }).click()
      await expect(desk(till)).toContainText('Σήμερα: 1 κουπόνι')
      await home.reload()
      await expect(home.getByText('Ταμείο 1').first()).toBeVisible()
    })

    await test.step('the same in English, with the network of the collector cut in the middle', async () => {
      for (const phone of [collector, till, other]) {
        await button(phone, 'English').click()
        await expect(phone.getByRole('banner')).toContainText('Online')
      }
      await home.goto('/')
      await button(home, 'Μενού').click()
      await home.getByRole('dialog').getByRole('button', { name: 'English' }).click()
      await expect(home.locator('html')).toHaveAttribute('lang', 'en')
      await home.goto('/card')
      await expect(title(home)).toHaveText('My card')
      const code = await codeOfCard(home, 'Card code')
      await home.goto('/')
      await available(0, 'Available points')
      await collector.context().setOffline(true)
      await expect(collector.getByRole('banner')).toContainText('Offline')
      await recordLitres(collector, code, '2,5', 'en')
      await expect(desk(collector).getByRole('status')).toContainText('Kept on the device')
      await expect(collector.getByRole('banner')).toContainText('Offline · 1 waiting')
      // An empty battery: the page starts again without network, and what waits is there.
      await collector.reload()
      await expect(collector.getByRole('banner')).toContainText('Offline · 1 waiting')
      await expectFitsAndAccessible(collector, 'the desk without network')
      await available(0, 'Available points')
      await collector.context().setOffline(false)
      await expect(collector.getByRole('banner')).toContainText('Online')
      await expect(collector.getByRole('banner')).not.toContainText('waiting')
      await available(50, 'Available points')
    })

    await test.step('two tills race for one coupon: one wins, the other is told where it was used', async () => {
      const code = await takeOffer(home, 'en')
      await till.context().setOffline(true)
      await expect(desk(till)).toContainText('Coupons cannot be used offline.')
      await till.context().setOffline(false)
      await expect(till.getByRole('banner')).toContainText('Online')
      await Promise.all([checkCoupon(till, code, 'en'), checkCoupon(other, code, 'en')])
      await Promise.all(
        [till, other].map((one) => desk(one).getByRole('button', { name: words.en.useNow }).click()),
      )
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
      await expectFitsAndAccessible(loser, 'the coupon that was used elsewhere')
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
      await expect(day).toContainText('5,0')
      await expect(day).toContainText('+100')
      expect(await portal.cli(['verify'])).toMatchObject({ code: 0 })
    })
  } finally {
    await portal.stop()
    await mails.close()
    await remove()
  }
})
