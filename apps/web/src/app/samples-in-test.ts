/** Replies of the server, for tests. */

export const stickerSample = {
  code: 'A4KX97TEH2MX',
  printed: 'A4KX-97TE-H2MX',
  bound_at: '2026-11-02T09:30:00+02:00',
  lost_at: null,
  replaced_by: null,
  waiting: 0,
}

/** A valid coupon, in the list. */
export const couponSample = (id: number, more: object = {}) => ({
  id,
  title: `Κουπόνι ${id}`,
  title_en: null,
  shop: 'Φούρνος',
  site: 'Εξαργύρωση',
  cost: 150,
  issued_at: '2026-03-01T10:00:00+02:00',
  valid_until: '2026-12-31',
  state: 'valid',
  days_left: 12,
  ended_at: null,
  ending: '19AB',
  offer: null,
  ...more,
})

/** What a coupon of the portal's own offers has besides. */
export const ofOffer = {
  id: 1,
  return_until: '2026-12-07',
  returns_when_expired: true,
  gift: 'none',
  gift_until: null,
  received: false,
  place: null,
  used_where: null,
}
export const secret = { code: 'K8F3-Q7TZ-19AB', qr: { size: 29, path: 'M4 4h7v1h-7z' } }

export const recordSample = (id: number, more: object = {}) => ({
  id,
  participant: { id: 1, email: 'maria@example.gr' },
  points: 40,
  description: 'oil_collected',
  created_at: `2026-11-0${id}T09:30:00+02:00`,
  ...more,
})
