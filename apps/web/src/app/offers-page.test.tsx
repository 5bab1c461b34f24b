import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { refusal } from '#web/api/refusal-in-test.tsx'
import { address, json, maria, openPortal, serve } from './portal-in-test.tsx'
import { couponSample, ofOffer, secret } from './samples-in-test.ts'

const offer = (id: number, more: object = {}) => ({
  id,
  kind: 'coupon',
  title: `Προσφορά ${id}`,
  title_en: null,
  description: 'Ζεστό ψωμί',
  description_en: null,
  shop: 'Φούρνος',
  place: 'Παύλου Μελά 12',
  picture: null,
  points: 150,
  missing: 0,
  coupon_days: 30,
  return_days: 7,
  returns_when_expired: true,
  ends_on: null,
  left: null,
  left_today: null,
  limit: { count: 2, days: 30 },
  obstacle: null,
  possible_on: null,
  raised: null,
  ...more,
})
const donation = (more: object = {}) =>
  offer(4, { kind: 'donation', points: 10, coupon_days: null, return_days: null, raised: 1240, ...more })
const coupon = { ...couponSample(31), offer: ofOffer, secret }
const withoutRedemption = {
  sites: { oil: { url: 'https://oil.example.gr/' }, reuse: { url: 'https://reuse.example.gr/' } },
}
type Taking = { submission: string; points: number }

/** Opens a page as Maria, who has 200 points. `take`: responses of the exchanges, in their order; throws: none comes. */
function open(
  at: string,
  offers: ReturnType<typeof offer>[],
  take: (() => Response)[] = [],
  brand: object = {},
) {
  const server = serve(maria)
  server.hasOffers = offers.length > 0
  server.brand = brand
  const sent: Taking[] = []
  const shown = { available: 200, offers }
  server.replies['/api/offers/'] = () => shown
  server.replies['/api/coupons/mine/31/'] = coupon
  for (const { id } of offers) {
    server.replies[`/api/offers/${id}/`] = () => ({
      ...shown.offers.find((one) => one.id === id),
      available: 200,
    })
    server.replies[`/api/offers/${id}/take/`] = (body) => {
      sent.push(body as Taking)
      return (take[sent.length - 1] ?? (() => refusal({ code: 'offer_ended' })))()
    }
  }
  return { server, sent, shown, user: openPortal(at) }
}
const taken = () => json({ points: 150, available: 50, coupon, raised: null })
const lost = () => {
  throw new TypeError('network')
}
const dialog = () => screen.findByRole('dialog')
const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const openDialog = async (user: ReturnType<typeof openPortal>, name = 'Εξαργύρωση') => {
  await user.click(await screen.findByRole('button', { name }))
  return within(await dialog())
}

describe('OffersPage', () => {
  it('lists what the account can take, then what it lacks points for, then the rest [offers pages]', async () => {
    open('/offers', [
      offer(1, { left: 3 }),
      donation(),
      offer(2, { points: 240, missing: 40, ends_on: '2026-12-31' }),
      offer(3, { points: 201, missing: 1 }),
      offer(5, { obstacle: 'offer_sold_out_today', possible_on: '2026-12-02', left_today: 0 }),
      offer(6, { obstacle: 'offer_limit' }),
    ])
    await screen.findByRole('list', { name: 'Μπορείτε να τις πάρετε τώρα' })
    expect(screen.getByText('Έχετε 200 πόντους.')).toBeTruthy()
    expect(listed('Μπορείτε να τις πάρετε τώρα')).toEqual([
      'Προσφορά 1Φούρνος, Παύλου Μελά 12150 πόντοιΑπομένουν 3',
      'Προσφορά 4Φούρνος, Παύλου Μελά 12Δωρεά, από 10 πόντουςΈχουν μαζευτεί 1.240 πόντοι',
    ])
    expect(listed('Χρειάζονται περισσότεροι πόντοι')).toEqual([
      'Προσφορά 2Φούρνος, Παύλου Μελά 12240 πόντοιΣας λείπουν 40 πόντοιΈως\u{a0}31/12/2026',
      'Προσφορά 3Φούρνος, Παύλου Μελά 12201 πόντοιΣας λείπει 1 πόντος',
    ])
    expect(listed('Δεν είναι διαθέσιμες τώρα')).toEqual([
      expect.stringContaining('Εξαντλήθηκε για σήμερα. Ξανά από 02/12/2026'),
      expect.stringContaining('Φτάσατε το όριο ανά άτομο'),
    ])
  })

  it('is in the menu, and is where the third card leads if no redemption site is configured [offers pages]', async () => {
    const { user } = open('/', [offer(1)], [], withoutRedemption)
    const cards = await screen.findByRole('list', { name: 'Υπηρεσίες' })
    const card = await within(cards).findByRole('link', { name: /Εξαργύρωση πόντων/ })
    await waitFor(() => expect(card.getAttribute('href')).toBe('/offers'))
    await user.click(card)
    expect(await screen.findByRole('link', { name: 'Προσφορά 1' })).toBeTruthy()
    const menu = screen.getByRole('navigation', { name: 'Κύριο μενού' })
    expect(within(menu).getByRole('link', { name: 'Προσφορές' })).toBeTruthy()
  })

  it('has no card for redemption without such a site and without offers [offers pages]', async () => {
    open('/', [], [], withoutRedemption)
    const cards = await screen.findByRole('list', { name: 'Υπηρεσίες' })
    await waitFor(() => expect(within(cards).getAllByRole('listitem')).toHaveLength(2))
  })

  it('says so if there are none [offers pages]', async () => {
    open('/offers', [])
    expect(await screen.findByText('Δεν υπάρχουν προσφορές αυτή τη στιγμή')).toBeTruthy()
  })
})

describe('OfferPage', () => {
  it('says all terms of an offer before the exchange [offers pages]', async () => {
    vi.setSystemTime(new Date('2026-12-01T10:00:00Z'))
    try {
      open('/offers/1', [offer(1, { left: 12, left_today: 3, ends_on: '2027-01-31' })])
      await screen.findByRole('heading', { level: 1, name: 'Προσφορά 1' })
      const facts = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
      expect(facts).toEqual([
        'ΚατάστημαΦούρνος',
        'ΠούΠαύλου Μελά 12',
        'Ισχύς30 ημέρες: αν το πάρετε σήμερα, έως 30/12/2026',
        'ΕπιστροφήΑν το πάρετε σήμερα και δεν το χρησιμοποιήσετε, έως 07/12/2026',
        'Αν λήξειΟι πόντοι σας επιστρέφονται',
        'ΌριοΈως 2 φορές ανά άτομο σε 30 ημέρες',
        'Διαθέσιμα12 · Απομένουν 3 για σήμερα',
        'Τελευταία ημέρα31/01/2027',
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it('has no button for what the account cannot take [offers pages]', async () => {
    open('/offers/2', [offer(2, { points: 240, missing: 40 })])
    expect(await screen.findByText('Σας λείπουν 40 πόντοι')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Εξαργύρωση' })).toBeNull()
  })

  it('takes an offer after one question, and shows the coupon [offers exchange]', async () => {
    const { user, sent } = open('/offers/1', [offer(1)], [taken])
    const asked = await openDialog(user)
    expect(asked.getByText('Σας μένουν μετά').nextSibling?.textContent).toBe('50 πόντοι')
    expect(sent).toEqual([])
    await user.dblClick(asked.getByRole('button', { name: 'Εξαργύρωση τώρα' }))
    expect(await screen.findByText('Το κουπόνι είναι δικό σας')).toBeTruthy()
    expect(screen.getByText('Σας μένουν 50 πόντοι.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Κωδικός κουπονιού' }).textContent).toContain(
      'K8F3- Q7TZ- 19AB',
    )
    expect(address()).toBe('/coupons/31')
    expect(sent).toEqual([{ submission: expect.stringMatching(/^[\da-f-]{36}$/) as string, points: 150 }])
  })

  it('sends the same submission after a lost answer, also after the dialog was closed [offers exchange]', async () => {
    const { user, sent } = open('/offers/1', [offer(1)], [lost, lost, taken])
    let asked = await openDialog(user)
    await user.click(asked.getByRole('button', { name: 'Εξαργύρωση τώρα' }))
    expect(await asked.findByText('Δεν πήραμε απάντηση')).toBeTruthy()
    await user.click(asked.getByRole('button', { name: 'Νέα προσπάθεια' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    await user.click(await asked.findByRole('button', { name: 'Όχι τώρα' }))
    asked = await openDialog(user)
    await user.click(asked.getByRole('button', { name: 'Εξαργύρωση τώρα' }))
    expect(await screen.findByText('Το κουπόνι είναι δικό σας')).toBeTruthy()
    expect(new Set(sent.map(({ submission }) => submission)).size).toBe(1)
  })

  const refusals: [ErrorDetail, RegExp][] = [
    [{ code: 'offer_ended' }, /μόλις έληξε\. Δεν αφαιρέθηκαν πόντοι/],
    [{ code: 'offer_sold_out' }, /μόλις εξαντλήθηκε/],
    [{ code: 'offer_sold_out_today' }, /Δοκιμάστε ξανά αύριο/],
    [
      { code: 'offer_limit', params: { day: '2026-12-05' } },
      /όριο ανά άτομο για αυτή την προσφορά\. Μπορείτε ξανά από 05\/12\/2026/,
    ],
    [{ code: 'offer_limit' }, /όριο ανά άτομο για αυτή την προσφορά\. Δεν αφαιρέθηκαν/],
    [
      { code: 'points_insufficient', params: { missing: 100 } },
      /Οι πόντοι σας δεν φτάνουν: λείπουν 100 πόντοι\. /,
    ],
    [{ code: 'processing_restricted' }, /έχει περιορισμό/],
    [{ code: 'not_found' }, /δεν υπάρχει πια ή δεν είναι για τον δήμο σας/],
  ]
  it.each(refusals)('says why an offer was not taken: %o [offers exchange]', async (error, sentence) => {
    const { user, sent } = open('/offers/1', [offer(1)], [() => refusal(error), taken])
    const asked = await openDialog(user)
    await user.click(asked.getByRole('button', { name: 'Εξαργύρωση τώρα' }))
    const alert = await asked.findByRole('alert')
    expect(alert.textContent).toMatch(sentence)
    expect(document.activeElement).toBe(alert)
    // Certainly not taken: the next try is another submission.
    await user.click(asked.getByRole('button', { name: 'Εξαργύρωση τώρα' }))
    await screen.findByText('Το κουπόνι είναι δικό σας')
    expect(sent[0]?.submission).not.toBe(sent[1]?.submission)
  })

  it('shows a changed price, and takes it only after another press [offers exchange]', async () => {
    const { user, sent, shown } = open(
      '/offers/1',
      [offer(1)],
      [() => refusal({ code: 'offer_changed', params: { points: 180 } }), taken],
    )
    const asked = await openDialog(user)
    shown.offers = [offer(1, { points: 180 })]
    await user.click(asked.getByRole('button', { name: 'Εξαργύρωση τώρα' }))
    expect((await asked.findByRole('alert')).textContent).toContain('είναι τώρα 180 πόντους')
    await waitFor(() => expect(asked.getByText('Κόστος').nextSibling?.textContent).toBe('180 πόντοι'))
    await user.click(asked.getByRole('button', { name: 'Εξαργύρωση τώρα' }))
    await screen.findByText('Το κουπόνι είναι δικό σας')
    expect(sent.map(({ points }) => points)).toEqual([150, 180])
  })

  it('takes a donation of an amount, and thanks [offers donations]', async () => {
    const thanks = () => json({ points: 60, available: 140, coupon: null, raised: 1300 })
    const { user, sent } = open('/offers/4', [donation()], [thanks])
    const asked = await openDialog(user, 'Δωρεά πόντων')
    const field = asked.getByLabelText('Πόντοι')
    const submit = asked.getByRole('button', { name: 'Δωρεά τώρα' })
    for (const [typed, sentence] of [
      ['πολλούς', 'Γράψτε πόσους πόντους δωρίζετε, ως ακέραιο αριθμό.'],
      ['9', 'Γράψτε τουλάχιστον 10 πόντους.'],
      ['1.000', 'Οι πόντοι σας δεν φτάνουν. Δεν αφαιρέθηκε κανένας.'],
    ] as const) {
      await user.clear(field)
      await user.type(field, typed)
      await user.click(submit)
      expect(await asked.findByText(sentence)).toBeTruthy()
    }
    await user.clear(field)
    await user.type(field, '60')
    await user.click(submit)
    expect(await asked.findByText('Σας ευχαριστούμε!')).toBe(document.activeElement)
    expect(asked.getByText('Δωρίσατε 60 πόντους. Αποδέκτης: Φούρνος.')).toBeTruthy()
    expect(asked.getByText('Μαζί με τη δική σας δωρεά έχουν μαζευτεί 1.300 πόντοι.')).toBeTruthy()
    expect(sent).toEqual([{ submission: expect.any(String) as string, points: 60 }])
  })
})
