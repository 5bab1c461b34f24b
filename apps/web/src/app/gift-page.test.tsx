import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Profile } from '#web/api/session.ts'
import { refusal } from '#web/api/refusal-in-test.tsx'
import { address, clerk, json, maria, openPortal, serve, signIn } from './portal-in-test.tsx'
import { couponSample, ofOffer, secret } from './samples-in-test.ts'

const token = 'EACW1Ugf3P8XUZpZ1cP1lKjWNZTaPqJA-hzwccfoZZc'
const gift = {
  title: 'Ένα ψωμί',
  title_en: null,
  shop: 'Φούρνος',
  place: 'Παύλου Μελά 12',
  picture: null,
  giver: 'Ελένη',
  valid_until: '2026-12-31',
  expires_at: '2026-12-08T10:00:00+02:00',
}
const coupon = {
  ...couponSample(31),
  offer: { ...ofOffer, return_until: null, received: true },
  secret,
}

function open(profile: Profile | null, shown: () => Response = () => json(gift), take = () => json(coupon)) {
  const server = serve(profile)
  Object.assign(server.replies, {
    [`/api/gifts/${token}/`]: shown,
    [`/api/gifts/${token}/take/`]: take,
    '/api/coupons/mine/31/': coupon,
  })
  return openPortal(`/gift/${token}`)
}

describe('GiftPage', () => {
  it('shows a visitor what somebody gives, and returns after the sign-in to receive it [coupon gifts]', async () => {
    const user = open(null)
    expect(await screen.findByRole('heading', { name: 'Ένα ψωμί' })).toBeTruthy()
    expect(screen.getByText('Από: Ελένη')).toBeTruthy()
    expect(screen.getByText('31/12/2026')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Σύνδεση για παραλαβή' }))
    await signIn(user, maria.email)
    await user.click(await screen.findByRole('button', { name: 'Παραλαβή' }))
    expect(await screen.findByText('Παραλάβατε το κουπόνι')).toBeTruthy()
    expect(address()).toBe('/coupons/31')
    expect(screen.getByText('Σας το έδωσε άλλος χρήστης')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Επιστροφή του κουπονιού' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Δώστε το σε άλλον' })).toBeTruthy()
  })

  it('says so if the link does not work, or if it is the own coupon [coupon gifts]', async () => {
    open(maria, () => refusal({ code: 'not_found' }))
    expect(await screen.findByText('Ο σύνδεσμος δεν ισχύει πια')).toBeTruthy()
  })

  it.each([
    ['gift_own', 'Αυτό το κουπόνι είναι δικό σας. Για να το χρησιμοποιήσετε, ανακαλέστε τον σύνδεσμο.'],
    ['processing_restricted', 'Ο λογαριασμός σας έχει περιορισμό. Επικοινωνήστε μαζί μας.'],
    ['not_found', 'Ίσως έληξε, τον ανακάλεσε όποιος τον έστειλε ή παρέλαβε κάποιος άλλος το κουπόνι.'],
  ] as const)('says why a coupon was not received: %s [coupon gifts]', async (code, sentence) => {
    const user = open(maria, undefined, () => refusal({ code }))
    await user.click(await screen.findByRole('button', { name: 'Παραλαβή' }))
    await waitFor(() => expect(document.activeElement?.textContent).toContain(sentence))
  })

  it('offers staff no coupon [coupon gifts]', async () => {
    open(clerk)
    expect(await screen.findByText(/Κουπόνια παραλαμβάνουν μόνο λογαριασμοί πολιτών/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Παραλαβή' })).toBeNull()
  })
})
