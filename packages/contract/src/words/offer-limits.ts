/** Limits of offers, without zod, because the forms name them. */

export const offerKinds = ['coupon', 'donation'] as const
export type OfferKind = (typeof offerKinds)[number]
export const offerStates = ['draft', 'published', 'ended'] as const
export type OfferState = (typeof offerStates)[number]

export const offerLengths = { title: 200, description: 2_000, place: 200 } as const
/** Of stock, and of coupons that one person may take. */
export const maxOfferCount = 1_000_000
/** Days of validity, of giving back, and of the limit by person: five years. */
export const maxOfferDays = 1_830
export const maxPictureBytes = 300 * 1024
/** Width and height. */
export const maxPicturePixels = 4_000
/** How many days a link that gives a coupon away works at most. */
export const giftDays = 7

/** Path of a picture by the beginning of its hash: other content has another path. */
export const picturePath = (hash: string): string => `/pictures/offers/${hash}`
