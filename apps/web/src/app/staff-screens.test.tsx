import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { address, clerk, openPortal, serve } from './portal-in-test.tsx'

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

  it('offer custom days on the dashboard, like on the points page [§2 dashboard]', async () => {
    const server = serve(clerk)
    const user = openPortal('/admin/dashboard?period=last-week')
    const periods = await screen.findByRole('radiogroup', { name: 'Χρονικό διάστημα' })
    await user.click(within(periods).getByRole('radio', { name: 'Προσαρμοσμένο' }))
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
