/**
 * From the link that an empty portal prints to a citizen's first points, without a shell, by what the screens say: a new
 * operator, a manager, a citizen and the program of a partner.
 */
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
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
import { changePassword, fillSignUp, linkIn, openOtherBrowser } from './steps.ts'

const operator = { email: 'anna@example.gr', password: 'ελιά-κι-αλάτι-73' }
const manager = { email: 'nikos@example.gr', password: 'σκάλα-στο-φεγγάρι-9' }
const citizen = { email: 'eleni@example.gr', password: 'πράσινο-λάδι-42' }
/** Each is a page that is opened, a form that is sent, or a question that is answered. */
const mostSteps = 40

const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(password)
  await button(page, 'Είσοδος').click()
}

/** What a file to hand over says, in its examples for a shell. */
const valueIn = (file: string, pattern: RegExp) => pattern.exec(file)?.[1] ?? ''

/** Sends the example calls of the file with a sticker's code. @returns the reply to the record */
async function runProgram(file: string, sticker: string) {
  const portal = valueIn(file, /^PORTAL_URL='(.*)'$/m)
  const [id, secret] = ['ID', 'SECRET'].map((name) =>
    valueIn(file, new RegExp(`^CLIENT_${name}='(.*)'$`, 'm')),
  )
  const token = await fetch(`${portal}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: valueIn(file, /'scope=([^']*)'/),
    }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const body = valueIn(file, /\/api\/partner\/points\/" -d '(\{\n[\s\S]*?\n {2}\})'/)
    .replace('ΚΩΔΙΚΟΣ', sticker)
    .replace(/'\$\(date [^)]*\)'/, new Date().toISOString())
  const answer = await fetch(`${portal}/api/partner/points/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    body,
  })
  return { body, answer: (await answer.json()) as unknown }
}

test.use({ people: 'nobody', environment: { FOUR_EYES_ABOVE: '10000' } })

test('a new operator opens a region, and a citizen sees the first points [first steps]', async ({
  browser,
  portal,
}) => {
  const { mails } = portal
  const page = await openOtherBrowser(browser, portal, { viewport: { width: 1280, height: 860 } })
  const theirs = await openOtherBrowser(browser, portal, { viewport: { width: 1280, height: 860 } })
  const home = await openOtherBrowser(browser, portal, { viewport: { width: 390, height: 860 } })
  const taken: string[] = []
  const step = <Result>(what: string, act: () => Promise<Result>) => {
    taken.push(what)
    return test.step(`${taken.length}. ${what}`, act)
  }
  /** The way from a screen of the console to the next one. */
  const next = (what: string) => step(`next: ${what}`, () => toNextStep(page, what))
  const link = /http\S+\/admin\/first#\S+/.exec(portal.log())?.[0] ?? ''
  await step('the printed link', () => page.goto(link))
  await expect(title(page)).toHaveText('Ο πρώτος λογαριασμός διαχείρισης')
  await expectFitsEverywhere(page, 'first account', [390])
  await expectAccessible(page)
  await step('the first account', () => fillFirstAccount(page, operator))
  await expect(title(page)).toHaveText('Πρώτα βήματα')
  await expect(page.getByText('Έγιναν 0 από 10')).toBeVisible()

  const first = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await step('a test mail', () => button(page, 'Αποστολή δοκιμαστικού email').click())
  await expect(first('Αποστολή email').getByRole('status')).toContainText('δέχτηκε το μήνυμα')
  expect((await mails.next(operator.email)).subject).toMatch(/^Δοκιμαστικό μήνυμα/)
  await expect(page.getByText('Έγιναν 1 από 10')).toBeVisible()
  await expectFitsEverywhere(page, 'first steps', [390, 1280])
  await expectAccessible(page)

  await step('the company', () => page.getByRole('link', { name: 'Συμπλήρωση στοιχείων' }).click())
  // Nothing of the fictitious company is kept by accident.
  await expect(page.getByLabel('Τηλέφωνο')).toHaveValue('')
  await step('its details', () => fillCompany(page, 'https://shop.kyklos.example.gr'))

  await next('Δήμοι')
  await step('a municipality', () => fillMunicipality(page))

  await next('Μέλος της Εποπτείας')
  await expectAccessible(page)
  await step('a colleague', () => fillColleague(page, manager))
  const question = page.getByRole('alertdialog')
  await step('the question about it', () => question.getByRole('button', { name: 'Προσθήκη' }).click())

  await next('Πρώτος συνεργάτης')
  await step('a machine', async () => {
    await page.getByLabel(/^Μηχάνημα ή ΑΤΜ/).check()
    await page.getByLabel('Όνομα', { exact: true }).fill('ΑΤΜ Λαϊκής')
    await page.getByLabel('Διεύθυνση', { exact: true }).fill('https://atm.kyklos.example.gr')
    await button(page, 'Προσθήκη συνεργάτη').click()
  })
  const handover = await step('the file to hand over', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Λήψη στοιχείων σύνδεσης').click(),
    ])
    return readFile(await file.path(), 'utf8')
  })

  await next('Τιμή πόντων')
  await step('a rate, from today', () => fillRate(page, 10))
  await step('its request', () => button(page, 'Αίτημα έγκρισης').click())
  const checks = await page.getByText(/^http\S+\/admin\/checks$/).innerText()

  await next('Σημεία συλλογής')
  await step('a collection point', () => fillPlace(page))

  await next('Νομικά κείμενα')
  await step('what the legal texts lack', async () => {
    const form = page.getByRole('form', { name: 'Στοιχεία των κειμένων' })
    await expect(form).toBeVisible()
    for (const select of await form.getByRole('combobox').all()) await select.selectOption({ index: 1 })
    for (const input of await form.getByRole('textbox').all())
      if ((await input.getAttribute('name'))?.endsWith('.el')) await input.fill('14 ημέρες')
    await button(page, 'Αποθήκευση').click()
  })

  await next('Αυτοκόλλητα')
  await step('stickers', async () => {
    await page.getByLabel('Πόσα αυτοκόλλητα').fill('65')
    await button(page, 'Έκδοση παρτίδας').click()
  })
  const sticker = await step('their codes', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('table')
        .getByRole('link', { name: /^Κωδικοί CSV/ })
        .click(),
    ])
    return (await readFile(await file.path(), 'utf8')).split('\r\n')[1]?.split(',')[1] ?? ''
  })

  await step('the manager’s mail', async () => {
    await theirs.goto(linkIn((await mails.next(manager.email)).text))
  })
  await step('the manager’s password', () => changePassword(theirs, manager.password))
  await expect(theirs.getByText('άλλαξε επιτυχώς')).toBeVisible()
  await step('the address of the checks', () => theirs.goto(checks))
  await step('the manager signs in', () => signIn(theirs, manager))
  await expect(title(theirs)).toHaveText('Έλεγχοι')
  await step('the approval', () => theirs.getByRole('button', { name: /^Έγκριση: Αίτημα/ }).click())
  await step('its question', () => button(theirs, 'Οριστική έγκριση').click())
  await expect(theirs.getByText('Το αίτημα 1 εγκρίθηκε.')).toBeVisible()

  await step('the portal', () => home.goto('/'))
  await step('to the sign-up', () => home.getByRole('link', { name: 'Εγγραφή' }).first().click())
  await step('a citizen’s account', async () => {
    await fillSignUp(home, citizen)
    await button(home, 'Δημιουργία νέου λογαριασμού').click()
  })
  await step('the citizen’s mail', async () => {
    await home.goto(linkIn((await mails.next(citizen.email)).text))
  })
  await step('to the sign-in', () => home.getByRole('main').getByRole('link', { name: 'Σύνδεση' }).click())
  await step('the citizen signs in', () => signIn(home, citizen))
  await step('to the stickers', () => home.getByRole('link', { name: 'Προσθήκη αυτοκόλλητου' }).click())
  await step('the code of the sticker', async () => {
    await home.getByLabel('Κωδικός αυτοκόλλητου', { exact: true }).fill(sticker)
    await button(home, 'Προσθήκη').click()
  })
  await expect(home.getByText(`Το αυτοκόλλητο ${sticker} είναι δικό σας`)).toBeVisible()
  const { body, answer } = await step('the program of the partner', () => runProgram(handover, sticker))
  expect(answer, body).toMatchObject({ status: 'recorded', points: 25 })
  await step('the citizen’s points', () => home.goto('/'))
  await expect(home.getByText('Διαθέσιμοι πόντοι').locator('..')).toContainText('25')
  await expectAccessible(home)

  expect(taken.length, taken.join('\n')).toBeLessThanOrEqual(mostSteps)
  await test.step('all is done, and the printed link is of no use any more', async () => {
    await page.goto('/admin/manage/first-steps')
    await expect(page.getByRole('heading', { name: 'Όλα τα βήματα έγιναν' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Πρώτα βήματα' })).toHaveCount(0)
    await expectAccessible(page)
    await theirs.goto('/logout')
    await theirs.goto(link)
    await expect(theirs.getByText('Ο σύνδεσμος δεν ισχύει')).toBeVisible()
    expect(portal.log().match(/\/admin\/first#/g)).toHaveLength(1)
  })
})
