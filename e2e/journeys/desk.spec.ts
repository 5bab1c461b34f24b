/**
 * The page of a partner's phone or till: enrolled by a QR code, it uses coupons and records what people bring, also without
 * network.
 */
import type { Page } from '@playwright/test'
import { encodeQR } from 'qr'
import { expectAccessible, expectFitsWithLargeText } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import {
  answer,
  cardCode,
  enrolPhone,
  openPartner,
  pin,
  pointsOf,
  post,
  scan,
  takeOffer,
} from './desk-steps.ts'
import { full } from '../tags.ts'
import { createAccount, newcomer, openOtherBrowser, signInByApi } from './steps.ts'
import { inGreek, issue } from './sticker-steps.ts'

test.use({ people: 'rated' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** The page fits, also with large text, and is accessible on a phone. */
async function expectUsable(page: Page, what: string) {
  await expectFitsEverywhere(page, what)
  await expectFitsWithLargeText(page)
  await expectAccessible(page)
}

test('a phone is enrolled by a QR code and uses a coupon; another till is told when and where [desk enrolment] [desk coupons]', async ({
  browser,
  page,
  portal,
}) => {
  const bakery = await openPartner(browser, portal, 'Φούρνος «Το Ζυμωτό»')
  const other = await openPartner(browser, portal, 'Κρεοπωλείο')
  await createAccount(portal)
  await signInByApi(page, newcomer)
  const link = await bakery.addDevice('Ταμείο 1', ['coupons'])
  const phone = await openOtherBrowser(browser, portal, { viewport: { width: 390, height: 844 } })
  // Firefox asks the person, who may not answer.
  await phone.addInitScript(() => {
    navigator.storage.persist = () => new Promise(() => {})
  })

  await test.step('the code leaves the address at once, and the PIN is typed twice', async () => {
    const served = await phone.goto(link)
    expect(served?.headers()).toMatchObject({
      'cache-control': 'no-cache',
      'permissions-policy': expect.stringContaining('camera=(self)'),
    })
    await expect(answer(phone, 'Νέα συσκευή')).toBeFocused()
    expect(phone.url()).toBe(`${portal.url}/desk`)
    await expect(phone.getByLabel('Κωδικός συσκευής')).toHaveValue(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    await expectUsable(phone, 'the enrolment')
    await phone.getByLabel('PIN με 4 έως 6 ψηφία').fill('12')
    await button(phone, 'Σύνδεση συσκευής').click()
    await expect(phone.getByRole('alert').filter({ hasText: 'Γράψτε 4 έως 6 ψηφία.' })).toBeVisible()
    await phone.getByLabel('PIN με 4 έως 6 ψηφία').fill(pin)
    await phone.getByLabel('Το ίδιο PIN ξανά').fill('2581')
    await button(phone, 'Σύνδεση συσκευής').click()
    await expect(phone.getByRole('alert').filter({ hasText: 'Τα δύο PIN διαφέρουν' })).toBeVisible()
    await phone.getByLabel('Το ίδιο PIN ξανά').fill(pin)
    await button(phone, 'Σύνδεση συσκευής').click()
    await expect(phone.getByText('Φούρνος «Το Ζυμωτό»')).toBeVisible()
    await expect(phone.getByText('Σήμερα: 0 κουπόνια')).toBeVisible()
    await expectUsable(phone, 'the coupons')
  })
  await test.step('a used or wrong code of a device is refused', async () => {
    const late = await openOtherBrowser(browser, portal)
    await late.goto(link)
    await late.getByLabel('PIN με 4 έως 6 ψηφία').fill(pin)
    await late.getByLabel('Το ίδιο PIN ξανά').fill(pin)
    await button(late, 'Σύνδεση συσκευής').click()
    await expect(late.getByRole('alert').filter({ hasText: 'Ο κωδικός δεν ισχύει' })).toBeVisible()
  })

  const [code, foreign] = await test.step('the citizen takes two coupons', async () => {
    const centre = await openPartner(browser, portal, 'ΚΔΕΥ Κοζάνης')
    const desk = await enrolPhone(browser, portal, await centre.addDevice('Υποδοχή', ['reuse']))
    await scan(desk, 'Κωδικός κάρτας', await cardCode(page))
    await desk.getByLabel('βιβλία').check()
    await desk.getByLabel('Πόσα').fill('10')
    await button(desk, 'Καταχώριση').click()
    await expect(status(desk, 'Καταχωρίστηκε')).toContainText('160 πόντοι')
    return [
      await takeOffer(page, await bakery.addOffer(50), 50),
      await takeOffer(page, await other.addOffer(50), 50),
    ]
  })
  const second = await enrolPhone(browser, portal, await bakery.addDevice('Ταμείο 2', ['coupons']))

  await test.step('wrong, foreign and unknown codes are answered by word and colour', async () => {
    await scan(phone, 'Κωδικός κουπονιού', 'A4')
    await expect(phone.getByLabel('Κωδικός κουπονιού')).toHaveAccessibleDescription(/έχει 12 χαρακτήρες/)
    await expect(phone.getByLabel('Κωδικός κουπονιού')).toBeFocused()
    await scan(phone, 'Κωδικός κουπονιού', foreign)
    await expect(answer(phone, 'Άλλου καταστήματος')).toBeFocused()
    await expect(phone.getByText('Ένα ψωμί')).toHaveCount(0)
    await expectUsable(phone, 'a foreign coupon')
    await button(phone, 'Επόμενο').click()
    // A scanner that types like a keyboard, without a press on the field.
    await expect(answer(phone, 'Κουπόνια')).toBeFocused()
    await phone.keyboard.type('AAAA-AAAA-AAAA')
    await phone.keyboard.press('Enter')
    await expect(answer(phone, 'Άγνωστο κουπόνι')).toBeFocused()
    await button(phone, 'Επόμενο').click()
  })
  await test.step('a valid coupon is used once, by keyboard and in Greek letters', async () => {
    await scan(phone, 'Κωδικός κουπονιού', inGreek(code))
    await expect(answer(phone, 'Ισχύει')).toBeFocused()
    await expect(phone.getByText('Ένα ψωμί')).toBeVisible()
    await expect(phone.getByText(`κωδικός …${code.slice(-4)}`)).toBeVisible()
    await expectUsable(phone, 'a valid coupon')
    await phone.keyboard.press('Tab')
    await expect(button(phone, 'Εξαργύρωση τώρα')).toBeFocused()
    await phone.keyboard.press('Enter')
    await expect(answer(phone, 'Εξαργυρώθηκε')).toBeFocused()
    await expectUsable(phone, 'a used coupon')
  })
  await test.step('the other till is told when and where', async () => {
    await scan(second, 'Κωδικός κουπονιού', code)
    await expect(answer(second, 'Έχει χρησιμοποιηθεί')).toBeFocused()
    await expect(second.getByText(/^Χρησιμοποιήθηκε: \d\d\/\d\d\/\d{4}, \d\d:\d\d$/)).toBeVisible()
    await expect(second.getByText('Ταμείο 1')).toBeVisible()
    await expectUsable(second, 'a coupon that was used')
    await expect(button(second, 'Αναίρεση')).toHaveCount(0)
    await button(second, 'Επόμενο').click()
  })
  await test.step('the use is undone from the list of the day', async () => {
    await button(phone, 'Επόμενο').click()
    await expect(phone.getByText('Σήμερα: 1 κουπόνι')).toBeVisible()
    await button(phone, /^Αναίρεση: Ένα ψωμί/).click()
    await expect(phone.getByText('Αναιρέθηκε')).toBeVisible()
    await expect(phone.getByText('Σήμερα: 0 κουπόνια')).toBeVisible()
    await scan(second, 'Κωδικός κουπονιού', code)
    await expect(answer(second, 'Ισχύει')).toBeVisible()
  })
  await test.step('two tills at once: one uses it, the other is told', async () => {
    await scan(phone, 'Κωδικός κουπονιού', code)
    await expect(answer(phone, 'Ισχύει')).toBeVisible()
    await Promise.all([phone, second].map((till) => button(till, 'Εξαργύρωση τώρα').click()))
    const said = await Promise.all(
      [phone, second].map(async (till) => {
        await expect(answer(till, 'Ισχύει')).toHaveCount(0)
        return till.getByRole('heading', { level: 1 }).innerText()
      }),
    )
    expect(said.toSorted()).toEqual(['Έχει χρησιμοποιηθεί', 'Εξαργυρώθηκε'].toSorted())
  })
  await test.step('without network coupons are refused at once', async () => {
    await button(phone, 'Επόμενο').click()
    await phone.context().setOffline(true)
    await expect(phone.getByRole('alert').filter({ hasText: 'Χωρίς σύνδεση τα κουπόνια' })).toBeVisible()
    await scan(phone, 'Κωδικός κουπονιού', code)
    await expect(answer(phone, 'Χωρίς σύνδεση')).toBeFocused()
    await expectAccessible(phone)
    await phone.context().setOffline(false)
    await button(phone, 'Επόμενο').click()
    await expect(phone.getByRole('alert').filter({ hasText: 'Χωρίς σύνδεση' })).toHaveCount(0)
  })
  await test.step('a revoked device says so, and works no more', async () => {
    const devices = await bakery.page.request.get(`/api/manage/partners/${bakery.client}/devices/`)
    const list = (await devices.json()) as { devices: { id: number; name: string }[] }
    const id = list.devices.find(({ name }) => name === 'Ταμείο 1')?.id
    await post(bakery.page, `manage/devices/${id}/revoke/`)
    await scan(phone, 'Κωδικός κουπονιού', code)
    await expect(answer(phone, 'Η συσκευή αποσύρθηκε')).toBeFocused()
    await expectUsable(phone, 'a revoked device')
  })
})

test(
  'from the first use to a used coupon on a throttled phone in at most 6 s [desk speed]',
  full,
  async ({ browser, page, portal }) => {
    const bakery = await openPartner(browser, portal, 'Φούρνος')
    await createAccount(portal)
    await signInByApi(page, newcomer)
    const till = await enrolPhone(browser, portal, await bakery.addDevice('Υποδοχή', ['reuse', 'coupons']))
    await scan(till, 'Κωδικός κάρτας', await cardCode(page))
    await till.getByLabel('βιβλία').check()
    await till.getByLabel('Πόσα').fill('10')
    await button(till, 'Καταχώριση').click()
    await expect(status(till, 'Καταχωρίστηκε')).toBeVisible()
    const code = await takeOffer(page, await bakery.addOffer(50), 50)

    const phone = await enrolPhone(browser, portal, await bakery.addDevice('Ταμείο 1', ['coupons']))
    const devTools = await phone.context().newCDPSession(phone)
    // Lighthouse's phone: slow 4G and a quarter of the speed.
    const network = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', { offline: false, ...network })
    await devTools.send('Network.setBypassServiceWorker', { bypass: true })
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const start = performance.now()
    await phone.goto('/desk')
    await scan(phone, 'Κωδικός κουπονιού', code)
    await button(phone, 'Εξαργύρωση τώρα').click()
    await expect(answer(phone, 'Εξαργυρώθηκε')).toBeVisible()
    const seconds = (performance.now() - start) / 1000
    test.info().annotations.push({ type: 'seconds', description: seconds.toFixed(1) })
    expect(seconds).toBeLessThanOrEqual(6)
  },
)

test('the PIN closes and locks a device; in English [desk pin]', full, async ({ browser, portal }) => {
  const bakery = await openPartner(browser, portal, 'Φούρνος')
  const phone = await enrolPhone(browser, portal, await bakery.addDevice('Ταμείο 1', ['coupons', 'oil']))
  await button(phone, 'English').click()
  await button(phone, 'Lock').click()
  await expect(answer(phone, 'Enter the PIN')).toBeFocused()
  await expect(phone.locator('html')).toHaveAttribute('lang', 'en')
  await expectUsable(phone, 'the PIN')

  await test.step('by keys on the page and by keyboard', async () => {
    for (const digit of pin) await button(phone, digit).click()
    await expect(phone.getByLabel('PIN')).toHaveValue(pin)
    await button(phone, 'Open').click()
    await expect(button(phone, 'Cooking oil')).toBeVisible()
    await button(phone, 'Cooking oil').click()
    await expect(button(phone, 'Cooking oil')).toHaveAttribute('aria-current', 'page')
    await expectUsable(phone, 'oil in English')
    await button(phone, 'Lock').click()
  })
  await test.step('five wrong ones lock it until the operator unlocks it', async () => {
    for (const left of [4, 3, 2, 1]) {
      await phone.getByLabel('PIN').fill('0000')
      await phone.keyboard.press('Enter')
      await expect(phone.getByRole('alert')).toContainText(
        left === 1 ? '1 attempt left.' : `${left} attempts left.`,
      )
    }
    await phone.getByLabel('PIN').fill('0000')
    await phone.keyboard.press('Enter')
    await expect(answer(phone, 'The device is locked')).toBeFocused()
    await expectUsable(phone, 'a locked device')
    await phone.reload()
    await expect(answer(phone, 'The device is locked')).toBeVisible()
  })
})

test(
  'the contact of a partner adds phones by a link; a revoked one hands its entries to the operator [desk link] [desk revoked]',
  full,
  async ({ browser, portal }) => {
    const collector = await openPartner(browser, portal, 'Πορτοκαλί κάδοι')
    const [sticker = ''] = await issue(await openOtherBrowser(browser, portal), 1)
    const body = { may: ['oil'], devices: 1 }
    const { link } = await post<{ link: string }>(
      collector.page,
      `manage/partners/${collector.client}/device_links/`,
      body,
    )
    const phone = await openOtherBrowser(browser, portal, { viewport: { width: 390, height: 844 } })
    const fill = async () => {
      await phone.getByLabel('PIN με 4 έως 6 ψηφία').fill(pin)
      await phone.getByLabel('Το ίδιο PIN ξανά').fill(pin)
      await button(phone, 'Σύνδεση συσκευής').click()
    }
    await test.step('a name is needed; the link leaves the address', async () => {
      await phone.goto(link)
      expect(phone.url()).toBe(`${portal.url}/desk`)
      await fill()
      await expect(
        phone.getByRole('alert').filter({ hasText: 'συμπληρώστε το πεδίο «Όνομα συσκευής»' }),
      ).toBeVisible()
      await expectUsable(phone, 'the link')
      await phone.getByLabel('Όνομα συσκευής').fill('Όχημα 7')
      await button(phone, 'Σύνδεση συσκευής').click()
      await expect(phone.getByText('Όχημα 7', { exact: true })).toBeVisible()
      await expect(phone.getByLabel('Κωδικός αυτοκόλλητου')).toBeVisible()
    })
    await test.step('a second phone is one too many, and the first one stays if it is opened with it', async () => {
      await phone.goto(link)
      await expect(phone.getByText('Αυτή η συσκευή είναι ήδη το «Όχημα 7».')).toBeVisible()
      await phone.getByLabel('Όνομα συσκευής').fill('Όχημα 8')
      await fill()
      await expect(phone.getByRole('alert').filter({ hasText: 'Ο σύνδεσμος δεν ισχύει πια.' })).toBeVisible()
      await button(phone, 'Άκυρο').click()
      await expect(phone.getByLabel('Κωδικός αυτοκόλλητου')).toBeVisible()
    })
    await test.step('what it recorded before it was revoked waits for the operator', async () => {
      await phone.context().setOffline(true)
      await scan(phone, 'Κωδικός αυτοκόλλητου', sticker)
      await phone.keyboard.type('2')
      await phone.keyboard.press('Enter')
      await expect(status(phone, 'Κρατήθηκε στη συσκευή')).toBeVisible()
      const list = await collector.page.request.get(`/api/manage/partners/${collector.client}/devices/`)
      const { devices } = (await list.json()) as { devices: { id: number }[] }
      await post(collector.page, `manage/devices/${devices[0]?.id}/revoke/`)
      await phone.context().setOffline(false)
      await expect(answer(phone, 'Η συσκευή αποσύρθηκε')).toBeVisible()
      await expect(phone.getByRole('listitem').filter({ hasText: 'Στον διαχειριστή' })).toContainText(
        '2 λίτρα',
      )
      await expectUsable(phone, 'a held entry')
      const held = await collector.page.request.get(`/api/manage/partners/${collector.client}/held_entries/`)
      expect(await held.json()).toMatchObject({ count: 1 })
    })
  },
)

test('a reuse centre records what a person brought and took [desk reuse]', async ({
  browser,
  page,
  portal,
}) => {
  const centre = await openPartner(browser, portal, 'ΚΔΕΥ Κοζάνης')
  await createAccount(portal)
  await signInByApi(page, newcomer)
  const desk = await enrolPhone(browser, portal, await centre.addDevice('Υποδοχή', ['reuse']))

  await test.step('a wrong card is refused with the reason, and the code stays', async () => {
    await scan(desk, 'Κωδικός κάρτας', 'A4KX')
    await expect(desk.getByLabel('Κωδικός κάρτας')).toHaveAccessibleDescription(/έχει 8 χαρακτήρες/)
    // The next scan replaces it.
    await desk.keyboard.type('AAAA-AAAA')
    await desk.keyboard.press('Enter')
    await expect(desk.getByLabel('Κωδικός κάρτας')).toHaveAccessibleDescription(/Δεν υπάρχει κάρτα/)
    await expect(desk.getByLabel('Κωδικός κάρτας')).toHaveValue('AAAA-AAAA')
    await expectUsable(desk, 'the card')
  })
  await test.step('the card names the person by first name and initial', async () => {
    await scan(desk, 'Κωδικός κάρτας', await cardCode(page))
    await expect(desk.getByText('Ελένη Κ.')).toBeVisible()
    await expect(button(desk, 'Καταχώριση')).toBeDisabled()
  })
  await test.step('material and number by keyboard; the points follow from the rate', async () => {
    await desk.getByLabel('βιβλία').press('Space')
    await button(desk, 'Ένα περισσότερο').press('Enter')
    await button(desk, 'Ένα περισσότερο').press('Enter')
    await expect(desk.getByLabel('Πόσα')).toHaveValue('3')
    await expect(status(desk, 'Βιβλία: 3 × 16')).toContainText('48 πόντοι')
    await expectUsable(desk, 'what was brought')
    await desk.getByLabel('Πόσα').press('Enter')
    await expect(status(desk, 'Καταχωρίστηκε')).toContainText('48 πόντοι')
  })
  await test.step('a second press records nothing; the person stays for the next material', async () => {
    await expect(button(desk, 'Καταχώριση')).toBeDisabled()
    await desk.getByLabel('Πόσα').press('Enter')
    await desk.getByLabel('Πήρε').press('Space')
    await desk.getByLabel('Άλλο').check()
    await expect(status(desk, 'Άλλο: 1 × 4')).toContainText('4 πόντοι')
    await button(desk, 'Καταχώριση').click()
    await expect(status(desk, 'Καταχωρίστηκε')).toContainText('4 πόντοι')
    expect(new Set(await pointsOf(page))).toEqual(new Set([4, 48]))
  })
  await test.step('the next person is asked for above the sums of the day', async () => {
    await button(desk, 'Αλλαγή').click()
    await expect(desk.getByText('Σήμερα: έφεραν 3, πήραν 1')).toBeVisible()
  })
  await test.step('the entries of the device are listed, without names', async () => {
    await button(desk, 'Σε σύνδεση').click()
    await expect(desk.getByRole('listitem')).toHaveCount(2)
    await expect(desk.getByRole('main')).not.toContainText('Ελένη')
    await expectUsable(desk, 'the entries')
  })
})

test('an oil collector records on without network; after closing the page, each entry is sent once [desk offline]', async ({
  browser,
  portal,
}) => {
  test.slow()
  const collector = await openPartner(browser, portal, 'Πορτοκαλί κάδοι')
  const stickers = await issue(await openOtherBrowser(browser, portal), 3)
  const phone = await enrolPhone(browser, portal, await collector.addDevice('Όχημα 2', ['oil']))
  // The page is on the phone when its worker is ready.
  await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  const deliver = async (page: Page, sticker: string, keys: readonly string[]) => {
    await scan(page, 'Κωδικός αυτοκόλλητου', sticker)
    await expect(page.getByText(sticker)).toBeVisible()
    for (const key of keys) await button(page, key).click()
    await button(page, 'Καταχώριση και επόμενο').click()
  }
  await test.step('a sticker with a wrong character is refused', async () => {
    const [first = ''] = stickers
    const wrong = first.endsWith('2') ? `${first.slice(0, -1)}3` : `${first.slice(0, -1)}2`
    await scan(phone, 'Κωδικός αυτοκόλλητου', wrong)
    await expect(phone.getByLabel('Κωδικός αυτοκόλλητου')).toHaveAccessibleDescription(/δεν είναι σωστός/)
    await expectUsable(phone, 'the sticker')
  })
  await test.step('litres by the keypad; the delivery waits for an owner', async () => {
    await scan(phone, 'Κωδικός αυτοκόλλητου', stickers[0] ?? '')
    for (const key of ['2', 'κόμμα', '5']) await button(phone, key).click()
    await expect(status(phone, '2,5 λίτρα × 20')).toContainText('50 πόντοι')
    await expectUsable(phone, 'the litres')
    await button(phone, 'Καταχώριση και επόμενο').click()
    await expect(status(phone, 'Περιμένει κάτοχο')).toBeVisible()
  })
  await test.step('the network is cut: entries are kept on the phone, and counted', async () => {
    await portal.stop()
    await deliver(phone, stickers[1] ?? '', ['1'])
    await expect(status(phone, 'Κρατήθηκε στη συσκευή')).toBeVisible()
    await deliver(phone, stickers[2] ?? '', ['3', 'κόμμα', '2', '5'])
    await expect(button(phone, 'Χωρίς σύνδεση · 2 σε αναμονή')).toBeVisible()
    await expectAccessible(phone)
  })
  const again = await phone.context().newPage()
  await test.step('the page is closed and started again without network, with the PIN', async () => {
    await phone.close()
    await again.goto('/desk')
    await expect(answer(again, 'Γράψτε το PIN')).toBeFocused()
    await again.getByLabel('PIN').fill('0000')
    await again.keyboard.press('Enter')
    await expect(again.getByText('Το PIN δεν είναι σωστό.')).toBeVisible()
    await again.getByLabel('PIN').fill(pin)
    await again.keyboard.press('Enter')
    await button(again, 'Χωρίς σύνδεση · 2 σε αναμονή').click()
    await expect(again.getByRole('listitem').filter({ hasText: 'Σε αναμονή' })).toHaveCount(2)
    await expect(again.getByRole('listitem').filter({ hasText: '3,25 λίτρα' })).toContainText('65 πόντοι')
    await expectAccessible(again)
  })
  await test.step('two tabs send what waits once, when the network is back', async () => {
    const twin = await again.context().newPage()
    await twin.goto('/desk')
    await expect(answer(twin, 'Γράψτε το PIN')).toBeVisible()
    await portal.start()
    await expect(button(again, 'Σε σύνδεση')).toBeVisible()
    await expect(again.getByRole('listitem').filter({ hasText: 'Περιμένει κάτοχο' })).toHaveCount(3)
    await expect(twin.getByText('Σε σύνδεση').first()).toBeVisible()
    const days = await collector.page.request.get(`/api/manage/partners/${collector.client}/desk_days/`)
    expect(await days.json()).toMatchObject([{ litres: 6.75 }])
  })
})

test(
  'the camera reads the QR code of a sticker, and reads it once while it is in sight [desk camera]',
  full,
  async ({ browser, portal }) => {
    const collector = await openPartner(browser, portal, 'Πορτοκαλί κάδοι')
    const [sticker = ''] = await issue(await openOtherBrowser(browser, portal), 1)
    const link = await collector.addDevice('Όχημα 2', ['oil'])
    const squares = encodeQR(`${portal.url}/s/${sticker.replaceAll('-', '')}`, 'raw')
    const phone = await enrolPhone(browser, portal, link)

    await test.step('a camera that is not allowed: the code can be typed', async () => {
      await phone.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      })
      await button(phone, 'Άνοιγμα κάμερας').click()
      await expect(phone.getByRole('alert').filter({ hasText: 'Η κάμερα δεν άνοιξε' })).toBeVisible()
    })
    await phone.evaluate((squares) => {
      navigator.mediaDevices.getUserMedia = () => {
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width: 640, height: 480 })
        const context = canvas.getContext('2d')
        setInterval(() => {
          if (!context) return
          context.fillStyle = 'white'
          context.fillRect(0, 0, 640, 480)
          context.fillStyle = 'black'
          for (const [y, row] of squares.entries())
            for (const [x, isBlack] of row.entries())
              if (isBlack) context.fillRect(150 + 8 * x, 60 + 8 * y, 8, 8)
        }, 50)
        return Promise.resolve(canvas.captureStream(20))
      }
    }, squares)
    await button(phone, 'Άνοιγμα κάμερας').click()
    await expect(phone.getByText(sticker)).toBeVisible()
    await phone.keyboard.type('1.5')
    await phone.keyboard.press('Enter')
    await expect(status(phone, 'Τηγανέλαιο: 1,5 λίτρα')).toBeVisible()
    // The camera opens again, and the bottle is still there.
    await expect(phone.locator('video')).toBeVisible()
    await phone.waitForTimeout(3_000)
    await expect(phone.getByText(sticker)).toHaveCount(0)
    await expectAccessible(phone)
  },
)
