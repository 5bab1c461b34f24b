/** Routes by group, and redirects of visitors (portal.md §2, 'Route table' and 'Authenticated routing'). */
import type { Page } from '@playwright/test'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { slow } from '../tags.ts'
import { openOtherBrowser, signInByApi, newcomer, createAccount, pathOf, signIn } from './steps.ts'

const brand = 'Πόντοι Ανακύκλωσης'

type Ends = { at: string; title: string }
const login: Ends = { at: '/login', title: 'Σύνδεση' }
const home: Ends = { at: '/', title: 'Αρχική' }
const users: Ends = { at: '/admin/users', title: 'Χρήστες' }
const stays = (title: string) => (path: string) => ({ at: path, title })

/** Results for a visitor, a customer, and staff. The web app's tests have every address of the route table. */
const table: [path: string, ...(Ends | ((path: string) => Ends))[]][] = [
  ['/', login, home, users],
  ['/signup', stays('Εγγραφή'), home, users],
  ['/settings/password', login, stays('Αλλαγή συνθηματικού'), stays('Αλλαγή συνθηματικού')],
  ['/admin/points', login, home, { at: '/admin/points/page/1', title: 'Πόντοι' }],
  ['/admin/nothing/here', login, home, users],
  ['/nothing/here', stays('Η σελίδα δεν υπάρχει'), home, users],
]

async function expectAt(page: Page, path: string, { at, title }: Ends): Promise<void> {
  await expect
    .poll(async () => [pathOf(page), await page.title()], { message: path, intervals: [30] })
    .toEqual([at, `${title} · ${brand}`])
}

test('addresses lead visitors, customers and staff as the route table specifies [§2 routes] [§6 access]', async ({
  browser,
  portal,
}) => {
  await createAccount(portal)
  const people = [undefined, newcomer, clerk]
  for (const [column, person] of people.entries()) {
    const page = await openOtherBrowser(browser, portal)
    if (person) await signInByApi(page, person)
    await test.step(['a visitor', 'a customer', 'staff'][column] ?? '', async () => {
      for (const [path, ...ends] of table) {
        const end = ends[column]
        await page.goto(path)
        await expectAt(page, path, typeof end === 'function' ? end(path) : (end ?? home))
      }
    })
  }
})

test('navigation keeps query strings, deep links and the history', async ({ page, portal }) => {
  await createAccount(portal)

  await test.step('the redirect to /login and the links there keep the query string [§2 query string]', async () => {
    await page.goto('/settings?next=%2Fsettings&a=%CE%B1')
    await expect.poll(() => pathOf(page)).toBe('/login?next=%2Fsettings&a=%CE%B1')
    await expect(page.getByRole('main').getByRole('link', { name: 'Εγγραφή' })).toHaveAttribute(
      'href',
      '/signup?next=%2Fsettings&a=%CE%B1',
    )
    await expect(page.getByRole('link', { name: 'Ξεχάσατε το συνθηματικό σας;' })).toHaveAttribute(
      'href',
      '/password/reset?next=%2Fsettings&a=%CE%B1',
    )
  })

  await test.step('Back and Forward skip redirects; reload stays on the page', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/login$/)
    await page.getByRole('main').getByRole('link', { name: 'Εγγραφή' }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Εγγραφή')
    await expect(heading).toBeFocused()
    await page.getByRole('main').getByRole('link', { name: 'Σύνδεση' }).click()
    await page.getByRole('link', { name: 'Ξεχάσατε το συνθηματικό σας;' }).click()
    await expect(heading).toHaveText('Επαναφορά συνθηματικού')
    await page.goBack()
    await expect(heading).toHaveText('Σύνδεση')
    await page.goBack()
    await expect(heading).toHaveText('Εγγραφή')
    await page.reload()
    await expect(heading).toHaveText('Εγγραφή')
    await page.goForward()
    await expect(heading).toHaveText('Σύνδεση')
    await expect(page).toHaveTitle(`Σύνδεση · ${brand}`)
  })

  await test.step('sign-in redirects to the page that was requested', async () => {
    await page.goto('/settings/password')
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('Email').fill(newcomer.email)
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
    await page.getByRole('button', { name: 'Είσοδος' }).click()
    await expect(page).toHaveURL(/\/settings\/password$/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Αλλαγή συνθηματικού')
  })

  await test.step('?logout signs out on any page and is removed from the address [§2 logout parameter]', async () => {
    await page.goto('/password/reset?a=1&logout=&b=2')
    await expect.poll(() => pathOf(page)).toBe('/password/reset?a=1&b=2')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Επαναφορά συνθηματικού')
    expect((await page.request.get('/api/auth/users/me/')).status()).toBe(401)
  })

  await test.step('/ is blank and the header has a spinner until the profile is loaded; then three cards [§2 landing page] [§2 header states]', async () => {
    await signInByApi(page, newcomer)
    const known = Promise.withResolvers<void>()
    await page.route('**/api/auth/users/me/', async (route) => {
      await known.promise
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('banner').getByText('Φόρτωση…')).toBeAttached()
    await expect(page.getByRole('main')).toHaveText('')
    known.resolve()
    const cards = page.getByRole('list', { name: 'Υπηρεσίες' }).getByRole('link')
    await expect(cards).toHaveText([/^Ανακύκλωση τηγανελαίου/, /^Επαναχρησιμοποίηση/, /^Εξαργύρωση πόντων/])
    for (const [at, site] of ['oil', 'reuse', 'redemption'].entries())
      await expect(cards.nth(at)).toHaveAttribute('href', `https://${site}.example.gr/`)
    await expect(page.getByRole('banner').getByText('Φόρτωση…')).toHaveCount(0)
  })

  await test.step('/logout is blank while it signs out [§2 logout]', async () => {
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/auth/token/logout/', async (route) => {
      await answered.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/auth/token/logout/')
    await page.goto('/logout')
    await asked
    await expect(page.getByRole('main')).toHaveText('')
    answered.resolve()
    await expect(page).toHaveURL(/\/login$/)
  })

  await test.step('an unknown address shows an introduction to the portal [§2 public page]', async () => {
    await page.goto('/nothing/here')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Η σελίδα δεν υπάρχει')
    for (const name of [
      'Τι είναι αυτή η υπηρεσία',
      'Πώς κερδίζετε πόντους',
      'Πώς εξαργυρώνετε πόντους',
      'Πού θα βρείτε βοήθεια',
    ])
      await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: '2461 000000' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Εγγραφή' }).click()
    await expect(page).toHaveURL(/\/signup$/)
  })
})

test.describe('redirect parameters', () => {
  const partner = 'https://oil.example.gr'
  const stranger = 'https://evil.example'
  test.use({ environment: { RETURN_ORIGINS: partner } })

  test(
    'destination, next, cancelTo and returnTo accept only allowed targets',
    slow,
    async ({ page, portal }) => {
      await createAccount(portal)
      // Mock third-party sites; their content is not tested.
      for (const site of [partner, stranger])
        await page.route(`${site}/**`, (route) => route.fulfill({ body: 'a third-party site' }))
      const signInAt = async (search: string) => {
        await page.context().clearCookies()
        await page.goto(`/login?${search}`)
        await page.getByLabel('Email').fill(newcomer.email)
        await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
        await page.getByRole('button', { name: 'Είσοδος' }).click()
      }
      const backButton = page.getByRole('button', { name: 'Επιστροφή' })

      await test.step('next and destination redirect inside the portal [§2 redirect]', async () => {
        await signInAt('next=/settings/password')
        await expect.poll(() => pathOf(page)).toBe('/settings/password')
        // Signed-in accounts are redirected at once.
        await page.goto('/login?destination=/settings%3Fa%3D1&next=/nowhere')
        await expect.poll(() => pathOf(page)).toBe('/settings?a=1')
      })

      await test.step('addresses under /oauth/ are loaded from the server [§2 redirect oauth]', async () => {
        const asked = () =>
          page.waitForRequest(
            (request) =>
              request.isNavigationRequest() && new URL(request.url()).pathname.startsWith('/oauth/'),
          )
        for (const open of [
          () => signInAt('next=/oauth/authorize%3Fclient%3Da'),
          // The redirect may come before Playwright considers the first page loaded; wait for the request.
          () =>
            page
              .goto('/?destination=/oauth/authorize%3Fclient%3Da', { waitUntil: 'commit' })
              .catch(() => undefined),
        ]) {
          const request = asked()
          await open()
          const { url } = portal
          expect((await request).url()).toBe(`${url}/oauth/authorize?client=a`)
          // Otherwise the next navigation would interrupt it.
          await page.waitForURL(`${url}/oauth/authorize?client=a`)
        }
      })

      await test.step('hostile addresses redirect to / [§2 redirect safe]', async () => {
        for (const hostile of [
          `${stranger}/`,
          '//evil.example',
          '/\\evil.example',
          'javascript:alert(1)',
          `${portal.url}@evil.example/`,
          '/logout',
        ]) {
          await page.goto(
            `/login?next=${encodeURIComponent(hostile)}&destination=${encodeURIComponent(hostile)}`,
          )
          await expect.poll(() => page.url(), { message: hostile }).toBe(`${portal.url}/`)
        }
      })

      await test.step('/logout redirects inside the portal or to an allowed site, to no other [§2 logout]', async () => {
        for (const [returnTo, end] of [
          ['', `${portal.url}/login`],
          [`${partner}/bye?a=1`, `${partner}/bye?a=1`],
          [`${stranger}/`, `${portal.url}/login`],
          ['/password/reset', `${portal.url}/password/reset`],
        ] as const) {
          await signInByApi(page, newcomer)
          await page.goto(`/logout?returnTo=${encodeURIComponent(returnTo)}`)
          await expect.poll(() => page.url(), { message: returnTo }).toBe(end)
          expect((await page.request.get(`${portal.url}/api/auth/users/me/`)).status()).toBe(401)
        }
      })

      await test.step('Back is shown only with cancelTo, destination or next [§2 back]', async () => {
        await page.goto('/login')
        await expect(page.getByRole('button', { name: 'Είσοδος' })).toBeVisible()
        await expect(backButton).toHaveCount(0)
      })
      await test.step('cancelTo: loads another site, also from /signup [§2 back]', async () => {
        for (const at of ['/login', '/signup']) {
          await page.goto(`${at}?cancelTo=${encodeURIComponent(`${stranger}/shop`)}`)
          await backButton.click()
          await expect(page).toHaveURL(`${stranger}/shop`)
        }
      })
      await test.step('cancelTo: replaces the history entry inside the portal [§2 back]', async () => {
        await page.goto('/password/reset')
        await page.goto('/login?cancelTo=/signup')
        await backButton.click()
        await expect(page).toHaveURL(/\/signup$/)
        await page.goBack()
        await expect(page).toHaveURL(/\/password\/reset$/)
      })
      await test.step('cancelTo: rejects a javascript: address [§2 redirect safe]', async () => {
        await page.goto(`/login?cancelTo=${encodeURIComponent('javascript:alert(1)')}`)
        await expect(page.getByRole('button', { name: 'Είσοδος' })).toBeVisible()
        await expect(backButton).toHaveCount(0)
      })
      await test.step('destination, next: Back is a step back in history [§2 back]', async () => {
        await page.goto('/signup')
        await page.goto('/login?next=/settings')
        await backButton.click()
        await expect(page).toHaveURL(/\/signup$/)
      })
    },
  )
})

test('the staff’s password page is under /admin/settings', async ({ page }) => {
  await signIn(page, clerk)
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Αλλαγή συνθηματικού' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/password$/)
  await page.getByRole('link', { name: 'Επιστροφή στις ρυθμίσεις' }).click()
  await expect(page).toHaveURL(/\/admin\/settings$/)
})
