import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { type ExampleSite, openExampleSite } from '../example-site.ts'
import { expect, test as base } from '../fixtures.ts'
import type { Portal } from '../portal.ts'
import {
  openOtherBrowser,
  signInByApi,
  fillSignUp,
  linkIn,
  newcomer,
  createAccount,
  widths,
} from './steps.ts'
import { slow } from '../tags.ts'
import { openThirdPartySite } from '../third-party-site.ts'

const test = base.extend<{ site: ExampleSite }>({
  shared: false,
  site: [
    async ({ portal }, use, testInfo) => {
      const site = await openExampleSite(portal, testInfo.outputPath())
      await use(site)
      await site.stop()
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('log of the example', { body: site.log(), contentType: 'text/plain' })
    },
    { timeout: 120_000 },
  ],
})
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const toPortal = (page: Page) => page.getByRole('link', { name: 'Σύνδεση με την υπηρεσία πόντων' }).click()
const greeting = (page: Page) => page.getByRole('heading', { name: 'Έχετε συνδεθεί ως Ελένη Κωνσταντίνου' })
const balance = (page: Page, points: string) => expect(page.locator('.balance')).toHaveText(points)

/** Fills the portal's sign-in form, in the page or in a frame. */
async function signInHere(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
  await press(page, 'Είσοδος')
}

/** Signs up from the site's front page. @returns the activation link of the mail */
async function signUpFrom(page: Page, site: ExampleSite, portal: Portal) {
  await page.goto(site.url)
  await toPortal(page)
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Για να συνεχίσετε στον ιστότοπο' }),
  ).toContainText('«Συλλογή τηγανελαίου»')
  // The link beside the site's name; there is one below the form, too.
  await page.getByRole('main').getByRole('link', { name: 'Εγγραφή' }).first().click()
  await fillSignUp(page)
  await press(page, 'Δημιουργία νέου λογαριασμού')
  await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeVisible()
  return linkIn((await portal.mails.next(newcomer.email)).text)
}

async function activateAndSignIn(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Σύνδεση' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(newcomer.email)
  await signInHere(page)
}

test('a visitor of a partner site signs up, delivers, redeems, cancels the coupon, and signs out of both', async ({
  page,
  portal,
  site,
}) => {
  await test.step('signs up at the portal, activates by mail, and returns to the site signed in [partner site sign-up]', async () => {
    await page.goto(site.url)
    await expectAccessible(page)
    const link = await signUpFrom(page, site, portal)
    await activateAndSignIn(page, link)
    await expect(greeting(page)).toBeVisible()
    expect(page.url()).toBe(`${site.url}/`)
    await balance(page, '0 πόντοι')
  })

  await test.step('a coupon is rejected without enough points, and nothing is subtracted [partner site coupons]', async () => {
    await press(page, /^Έκδοση κουπονιού/)
    await expect(page.getByRole('alert')).toContainText('Οι πόντοι σας δεν φτάνουν για το κουπόνι.')
    await balance(page, '0 πόντοι')
  })

  await test.step('delivers two litres; the portal computes the points and shows them on its landing page [partner site deliveries]', async () => {
    await press(page, 'Παράδοση 2 λίτρων')
    await expect(page.getByRole('status')).toHaveText('Παραλάβαμε 2 λίτρα: πήρατε 40 πόντους.')
    await balance(page, '40 πόντοι')
    await page.getByRole('link', { name: 'Όλες οι κινήσεις σας στην υπηρεσία πόντων' }).click()
    await expect(page.getByRole('heading', { name: 'Καλώς ήρθατε, Ελένη' })).toBeVisible()
    await expect(page.getByText('+40')).toBeVisible()
    await expect(page.getByText('Παράδοση ελαίου')).toBeVisible()
  })

  await test.step('spends points on a coupon [partner site coupons]', async () => {
    await page.goto(site.url)
    await press(page, /^Έκδοση κουπονιού/)
    await expect(page.getByRole('status')).toContainText(/Το κουπόνι σας είναι έτοιμο.*Κουπόνι \d{10}/)
    await balance(page, '10 πόντοι')
    await expectAccessible(page)
    // Reloading the page after the form changes nothing.
    await page.reload()
    await balance(page, '10 πόντοι')
  })

  await test.step('shows the coupon at the portal, with its code [coupons page]', async () => {
    const code = /\d{10}/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
    await page.goto(portal.url)
    await page.getByRole('link', { name: '1 κουπόνι που ισχύει' }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Έκπτωση 5 €' }).click()
    const ticket = page.getByRole('region', { name: 'Κωδικός κουπονιού' })
    await expect(ticket.getByRole('img')).toBeVisible()
    expect((await ticket.innerText()).replace(/\D/g, '')).toBe(code)
    await expectAccessible(page)
    await page.goto(site.url)
  })

  await test.step('cancels the coupon [partner site coupons]', async () => {
    await press(page, 'Ακύρωση κουπονιού')
    await expect(page.getByRole('status')).toHaveText('Το κουπόνι ακυρώθηκε: πήρατε πίσω 30 πόντους.')
    await balance(page, '40 πόντοι')
    await expect(page.getByRole('button', { name: 'Ακύρωση κουπονιού' })).toHaveCount(0)
    await page.goto(`${portal.url}/coupons`)
    await expect(page.getByText(/^Ακυρώθηκε/)).toBeVisible()
    await page.goto(portal.url)
    await expect(page.getByText('−30')).toBeVisible()
    await expect(page.getByText('+30')).toBeVisible()
  })

  await test.step('a sign-out at the site also signs out of the portal [partner site sign-out]', async () => {
    await page.goto(site.url)
    await press(page, 'Αποσύνδεση')
    await expect(page.getByRole('link', { name: 'Σύνδεση με την υπηρεσία πόντων' })).toBeVisible()
    expect(page.url()).toBe(`${site.url}/`)
    await page.goto(portal.url)
    await expect(page).toHaveURL(/\/login/)
  })

  await test.step('a sign-out at the portal also signs out of the site [partner site sign-out]', async () => {
    await page.goto(site.url)
    await toPortal(page)
    await signInHere(page)
    await expect(greeting(page)).toBeVisible()
    await page.goto(portal.url)
    await page.getByRole('button', { name: new RegExp(newcomer.email) }).click()
    await page.getByRole('link', { name: 'Αποσύνδεση' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(async () => {
      await page.goto(site.url)
      await expect(page.getByRole('link', { name: 'Σύνδεση με την υπηρεσία πόντων' })).toBeVisible({
        timeout: 500,
      })
    }).toPass({ timeout: 60_000 })
  })
})

test(
  'an activation link leads to the site signed in, also hours later or on a phone',
  slow,
  async ({ browser, page, portal, site }) => {
    const link = await signUpFrom(page, site, portal)
    await test.step('hours later, without the cookies of the interaction [partner site sign-up]', async () => {
      await page.context().clearCookies({ name: /^_interaction/ })
      await page.context().clearCookies({ name: 'partner_site_journey' })
      await activateAndSignIn(page, link)
      await expect(greeting(page)).toBeVisible()
      expect(page.url()).toBe(`${site.url}/`)
    })
    await test.step('on a phone, from the used link [partner site sign-up]', async () => {
      const telephone = await openOtherBrowser(browser, portal)
      await telephone.goto(link)
      await telephone.getByRole('main').getByRole('link', { name: 'Επιστροφή' }).click()
      await signInHere(telephone)
      await expect(greeting(telephone)).toBeVisible()
      expect(telephone.url()).toBe(`${site.url}/`)
    })
  },
)

test(
  'a delivery whose response was lost is sent again under the same reference and counts once [partner site deliveries]',
  slow,
  async ({ page, portal, site }) => {
    const signInAtSite = async () => {
      await page.goto(site.url)
      await toPortal(page)
      await expect(greeting(page)).toBeVisible()
    }
    const tryAgain = async () => {
      await press(page, 'Νέα προσπάθεια')
      await expect(page.getByRole('status')).toHaveText('Παραλάβαμε 2 λίτρα: πήρατε 40 πόντους.')
      await balance(page, '40 πόντοι')
    }
    await createAccount(portal)
    await signInByApi(page, newcomer)
    await signInAtSite()

    await test.step('the portal is killed: the site shows a message and keeps the entry', async () => {
      await portal.kill9()
      await press(page, 'Παράδοση 2 λίτρων')
      await expect(page.getByRole('alert').first()).toContainText(
        'Η υπηρεσία πόντων δεν δέχτηκε ακόμη την ενέργειά σας, ή η απάντησή της δεν έφτασε.',
      )
      await expect(page.getByText('Δεν μπορούμε να δείξουμε το υπόλοιπό σας')).toBeVisible()
      await expectAccessible(page)
      await site.stop()
      await portal.start()
      await site.start()
      await signInAtSite()
      await balance(page, '0 πόντοι')
      await tryAgain()
    })

    await test.step('the portal has recorded it, but the site has not stored the response', async () => {
      await site.stop()
      const lines = (await readFile(site.journal, 'utf8')).trimEnd().split('\n')
      expect(lines.at(-1)).toContain('"state":"recorded"')
      await writeFile(site.journal, lines.slice(0, -1).join('\n'))
      await site.start()
      await signInAtSite()
      await tryAgain()
    })
  },
)

test(
  'the example site shows its errors, rejects forged requests, and fits every width',
  slow,
  async ({ page, portal, site }) => {
    await test.step('an unknown path, a callback without a sign-in, a login with another issuer', async () => {
      for (const [path, title] of [
        ['/nowhere', 'Δεν υπάρχει τέτοια σελίδα'],
        ['/callback?code=x&state=y', 'Η σύνδεση δεν ολοκληρώθηκε'],
        ['/login?iss=https://evil.example', 'Το αίτημα δεν έγινε δεκτό'],
      ] as const) {
        await page.goto(site.url + path)
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
        await expectAccessible(page)
      }
    })
    await test.step('Back at the portal returns to the site [partner site cancel]', async () => {
      await page.goto(site.url)
      await toPortal(page)
      await page.getByRole('button', { name: 'Επιστροφή' }).click()
      await expect(page.getByRole('heading', { name: 'Δεν συνδεθήκατε' })).toBeVisible()
    })
    await test.step('forms of another site and forged logout tokens are rejected', async () => {
      await createAccount(portal)
      await signInByApi(page, newcomer)
      await page.goto(site.url)
      await toPortal(page)
      await expect(greeting(page)).toBeVisible()
      const forged = await page.request.post(`${site.url}/deliver`, {
        headers: { origin: 'https://evil.example' },
        form: { reference: crypto.randomUUID() },
      })
      expect(forged.status()).toBe(403)
      const token = await page.request.post(`${site.url}/backchannel-logout`, {
        form: { logout_token: 'eyJhbGciOiJub25lIn0.e30.' },
      })
      expect(token.status()).toBe(400)
      await page.reload()
      await expect(greeting(page)).toBeVisible()
      await balance(page, '0 πόντοι')
    })
    for (const width of widths)
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 860 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
          true,
        )
        await expectAccessible(page)
      })
  },
)

test('a third party takes points only while the person allows it, apart from the rest', async ({
  context,
  page,
  portal,
}) => {
  const name = 'Κουπόνια «Άλφα»'
  const alpha = await openThirdPartySite(portal, name, [
    ...['--company', 'Άλφα Κουπόνια ΑΕ', '--privacy-url', 'https://alpha.example.gr/privacy'],
    ...['--purpose', 'Κουπόνια για καταστήματα της πόλης', '--purpose-en', 'Coupons for shops of the town'],
    ...['--writes', 'oil_collected', '--writes', 'coupon_created'],
  ])
  const rejection =
    'The participant has not given the scope points:redeem. Ask the participant to sign in with it.'
  await page.setViewportSize({ width: 390, height: 860 })
  await createAccount(portal)
  await signInByApi(page, newcomer)
  let sub = ''
  const fits = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page)
  }

  const read = async (language: 'el' | 'en') => {
    await context.addCookies([{ name: 'language', value: language, url: portal.url }])
    await page.reload()
  }

  await test.step('the page says who asks, why and for what, in both languages [partners consent words]', async () => {
    await page.goto(alpha.authorize())
    const main = page.getByRole('main')
    for (const text of [
      'Άλφα Κουπόνια ΑΕ',
      'Κουπόνια για καταστήματα της πόλης',
      'δεν τον έχει άλλος ιστότοπος',
    ])
      await expect(main).toContainText(text)
    await expect(main.getByRole('link', { name: 'https://alpha.example.gr/privacy' })).toBeVisible()
    await fits()
    await read('en')
    await expect(main).toContainText('Coupons for shops of the town')
    await expect(
      page.getByRole('checkbox', { name: 'I also allow it to take my points for coupons' }),
    ).not.toBeChecked()
    await fits()
    await read('el')
  })

  const take = page.getByRole('checkbox', { name: 'Επιτρέπω και να παίρνει πόντους μου για κουπόνια' })
  await test.step('without the box the person is signed in and gets points, and none are taken [partners consent]', async () => {
    await expect(take).not.toBeChecked()
    sub = await alpha.consent(page)
    expect(await alpha.record(sub, 'oil_collected', 40)).toBe('recorded')
    expect(await alpha.record(sub, 'coupon_created', -30)).toBe(rejection)
  })

  await test.step('asked again, the person allows it, and the coupon is issued [partners consent]', async () => {
    await page.goto(alpha.authorize({ prompt: 'consent' }))
    await take.check()
    expect(await alpha.consent(page)).toBe(sub)
    expect(await alpha.record(sub, 'coupon_created', -30)).toBe('recorded')
    await page.goto('/settings/sites')
    const card = page.getByRole('listitem', { name })
    await expect(card).toContainText('να παίρνει πόντους σας για κουπόνια')
    await expect(card).toContainText('Κουπόνια για καταστήματα της πόλης')
    await fits()
    await read('en')
    await expect(card).toContainText('take your points for coupons')
    await expect(card).toContainText('Coupons for shops of the town')
    await fits()
  })

  await test.step('after the withdrawal no points are taken [security consents]', async () => {
    // connected-sites.spec.ts withdraws in Greek.
    await page.getByRole('listitem', { name }).getByRole('button', { name: 'Withdraw' }).click()
    await fits()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByText('The access was withdrawn')).toBeVisible()
    await fits()
    await read('el')
    expect(await alpha.record(sub, 'coupon_created', -10)).toBe(rejection)
    await page.goto(alpha.authorize())
    await expect(take).not.toBeChecked()
  })
  alpha.close()
})
