/** A citizen's and a clerk's walk in Firefox and in WebKit, the engine of Safari. Debian's packages bring both. */
import { openFirefox } from '../other-browsers/firefox.ts'
import { openWebKit } from '../other-browsers/webkit.ts'
import { type Driver, until } from '../other-browsers/driver.ts'
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
import { full } from '../tags.ts'
import { openPartner, pin } from './desk-steps.ts'
import { linkIn, newcomer } from './steps.ts'

test.use({ people: 'many', shared: false })

/** Key code of WebDriver. */
const enter = '\uE007'

/** Not an address of the imported people. */
const person = { ...newcomer, email: 'anna.other@example.gr' }

/** Finds visible elements by role and name, as Playwright does, and stores the first as `window.found`. */
const finder = `
  const shown = (element) => element.getClientRects().length > 0
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim()
  const labelled = (name) => [...document.querySelectorAll('label')].filter((label) => label.textContent.trim().startsWith(name)).map((label) => label.control)
  const roles = {
    button: () => [...document.querySelectorAll('button')],
    link: () => [...document.querySelectorAll('a[href]')],
    radio: () => [...document.querySelectorAll('label')],
    field: (name) => labelled(name),
    text: () => [...document.querySelectorAll('main *')],
    heading: () => [...document.querySelectorAll('h1, h2')],
  }
  const find = (role, name) => {
    const all = roles[role](name).filter((element) => element && shown(element))
    window.found = role === 'field' ? all[0] : all.find((element) => nameOf(element).includes(name))
    return window.found !== undefined
  }
`

const walkerOf = (driver: Driver, url: string) => {
  const see = (role: string, name: string) =>
    until(`${role} '${name}'`, () => driver.run(`${finder} return find('${role}', '${name}')`)).catch(
      async (error: Error) => {
        const page = await driver.run('return `${location.href}\\n${document.body.innerText}`').catch(String)
        throw new Error(`${error.message}\n${String(page)}`)
      },
    )
  return {
    open: (path: string) => driver.open(new URL(path, url).href),
    see,
    click: async (role: string, name: string) => {
      await see(role, name)
      await driver.click()
    },
    fill: async (name: string, value: string) => {
      await see('field', name)
      await driver.run('window.found.focus(); window.found.select?.()')
      await driver.type(value)
    },
    choose: async (name: string, option: string) => {
      await see('field', name)
      await driver.run(`
        const { found } = window
        const option = [...found.options].find(({ text }) => text === '${option}')
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(found, option.value)
        found.dispatchEvent(new Event('change', { bubbles: true }))`)
    },
    /** Number of requests of the page to a path. */
    requests: (path: string) =>
      driver.run(
        `return performance.getEntriesByType('resource').filter(({ name }) => name.includes('${path}')).length`,
      ),
  }
}

for (const [name, openBrowser] of [
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)
  test(
    `a citizen and a clerk walk through the portal in ${name} [browsers others]`,
    full,
    async ({ browser, portal }) => {
      const driver = await openBrowser()
      try {
        const { open, see, click, fill, choose, requests } = walkerOf(driver, portal.url)
        await test.step('sign-up, with the link of the mail', async () => {
          await open('/signup')
          await fill('Όνομα', person.firstName)
          await fill('Επώνυμο', person.lastName)
          await fill('Τηλέφωνο', person.telephone)
          await choose('Δήμος', 'Κοζάνης')
          await fill('Email', person.email)
          await fill('Συνθηματικό', person.password)
          await fill('Επαλήθευση συνθηματικού', person.password)
          await click('button', 'Δημιουργία νέου λογαριασμού')
          await see('heading', 'Ο λογαριασμός σας δημιουργήθηκε')
          await driver.open(linkIn((await portal.mails.next(person.email)).text))
          await see('heading', 'Ο λογαριασμός σας ενεργοποιήθηκε')
        })
        const signIn = async ({ email, password }: { email: string; password: string }) => {
          await open('/login')
          await fill('Email', email)
          await fill('Συνθηματικό', password)
          await click('button', 'Είσοδος')
        }
        await test.step('sign-in, after a wrong password', async () => {
          await signIn({ ...person, password: 'wrong-password-1' })
          await see('text', 'Αποτυχία σύνδεσης')
          await signIn(person)
          await see('heading', 'Καλώς ήρθατε, Ελένη')
          await open('/login')
          await see('heading', 'Καλώς ήρθατε, Ελένη')
          expect(await requests('/api/site/')).toBe(1)
        })
        await test.step('a phone becomes a desk, and its citizens have a card and offers', async () => {
          const bakery = await openPartner(browser, portal, `Φούρνος ${name}`)
          await bakery.addOffer(50)
          await driver.open(await bakery.addDevice('Ταμείο 1', ['coupons']))
          await fill('PIN με 4 έως 6 ψηφία', pin)
          await fill('Το ίδιο PIN ξανά', pin)
          await click('button', 'Σύνδεση συσκευής')
          await see('text', 'Σήμερα: 0 κουπόνια')
          await fill('Κωδικός κουπονιού', 'AAAA-AAAA-AAAA')
          await driver.type(enter)
          await see('heading', 'Άγνωστο κουπόνι')
          await click('button', 'Επόμενο')
          await click('button', 'Κλείδωμα')
          for (const digit of pin) await click('button', digit)
          await click('button', 'Άνοιγμα')
          await see('text', 'Σήμερα: 0 κουπόνια')
          await open('/offers')
          await click('link', 'Ένα ψωμί')
          await see('text', 'Σας λείπουν 50 πόντοι')
          await open('/card')
          await see('text', 'Νέος κωδικός σε')
        })
        await test.step('settings', async () => {
          await open('/settings')
          await fill('Όνομα', 'Άννα')
          await click('button', 'Ενημέρωση')
          await see('text', 'Οι αλλαγές σας αποθηκεύτηκαν')
        })
        await test.step('a claim', async () => {
          await open('/claims')
          await fill('Κωδικός αυτοκόλλητου', '2345-6789-AEH5')
          const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Athens' })
          await fill('Ποια ημέρα;', today.split('-').toReversed().join('/'))
          await driver.type(enter)
          await click('button', 'Αποστολή')
          await see('text', 'Λάβαμε την αναφορά σας')
        })
        await test.step('sign-out', async () => {
          await open('/logout')
          await see('heading', 'Σύνδεση')
        })
        await test.step('staff: points of chosen days, and their export', async () => {
          await signIn(clerk)
          await see('heading', 'Χρήστες')
          await open('/admin/points/page/1')
          await see('text', '1–20 από')
          await click('radio', 'Άλλο διάστημα')
          await fill('Από', '11/02/2026')
          await driver.type(enter)
          await until('the first day', () => driver.run('return location.search.includes("2026-02-11")'))
          await fill('Έως', '03/03/2026')
          await driver.type(enter)
          await see('text', '1–2 από 2')
          await click('button', 'Εξαγωγή')
          await until('the export', () => requests('/api/points/export/'))
          await see('text', 'Η λήψη του αρχείου')
        })
      } finally {
        await driver.close()
      }
    },
  )
