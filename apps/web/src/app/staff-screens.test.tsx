import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { address, clerk, noOverview, openPortal, serve } from './portal-in-test.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const sums = { available: 0, collected: 0, reuse: 0, cookingoils: 0, redeemed: 0 }
const nameless = {
  id: 7,
  full_name: '',
  first_name: '',
  last_name: '',
  telephone: '',
  email: 'someone@example.gr',
  municipality_name: null,
  points_transactions: 0,
  points_summary: sums,
  created_at: '2026-02-03T23:30:00+02:00',
  is_active: true,
}
const record = {
  id: 1,
  participant: { id: 7, email: '' },
  points: 5,
  created_at: '2026-03-01T00:00:00+02:00',
  description: 'item_reused',
}

const origin = {
  ...record,
  received_at: record.created_at,
  reference: 'a',
  site: 'Επαναχρησιμοποίηση',
  details: { item_count: 2, collection_point: 'Κέντρο' },
  rate: null,
  reverses: null,
  reversals: [],
  reversed_by: null,
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('staff screens', () => {
  it('show fallbacks for a participant without a name and for a record without an address [§2 unknown names] [§2 points table]', async () => {
    const server = serve(clerk)
    server.person = nameless
    server.records = { results: [record], count: 1, total_pages: 1 }
    const user = openPortal('/admin/users/7')
    expect(await screen.findByRole('heading', { name: 'Άγνωστο όνομα' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Ιστορικό πόντων' }))
    const table = await screen.findByRole('table', { name: 'Ιστορικό πόντων' })
    expect(within(table).getByRole('link', { name: 'Άγνωστος χρήστης' }).getAttribute('href')).toBe(
      '/admin/users/7',
    )
    expect(address()).toBe('/admin/points/7/page/1')
  })

  it.each([
    ['no participant', null],
    ['an absent participant', undefined],
    ['a null address', { id: 7, email: null }],
    ['an absent address', { id: 7 }],
  ])('show an unknown user for %s [§2 points table]', async (_case, participant) => {
    const server = serve(clerk)
    server.records = { results: [{ ...record, participant }], count: 1, total_pages: 1 }
    openPortal('/admin/points/page/1')
    const table = await screen.findByRole('table', { name: 'Ιστορικό πόντων' })
    const cell = within(table).getByRole('cell', { name: 'Άγνωστος χρήστης' })
    const link = within(cell).queryByRole('link')?.getAttribute('href')
    expect(link).toBe(participant ? '/admin/users/7' : undefined)
  })

  it('call nobody unknown while the connection is lost', async () => {
    const server = serve(clerk)
    const known = { ...record, participant: { id: 7, email: 'maria@example.gr' } }
    server.records = { results: [known], count: 1, total_pages: 1 }
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
      if (address.startsWith('/api/participants/7/')) throw new TypeError('Failed to fetch')
      return server.answer(address, init)
    })
    openPortal('/admin/points/7/page/1')
    await screen.findByRole('table', { name: 'Ιστορικό πόντων' })
    expect(screen.queryByText('Άγνωστος χρήστης')).toBeNull()
  })

  it('show the code of an unknown description, in the list and in the origin of a record [§2 points table]', async () => {
    const server = serve(clerk)
    const odd = { ...record, description: 'constructor' }
    server.records = { results: [odd], count: 1, total_pages: 1 }
    const other = { id: 2, points: -5, description: 'bonus_given', created_at: record.created_at }
    const origin = {
      ...odd,
      received_at: record.created_at,
      reference: '',
      site: null,
      details: {},
      rate: null,
      reverses: other,
      reversals: [],
      reversed_by: null,
    }
    const answer = server.answer.bind(server)
    server.answer = async (path, init) =>
      path === '/api/points/1/' ? new Response(JSON.stringify(origin)) : answer(path, init)
    const user = openPortal('/admin/points/page/1')
    await user.click(await screen.findByRole('button', { name: 'constructor' }))
    expect(await screen.findByRole('button', { name: /^bonus_given/ })).toBeTruthy()
  })

  it('show the selected participant above the list, marked, also if the search has no match [§2 points filter]', async () => {
    const server = serve(clerk)
    server.person = { ...nameless, full_name: 'Μαρία Παππά', first_name: 'Μαρία', last_name: 'Παππά' }
    server.records = { results: [record], count: 1, total_pages: 1 }
    openPortal('/admin/points/7/page/1?search=nobody')
    const list = await screen.findByRole('region', { name: 'Κατάλογος χρηστών' })
    const selected = await within(list).findByRole('link', { name: /^Μαρία Παππά/ })
    expect(selected.getAttribute('aria-current')).toBe('true')
    expect(await within(list).findByText('Δεν βρέθηκαν χρήστες με αυτά τα στοιχεία.')).toBeTruthy()
    const everyone = within(list).getByRole('link', { name: /^Όλοι οι χρήστες/ })
    expect(everyone.hasAttribute('aria-current')).toBe(false)
  })

  it('show the totals of the filter with signs [points totals]', async () => {
    const server = serve(clerk)
    server.person = nameless
    const answer = server.answer.bind(server)
    server.answer = async (path, init) =>
      path === '/api/points/totals/?participant=7&created_at_after=2026-03-01&created_at_before=2026-03-31'
        ? new Response(JSON.stringify({ positive: 1240, negative: -200, balance: 1040 }))
        : answer(path, init)
    openPortal('/admin/points/7/page/1?from=2026-03-01&to=2026-03-31')
    const valueOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent
    await waitFor(() => expect(valueOf('Προστέθηκαν')).toBe('+1.240'))
    expect(valueOf('Αφαιρέθηκαν')).toBe('−200')
    expect(valueOf('Διαφορά')).toBe('+1.040')
  })

  it('show the last records of a participant and the day of the sign-up [§2 user details]', async () => {
    const server = serve(clerk)
    server.person = nameless
    server.overview = { ...noOverview, records: [origin] }
    openPortal('/admin/users/7')
    const latest = await screen.findByRole('list', { name: 'Τελευταίες κινήσεις' })
    const [row] = within(latest).getAllByRole('listitem')
    expect(row?.textContent).toBe(
      'Επαναχρησιμοποίηση αντικειμένου01/03/2026, 00:00 · 2 αντικείμενα · Κέντρο+5',
    )
    expect(screen.getByText('Εγγραφή').nextElementSibling?.textContent).toBe('03/02/2026')
  })

  it('show the points of a participant before the rest is loaded [§2 user details]', async () => {
    const server = serve(clerk)
    server.person = nameless
    const answer = server.answer.bind(server)
    const { promise, resolve } = Promise.withResolvers<void>()
    // A call without an end is a slow connection, also for the tests that follow.
    onTestFinished(() => resolve())
    server.answer = async (path, init) => {
      if (path === '/api/participants/7/overview/') await promise
      return answer(path, init)
    }
    openPortal('/admin/users/7')
    const sums = await screen.findByRole('region', { name: 'Πόντοι' })
    // Before what loads, so that they do not move.
    const loading = within(screen.getByRole('main')).getByText('Φόρτωση…')
    expect(sums.compareDocumentPosition(loading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('find an account that is not activated, and send the activation mail again [staff activation]', async () => {
    const server = serve(clerk)
    server.person = { ...nameless, full_name: 'Μαρία Παππά', is_active: false }
    const answer = server.answer.bind(server)
    const resent = [
      new Response(null, { status: 204 }),
      refusal({ code: 'throttled', params: { seconds: 120 } }),
    ]
    server.answer = async (path, init) => {
      if (path === '/api/participants/unactivated/?search=example')
        return new Response(JSON.stringify([server.person]))
      if (path === '/api/participants/7/resend_activation/' && init.method === 'POST')
        return resent.shift() ?? new Response(null, { status: 500 })
      return answer(path, init)
    }
    const user = openPortal('/admin/users?search=example')
    await user.click(await screen.findByRole('link', { name: /^Μαρία Παππά/ }))
    expect(address()).toBe('/admin/users/7?search=example')
    const resend = await screen.findByRole('button', { name: 'Αποστολή νέου μηνύματος ενεργοποίησης' })
    expect(screen.queryByRole('link', { name: 'Ιστορικό πόντων' })).toBeNull()
    await user.click(resend)
    expect(
      await screen.findByText(`Το μήνυμα φτάνει συνήθως σε λίγα λεπτά στη διεύθυνση ${nameless.email}.`),
    ).toBeTruthy()
    await user.click(resend)
    expect(await screen.findByText(/Παρακαλώ δοκιμάστε ξανά σε 2 λεπτά/)).toBeTruthy()
  })

  it('list accounts that are not activated beside the few that match a search [staff activation]', async () => {
    const server = serve(clerk)
    const answer = server.answer.bind(server)
    const waiting = { ...nameless, id: 8, full_name: 'Μαρία Παππά', is_active: false }
    server.answer = async (path, init) => {
      if (path.startsWith('/api/participants/unactivated/')) return new Response(JSON.stringify([waiting]))
      if (path.startsWith('/api/participants/?')) return new Response(JSON.stringify([nameless]))
      return answer(path, init)
    }
    openPortal('/admin/users?search=pappa')
    expect(await screen.findByRole('region', { name: 'Λογαριασμοί χωρίς ενεργοποίηση' })).toBeTruthy()
    expect(screen.getByRole('link', { name: /^Μαρία Παππά/ }).getAttribute('href')).toBe(
      '/admin/users/8?search=pappa',
    )
  })

  it('offer custom days on the dashboard, like on the points page [§2 dashboard]', async () => {
    const server = serve(clerk)
    const user = openPortal('/admin/dashboard?period=last-week')
    const periods = await screen.findByRole('radiogroup', { name: 'Χρονικό διάστημα' })
    await user.click(within(periods).getByRole('radio', { name: 'Άλλο διάστημα' }))
    await user.type(screen.getByLabelText('Από', { selector: 'input' }), '1/3/2026{Enter}')
    await user.type(screen.getByLabelText('Έως', { selector: 'input' }), '29/3/2026{Enter}')
    const search = '?period=custom&from=2026-03-01&to=2026-03-29'
    await waitFor(() => expect(address()).toBe(`/admin/dashboard${search}`))
    await waitFor(() =>
      expect(server.requests).toContain('GET /api/dashboard/?from=2026-03-01&to=2026-03-29'),
    )
  })

  it.each(['/admin/points/page/1', '/admin/users/7'])(
    'do not refetch participants and points when the window gets the focus: %s [§9 queries]',
    async (path) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const server = serve(clerk)
      server.person = nameless
      openPortal(path)
      await waitFor(() =>
        expect(server.requests.some((call) => call.includes('/api/participants/'))).toBe(true),
      )
      await screen.findByRole('heading', { level: path.includes('points') ? 1 : 2 })
      await waitFor(() => expect(screen.queryByText('Φόρτωση…')).toBeNull())

      // All queries are stale now; a reload of the profile proves that the focus event arrived.
      vi.setSystemTime(Date.now() + 60_000)
      server.requests.length = 0
      window.dispatchEvent(new Event('visibilitychange'))
      document.dispatchEvent(new Event('visibilitychange'))
      await waitFor(() => expect(server.requests).toContain('GET /api/auth/users/me/'))
      expect(server.requests.filter((call) => /participants|points/.test(call))).toEqual([])
    },
  )
})
