import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeEventSource, show, stubStreams } from './event-source-in-test.ts'
import { maria, openPortal, serve } from './portal-in-test.tsx'

const tell = (data: object) =>
  act(() => {
    for (const stream of FakeEventSource.opened) stream.sends(data)
  })

let held: string[] = []
beforeEach(() => {
  held = []
  stubStreams()
  const request = async (kind: string) => {
    held.push(kind)
    return { release: async () => void held.pop() }
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
})

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const card = () => screen.findByRole('region', { name: 'Κωδικός κάρτας' })
const shownCode = async () => within(await card()).getByText(/^234\d$/).textContent
const left = async () => within(await card()).getByRole('timer').textContent

const visit = (id: number, more: object = {}) => ({
  id,
  description: 'item_delivered',
  title: null,
  points: 48,
  at: new Date().toISOString(),
  partner: 'ΚΔΕΥ Κοζάνης',
  device: 'Υποδοχή',
  place: 'Κοζάνη',
  reported: false,
  ...more,
})
const long = '2026-03-01T10:00:00+02:00'

async function openCard(visits: ReturnType<typeof visit>[] = []) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = serve(maria)
  server.hasDesks = true
  server.visits = visits
  const user = openPortal('/card')
  await waitFor(async () => expect(await shownCode()).toBe('2341'), { timeout: 5_000 })
  return { server, user }
}

const times = { qr: { size: 29, path: 'M4 4h7v1h-7z' }, valid_for: 180, renew_after: 60 }

describe('CardPage', () => {
  it('shows a code and another one after a minute, and keeps the screen on [card page]', async () => {
    await openCard()
    expect(await left()).toMatch(/^Νέος κωδικός σε (60|59|58) δευτερόλεπτα$/)
    expect(within(await card()).getByRole('img', { name: 'Κωδικός QR της κάρτας' })).toBeTruthy()
    expect(held).toEqual(['screen'])
    await pass(30)
    expect(await left()).toMatch(/σε (30|29|28) δευτερόλεπτα$/)
    expect(await shownCode()).toBe('2341')
    await pass(31)
    expect(await shownCode()).toBe('2342')
    await pass(60)
    expect(await shownCode()).toBe('2343')
  })

  it('asks for nothing while it is hidden, and at once when it is shown again [card page]', async () => {
    const { server } = await openCard()
    show(false)
    await pass(200)
    expect(server.cards).toBe(1)
    show(true)
    await waitFor(() => expect(server.cards).toBe(2))
    expect(await shownCode()).toBe('2342')
    expect(held).toEqual(['screen', 'screen'])
  })

  it('says how long the code still works if no new one comes, and that it has expired [card page]', async () => {
    const { server, user } = await openCard()
    server.cardFails = true
    await pass(62)
    expect(await left()).toMatch(/^Αυτός ο κωδικός ισχύει για 1:5\d ακόμη\.$/)
    expect(within(await card()).getByRole('status').textContent).toBe(
      'Ο νέος κωδικός δεν ήρθε. Προσπαθούμε ξανά.',
    )
    await pass(60)
    expect(await left()).toMatch(/ισχύει για (0:5\d|1:00) ακόμη\.$/)
    await pass(60)
    expect(within(await card()).getByRole('alert').textContent).toContain('Ο κωδικός έληξε')
    expect(within(await card()).queryByText('2341')).toBeNull()
    server.cardFails = false
    await user.click(within(await card()).getByRole('button', { name: 'Νέα προσπάθεια' }))
    await waitFor(async () => expect(await shownCode()).toBe('2342'))
  })

  it('says so if a request takes long [card page]', async () => {
    const { server } = await openCard()
    const late = Promise.withResolvers<undefined>()
    server.replies['/api/card/'] = () => late.promise.then(() => ({ code: 'AEHK-2342', ...times }))
    await pass(66)
    expect(within(await card()).getByRole('status').textContent).toBe('Ο νέος κωδικός αργεί.')
    expect(await left()).toMatch(/ισχύει για 1:5\d ακόμη\.$/)
    late.resolve(undefined)
    await waitFor(async () => expect(await shownCode()).toBe('2342'))
  })

  it('shows at once what a desk records, where and what, and lists earlier ones [card visits]', async () => {
    const { server } = await openCard([visit(1, { at: long })])
    const earlier = await screen.findByRole('region', { name: 'Στο ταμείο, τις τελευταίες 30 ημέρες' })
    await within(earlier).findByText('Παράδοση αντικειμένου για επαναχρησιμοποίηση, +48 πόντοι')
    expect(screen.queryByRole('region', { name: 'Μόλις στο ταμείο' })).toBeNull()
    server.visits = [
      visit(2, { title: 'Ένα ψωμί', description: 'coupon_created', partner: 'Φούρνος', points: 0 }),
      ...server.visits,
    ]
    tell({ count: 1, used_at: new Date().toISOString() })
    const fresh = await screen.findByRole('region', { name: 'Μόλις στο ταμείο' })
    expect(within(fresh).getByRole('listitem').textContent).toContain(
      'Χρησιμοποιήθηκε κουπόνι: Ένα ψωμίΦούρνος, Κοζάνη',
    )
    expect(within(earlier).getAllByRole('listitem')).toHaveLength(1)
  })
})

describe('the landing page', () => {
  it('links the card if a partner has a desk, and shows new visits, which may be reported [card not mine]', async () => {
    const server = serve(maria)
    server.hasDesks = true
    const user = openPortal('/')
    expect((await screen.findAllByRole('link', { name: 'Η κάρτα μου' })).length).toBeGreaterThan(0)
    await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
    await waitFor(() => expect(server.requests).toContain('GET /api/card/visits/'))
    server.visits = [visit(7)]
    tell({ count: 0, used_at: '2026-03-01T10:00:00+02:00' })
    const fresh = await screen.findByRole('region', { name: 'Μόλις στο ταμείο' })
    expect(within(fresh).getByText('Παράδοση αντικειμένου για επαναχρησιμοποίηση, +48 πόντοι')).toBeTruthy()
    expect(within(fresh).getByText('ΚΔΕΥ Κοζάνης, Κοζάνη')).toBeTruthy()

    await user.click(within(fresh).getByRole('button', { name: 'Δεν ήμουν εγώ' }))
    const question = screen.getByRole('alertdialog', { name: 'Δεν ήσασταν εσείς;' })
    await user.click(within(question).getByRole('button', { name: 'Δεν ήμουν εγώ' }))
    await within(fresh).findByText(/^Το δηλώσατε και θα σας απαντήσουμε με email\./)
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Το δηλώσατε/))
    expect(server.requests).toContain('POST /api/points/mine/7/not_mine/')
    expect(within(fresh).queryByRole('button')).toBeNull()
    expect(within(fresh).getByRole('link', { name: 'Οι αναφορές σας' }).getAttribute('href')).toBe(
      '/claims#own-claims',
    )
  })

  it('shows three new visits, and links the page of the card for more', async () => {
    const server = serve(maria)
    server.hasDesks = true
    const at = new Date().toISOString()
    server.visits = [1, 2, 3, 4].map((id) => visit(id, { at }))
    openPortal('/')
    const fresh = await screen.findByRole('region', { name: 'Μόλις στο ταμείο' })
    expect(within(fresh).getAllByRole('listitem')).toHaveLength(3)
    const link = within(fresh).getByRole('link', { name: 'Άλλη 1 κίνηση στην κάρτα μου' })
    expect(link.getAttribute('href')).toBe('/card')
  })

  it('has no link without desks', async () => {
    const server = serve(maria)
    openPortal('/')
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(server.requests).toContain('GET /api/points/summary/'))
    expect(screen.queryByRole('link', { name: 'Η κάρτα μου' })).toBeNull()
    expect(server.requests.filter((path) => path.includes('/card/'))).toEqual([])
  })
})

describe('the printed card in the settings', () => {
  it('is made, made again and revoked, each with what it means [card printed]', async () => {
    // The environment would follow the link to the file.
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const server = serve(maria)
    server.hasDesks = true
    const user = openPortal('/settings')
    const section = await screen.findByRole('region', { name: 'Τυπωμένη κάρτα' })
    await within(section).findByText('Δεν έχετε τυπωμένη κάρτα.')
    await user.click(within(section).getByRole('button', { name: 'Έκδοση κάρτας (PDF)' }))
    await within(section).findByText('Έχετε κάρτα. Εκδόθηκε: 20/11/2026, 10:00.')
    await within(section).findByText(/^Η κάρτα βρίσκεται στις λήψεις σας/)
    expect(saved).toHaveBeenCalledTimes(1)

    await user.click(within(section).getByRole('button', { name: 'Έκδοση νέας κάρτας (PDF)' }))
    const again = screen.getByRole('alertdialog', { name: 'Να εκδοθεί νέα κάρτα;' })
    expect(again.textContent).toContain('Η προηγούμενη κάρτα δεν θα ισχύει πια.')
    await user.click(within(again).getByRole('button', { name: 'Άκυρο' }))
    expect(server.requests.filter((call) => call === 'POST /api/card/printed/')).toHaveLength(1)

    await user.click(within(section).getByRole('button', { name: 'Ακύρωση κάρτας' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Ακύρωση κάρτας' }))
    await within(section).findByText('Η κάρτα ακυρώθηκε.')
    await within(section).findByText('Δεν έχετε τυπωμένη κάρτα.')
  })
})
