import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { refusal } from '#web/api/refusal-in-test.tsx'
import { address, json, maria, openPortal, serve } from './portal-in-test.tsx'
import { couponSample, ofOffer, secret } from './samples-in-test.ts'

const ended = (id: number, state: string, more: object = {}) =>
  couponSample(id, { state, days_left: null, ended_at: '2026-03-02T09:30:00+02:00', ...more })

/** Opens a page as Maria, who has these coupons. */
function open(at: string, coupons: object[], shown?: object) {
  const server = serve(maria)
  server.coupons = coupons
  if (shown) server.replies['/api/coupons/mine/1/'] = shown
  return { server, user: openPortal(at) }
}
const menu = () => screen.findByRole('navigation', { name: 'Κύριο μενού' })
const listed = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem')

describe('CouponsPage', () => {
  it('lists valid coupons with the days left, then the others [coupons page]', async () => {
    open('/coupons', [
      couponSample(1),
      couponSample(2, { days_left: 1 }),
      couponSample(3, { days_left: 0 }),
      couponSample(4, { valid_until: null, days_left: null, shop: null }),
      ended(5, 'used'),
      ended(6, 'expired', { ended_at: null, valid_until: '2026-03-01' }),
      ended(7, 'cancelled'),
    ])
    await screen.findByRole('region', { name: 'Ισχύουν' })
    expect(listed('Ισχύουν').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ισχύει για 12 ημέρες ακόμη, έως 31/12/2026'),
      expect.stringContaining('Λήγει αύριο'),
      expect.stringContaining('Λήγει σήμερα'),
      expect.stringContaining('Χωρίς ημερομηνία λήξης'),
    ])
    expect(listed('Δεν ισχύουν πια').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Χρησιμοποιήθηκε: 02/03/2026, 09:30'),
      expect.stringContaining('Έληξε: 01/03/2026'),
      expect.stringContaining('Ακυρώθηκε: 02/03/2026, 09:30 (οι πόντοι επιστράφηκαν)'),
    ])
    expect(screen.queryByRole('link', { name: 'Κουπόνι 5' })).toBeNull()
  })

  it('opens a coupon with its code in groups and its QR code [coupons page]', async () => {
    const own = { ...secret, code: 'K8F3Q7TZ19AB' }
    const { user } = open('/coupons', [couponSample(1)], { ...couponSample(1), secret: own })
    await user.click(await screen.findByRole('link', { name: 'Κουπόνι 1' }))
    const ticket = await screen.findByRole('region', { name: 'Κωδικός κουπονιού' })
    expect(ticket.textContent).toContain('K8F3 Q7TZ 19AB')
    expect(within(ticket).getByRole('img', { name: 'Κωδικός QR του κουπονιού' })).toBeTruthy()
    expect(address()).toBe('/coupons/1')
    await user.click(screen.getByRole('link', { name: 'Όλα τα κουπόνια' }))
    expect(address()).toBe('/coupons')
  })

  it('shows a used coupon without a code [coupons page]', async () => {
    open('/coupons/1', [], { ...ended(1, 'used'), secret: null })
    expect(await screen.findByText('Χρησιμοποιήθηκε: 02/03/2026, 09:30')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Κωδικός κουπονιού' })).toBeNull()
  })

  it('says so if the coupon does not exist, or if there are none [coupons page]', async () => {
    const { user } = open('/coupons/9', [])
    expect(await screen.findByText('Το κουπόνι δεν βρέθηκε. Πατήστε «Όλα τα κουπόνια».')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Όλα τα κουπόνια' }))
    expect(await screen.findByText('Δεν έχετε κουπόνια με κωδικό')).toBeTruthy()
  })

  it('is in the menu and on the landing page only where it has something to show [coupons page]', async () => {
    const { user } = open('/', [couponSample(1), couponSample(2), ended(3, 'used')])
    await user.click(await screen.findByRole('link', { name: '2 κουπόνια που ισχύουν' }))
    expect(address()).toBe('/coupons')
    expect(within(await menu()).getByRole('link', { name: 'Τα κουπόνια μου' })).toBeTruthy()
  })

  it('is not in the menu of a portal without coupons [coupons page]', async () => {
    open('/', [])
    await screen.findByRole('link', { name: 'Τα αυτοκόλλητά μου' })
    expect(within(await menu()).queryByRole('link', { name: 'Τα κουπόνια μου' })).toBeNull()
  })
})

describe('CouponActions', () => {
  const offer = { ...ofOffer, place: 'Παύλου Μελά 12' }
  const own = { ...couponSample(1), offer, secret }
  const given = {
    ...own,
    secret: null,
    offer: { ...offer, gift: 'open', gift_until: '2026-12-08T10:00:00+02:00' },
  }

  /** Opens a coupon of Maria. `answers`: of the calls that change it; `shown` is what it is afterwards. */
  function openCoupon(first: object, answers: Record<string, () => Response> = {}) {
    const server = serve(maria)
    const state = { shown: first }
    server.replies['/api/coupons/mine/1/'] = () => state.shown
    for (const [change, reply] of Object.entries(answers))
      server.replies[`/api/coupons/mine/1/${change}`] = reply
    return { server, state, user: openPortal('/coupons/1') }
  }
  const press = async (user: ReturnType<typeof openPortal>, name: string) =>
    user.click(await screen.findByRole('button', { name }))

  it('gives a coupon back after a question, and the points return [coupon returns]', async () => {
    const cancelled = { ...ended(1, 'cancelled'), offer, secret: null }
    const { user } = openCoupon(own, { 'return/': () => json(cancelled) })
    expect(await screen.findByText('07/12/2026')).toBeTruthy()
    await press(user, 'Επιστροφή του κουπονιού')
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/παίρνετε πίσω 150 πόντους/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Επιστροφή του κουπονιού' }))
    await screen.findByText('Το κουπόνι επιστράφηκε')
    expect(screen.queryByRole('region', { name: 'Κωδικός κουπονιού' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Δώστε το σε άλλον' })).toBeNull()
  })

  it.each([
    [
      { code: 'coupon_used', params: { used_at: '2026-03-02T09:30:00+02:00' } },
      'Το κουπόνι χρησιμοποιήθηκε ήδη. 02/03/2026, 09:30',
    ],
    [{ code: 'coupon_not_returnable' }, 'Αυτό το κουπόνι δεν επιστρέφεται πια.'],
    [{ code: 'coupon_gift_open' }, 'Πρώτα ανακαλέστε τον σύνδεσμο που το δίνει σε άλλον.'],
  ] as const)('says why a coupon was not given back: %o [coupon returns]', async (error, sentence) => {
    const { user } = openCoupon(own, { 'return/': () => refusal(error) })
    await press(user, 'Επιστροφή του κουπονιού')
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Επιστροφή του κουπονιού' }),
    )
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(sentence)
  })

  it('has no button to give back what cannot be given back [coupon returns]', async () => {
    openCoupon({ ...own, offer: { ...offer, return_until: null } })
    await screen.findByRole('button', { name: 'Δώστε το σε άλλον' })
    expect(screen.queryByRole('button', { name: 'Επιστροφή του κουπονιού' })).toBeNull()
  })

  it('gives a coupon away by a link that is shared, and withdraws it [coupon gifts]', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
    Object.assign(navigator, { share })
    const link = 'https://portal.example.gr/gift/abc'
    const { user, state } = openCoupon(own, {
      'give/': () => json({ link, expires_at: '2026-12-08T10:00:00+02:00' }),
      'give/withdraw/': () => json(own),
    })
    await press(user, 'Δώστε το σε άλλον')
    const question = within(await screen.findByRole('alertdialog'))
    state.shown = given
    await user.click(question.getByRole('button', { name: 'Δημιουργία συνδέσμου' }))
    expect(await screen.findByText(link)).toBe(document.activeElement)
    // While the link is open, the code does not work.
    expect(screen.queryByRole('region', { name: 'Κωδικός κουπονιού' })).toBeNull()
    await press(user, 'Αποστολή')
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: link }))
    await press(user, 'Ανάκληση συνδέσμου')
    await screen.findByText('Ο σύνδεσμος δεν ισχύει πια. Το κουπόνι είναι πάλι δικό σας.')
    expect(screen.getByRole('region', { name: 'Κωδικός κουπονιού' })).toBeTruthy()
    expect(screen.queryByText(link)).toBeNull()
    Reflect.deleteProperty(navigator, 'share')
  })

  it('offers a new link after the page was left, and says if somebody received the coupon [coupon gifts]', async () => {
    const { user } = openCoupon(given, { 'give/withdraw/': () => refusal({ code: 'not_found' }) })
    await screen.findByRole('button', { name: 'Νέος σύνδεσμος' })
    await press(user, 'Ανάκληση συνδέσμου')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('κάποιος το παρέλαβε με τον σύνδεσμο')
  })
})
