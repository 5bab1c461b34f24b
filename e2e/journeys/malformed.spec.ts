/** Successful responses that are not the portal's: a proxy's page, another version's shape. */
import type { Page, Route } from '@playwright/test'
import { clerk } from '../seed.ts'
import { expect } from '../fixtures.ts'
import { slow } from '../tags.ts'
import { eleni, test } from './staff-seed.ts'
import { signInByApi, newcomer, createAccount } from './steps.ts'

const people = 'Οι πληροφορίες για τους χρήστες δεν είναι διαθέσιμες.'
const history = 'Οι πληροφορίες ιστορικού πόντων δεν είναι διαθέσιμες αυτή τη στιγμή.'

const citizen = { ...newcomer, email: 'malformed@example.gr' }

/** Marks calls that return a list, for which `[]` is a valid response. */
const list = true

type Call = { call: RegExp; message: string; list?: boolean }
type Screen = { at: string; open?: (page: Page) => Promise<void>; calls: Call[] }

const me = { call: /\/api\/auth\/users\/me\/$/, message: 'Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή.' }
const municipalities = {
  call: /\/api\/municipalities\/$/,
  message: 'Ο κατάλογος των δήμων δεν είναι διαθέσιμος.',
  list,
}
const participants = { call: /\/api\/participants\/\?/, message: people, list }

const screens: Record<'visitor' | 'customer' | 'clerk', Screen[]> = {
  visitor: [
    { at: '/login', calls: [{ call: /\/api\/site\/$/, message: 'Είσοδος' }] },
    { at: '/signup', calls: [municipalities] },
    { at: '/nothing/here', calls: [{ call: /\/api\/site\/$/, message: 'Η σελίδα δεν υπάρχει' }] },
  ],
  customer: [
    {
      at: '/',
      calls: [
        me,
        { call: /\/api\/site\/$/, message: 'Ανακύκλωση τηγανελαίου' },
        { call: /\/api\/points\/summary\/$/, message: 'Δεν μπορέσαμε να φορτώσουμε τους πόντους σας.' },
        // The sentence of the year is left out.
        { call: /\/api\/points\/mine\/year\/$/, message: 'Ανακύκλωση τηγανελαίου' },
        { call: /\/api\/points\/mine\/\?/, message: 'Οι κινήσεις σας δεν είναι διαθέσιμες αυτή τη στιγμή.' },
      ],
    },
    {
      at: '/settings',
      calls: [
        municipalities,
        {
          call: /\/api\/points\/mails\/$/,
          message: 'Η επιλογή σας δεν είναι διαθέσιμη αυτή τη στιγμή. Ανανεώστε τη σελίδα.',
        },
      ],
    },
    {
      at: '/settings/stickers',
      calls: [{ call: /\/api\/stickers\/mine\/$/, message: 'δεν είναι διαθέσιμα αυτή τη στιγμή', list }],
    },
  ],
  clerk: [
    // The menu then shows no number.
    {
      at: '/admin/users',
      calls: [me, participants, { call: /\/api\/claims\/count\/$/, message: 'Αναφορές' }],
    },
    {
      at: '/admin/users?search=ωραιοπουλος',
      open: (page) => page.getByRole('link', { name: /Ωραιόπουλος/ }).click(),
      calls: [
        // Not activated accounts are left out.
        { call: /\/api\/participants\/unactivated\/\?/, message: 'Πέτρος Ωραιόπουλος' },
        // The participant is already loaded in the list.
        { call: /\/api\/participants\/\d+\/$/, message: 'Πέτρος Ωραιόπουλος' },
        { call: /\/api\/participants\/\d+\/overview\/$/, message: 'Νέα προσπάθεια' },
      ],
    },
    {
      at: '/admin/points/page/1',
      calls: [
        { call: /\/api\/points\/\?page=/, message: history },
        // The sums are left out; the list is shown without them.
        { call: /\/api\/points\/totals\/$/, message: eleni.email },
        participants,
      ],
    },
    { at: '/admin/points/page/1', calls: [{ call: /\/api\/points\/\?page_size=1$/, message: eleni.email }] },
    {
      at: '/admin/points/page/1',
      open: (page) => page.locator('[data-opener]').first().click(),
      calls: [
        { call: /\/api\/points\/\d+\/$/, message: 'Τα στοιχεία αυτής της κίνησης δεν είναι διαθέσιμα' },
      ],
    },
    {
      at: '/admin/stickers?code=A4KX97TEH2MX',
      calls: [
        { call: /\/api\/stickers\/batches\/$/, message: 'δεν είναι διαθέσιμ', list },
        { call: /\/api\/stickers\/waiting\/$/, message: 'δεν είναι διαθέσιμ' },
        { call: /\/api\/stickers\/\?code=/, message: 'δεν είναι διαθέσιμ' },
      ],
    },
    { at: '/admin/dashboard', calls: [{ call: /\/api\/dashboard\//, message: 'δεν είναι διαθέσιμ' }] },
  ],
}

/** Returns the response with each part replaced by another type. */
function mistyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [7] : value.map(mistyped)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mistyped(part)]))
  return typeof value === 'string' ? 7 : 'text'
}

const bodies = {
  'the page of a proxy': '<!doctype html><html><body><h1>Welcome to the network</h1></body></html>',
  null: 'null',
  'an empty list': '[]',
  'an empty object': '{}',
  'fields of other types': undefined,
}

async function answer(route: Route, body: string | undefined): Promise<void> {
  const contentType = body?.startsWith('<') ? 'text/html' : 'application/json'
  if (body !== undefined) return route.fulfill({ status: 200, body, contentType })
  const response = await route.fetch()
  return route.fulfill({ response, json: mistyped(await response.json()) })
}

/** Expects no crash, no endless loading, and no raw values such as NaN or JSON. */
async function expectNoCrash(page: Page): Promise<void> {
  await expect(page.getByText(/Φόρτωση…|φορτώνονται…/)).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const shown = await page.locator('body').innerText()
  expect(shown).not.toMatch(/NaN|undefined|\[object|Infinity|Invalid Date/)
  expect(shown).not.toContain('Παρουσιάστηκε πρόβλημα σε αυτή τη σελίδα')
}

for (const [who, groupScreens] of Object.entries(screens))
  test.describe(who, slow, () => {
    test.use({ shared: who !== 'customer' })

    test(`malformed responses break no page of a ${who} [§8 malformed answers]`, async ({ page, portal }) => {
      if (who === 'customer') await createAccount(portal, citizen)
      if (who !== 'visitor') await signInByApi(page, who === 'clerk' ? clerk : citizen)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      const asked = new Set<string>()
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        // Events have no body to replace.
        if (request.method() === 'GET' && pathname.startsWith('/api/') && !pathname.endsWith('/changes/'))
          asked.add(request.url())
      })

      // For each call the last of the five bodies, which gets furthest without the check, and for the first call of each
      // screen one of the others in turn: all took two minutes more. replies.test.ts has every kind for each call.
      for (const [screen, { at, open, calls }] of groupScreens.entries())
        for (const [place, { call, message, list }] of calls.entries()) {
          const chosen = Object.entries(bodies).filter(
            ([, body], kind) => body === undefined || (place === 0 && kind === screen % 4),
          )
          for (const [name, body] of chosen)
            await test.step(`${at}: ${call.source} answers with ${name}`, async () => {
              await page.route(call, (route) => answer(route, body))
              await page.goto(at)
              await open?.(page)
              const isAnswer = (list && body === '[]') || (call === me.call && body === 'null')
              if (!isAnswer) await expect(page.locator('body')).toContainText(message)
              await expectNoCrash(page)
              // A second request of the same call may still be running.
              await page.unrouteAll({ behavior: 'wait' })
            })
        }

      expect(errors).toEqual([])
      const tried = groupScreens
        .flatMap(({ calls }) => calls)
        .concat(
          screens.visitor.flatMap(({ calls }) => calls),
          me,
        )
      expect([...asked].filter((url) => !tried.some(({ call }) => call.test(url)))).toEqual([])
    })
  })

test('a page whose code is missing after an update offers a reload [§8 crashed page]', async ({ page }) => {
  const code = '**/assets/sign-up-page-*.js'
  await page.route(code, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto('/login')
  await page.getByRole('main').getByRole('link', { name: 'Εγγραφή' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Η σελίδα δεν φορτώθηκε. Ίσως υπάρχει νεότερη έκδοση της υπηρεσίας. Πατήστε «Ανανέωση σελίδας».',
  )
  await page.unroute(code)
  await page.getByRole('button', { name: 'Ανανέωση σελίδας' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Εγγραφή')
})
