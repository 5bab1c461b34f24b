import type { BodyOf } from '@portal/contract/endpoint.ts'
import { type addOffer, type ManagedOffer, newOffer, offerChange } from '@portal/contract/manage-offers.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { OfferKind, OfferState } from '@portal/contract/words/offer-limits.ts'
import { todayInAthens } from '#web/lib/days.ts'
import { checkWith } from '#web/shared/forms/check-with.ts'

export const numbers = [
  'points',
  'coupon_days',
  'stock',
  'stock_per_day',
  'per_person',
  'per_person_days',
  'return_days',
] as const
const texts = ['title', 'title_en', 'description', 'description_en', 'place', 'starts_on', 'ends_on'] as const
const choices = ['kind', 'partner', 'municipalities', 'returns_when_expired'] as const

/**
 * Named as in the body, so that its errors find their fields. `municipalities`: ids with commas, `noneChosen`, or '' for
 * all.
 */
export type OfferField = (typeof numbers | typeof texts | typeof choices)[number]
export type Values = Record<OfferField, string>
export const fieldNames: OfferField[] = [...texts, ...numbers, ...choices]

/** What a new offer starts with. */
export const emptyValues = (): Values => ({
  ...(Object.fromEntries(fieldNames.map((name) => [name, ''])) as Values),
  kind: 'coupon',
  coupon_days: '30',
  starts_on: todayInAthens(),
  returns_when_expired: 'no',
})

export const valuesOf = (offer: ManagedOffer): Values => ({
  ...(Object.fromEntries(
    [...texts, ...numbers].map((name) => [name, String(offer[name] ?? '')]),
  ) as unknown as Values),
  kind: offer.kind,
  partner: offer.partner.client_id,
  municipalities: (offer.municipalities ?? []).join(','),
  returns_when_expired: offer.returns_when_expired ? 'yes' : 'no',
})

/** Of `municipalities`: only some, of which none is chosen yet. */
export const noneChosen = 'none'

export const idsOf = (municipalities: string): number[] =>
  municipalities === '' || municipalities === noneChosen ? [] : municipalities.split(',').map(Number)

/** A whole number, also with the separators of thousands: '1.000'. Another text stays, and is an error. */
const numberOf = (typed: string) => {
  const digits = typed.trim().replace(/(?<=\d)[.\s](?=\d{3}(?!\d))/g, '')
  return digits === '' ? null : /^\d{1,15}$/.test(digits) ? Number(digits) : typed
}

/** Days, and what happens to an unused coupon, are of coupons only. */
const ofCoupons = new Set<OfferField>(['coupon_days', 'return_days', 'place'])

type Body = BodyOf<typeof addOffer>

/** The body of both calls; the fields that only one has are added by the form. */
export function factsOf(values: Values): Omit<Body, 'kind' | 'partner'> {
  const isCoupon = values.kind === 'coupon'
  const used = (name: OfferField) => isCoupon || !ofCoupons.has(name)
  return {
    ...Object.fromEntries(texts.map((name) => [name, used(name) ? values[name] : ''])),
    ...Object.fromEntries(numbers.map((name) => [name, used(name) ? numberOf(values[name]) : null])),
    municipalities: values.municipalities === '' ? null : idsOf(values.municipalities),
    returns_when_expired: isCoupon && values.returns_when_expired === 'yes',
  } as unknown as Omit<Body, 'kind' | 'partner'>
}

export const bodyOf = (values: Values): Body => ({
  ...factsOf(values),
  kind: values.kind as OfferKind,
  partner: values.partner,
})

const checkNew = checkWith(newOffer)
const checkChange = checkWith(offerChange)

/** The server's rules. Missing numbers are null in the body, and said as missing. */
export const checkValues = (values: Values, version: number | undefined): ErrorDetail[] => {
  const found =
    version === undefined ? checkNew(bodyOf(values)) : checkChange({ ...factsOf(values), version })
  // The list has one field.
  return found.map((error) => ({ ...error, ...(error.field && { field: error.field.split('.')[0] ?? '' }) }))
}

/** What stays after the offer was published, and all of one that ended. */
const fixed = new Set<OfferField>(['starts_on', 'return_days', 'returns_when_expired'])
export const isFixed = (name: OfferField, state: OfferState | undefined): boolean => {
  if (state === undefined) return false
  if (state === 'ended' || name === 'kind' || name === 'partner') return true
  return state === 'published' && fixed.has(name)
}
