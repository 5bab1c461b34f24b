/** The sum of a balance in which the points count. available = cookingoils + reuse − redeemed. */
export type Category = 'cookingoils' | 'reuse' | 'redeemed'

type Facts = {
  /** Greek name, for screens and files. */
  name: string
  /** English name, for a citizen's screens. */
  english: string
  category: Category
  /** Sign of the points; 0: either. Corrections of reuse have no description of their own. */
  sign: 1 | -1 | 0
  /** What a delivery or its cancellation is measured in. */
  measure?: 'litres' | 'items'
  /** Descriptions of its reversals; the partner chooses one of several. Absent: it cannot be reversed. */
  cancelledBy?: readonly string[]
}

/**
 * The kinds of points records (portal.md §4, docs/wire.md). The functions points_category, points_sign and
 * points_measure of the database repeat these facts.
 */
const table = {
  oil_collected: {
    name: 'Παράδοση ελαίου',
    english: 'Oil drop-off',
    category: 'cookingoils',
    sign: 1,
    measure: 'litres',
    cancelledBy: ['collection_cancelled'],
  },
  collection_cancelled: {
    name: 'Ακύρωση παράδοσης ελαίου',
    english: 'Oil drop-off cancelled',
    category: 'cookingoils',
    sign: -1,
    measure: 'litres',
  },
  item_reused: {
    name: 'Επαναχρησιμοποίηση αντικειμένου',
    english: 'Item reused',
    category: 'reuse',
    sign: 0,
    measure: 'items',
    cancelledBy: ['item_reused'],
  },
  item_delivered: {
    name: 'Παράδοση αντικειμένου για επαναχρησιμοποίηση',
    english: 'Item given for reuse',
    category: 'reuse',
    sign: 0,
    measure: 'items',
    cancelledBy: ['item_delivered'],
  },
  coupon_created: {
    name: 'Έκδοση κουπονιού',
    english: 'Coupon issued',
    category: 'redeemed',
    sign: -1,
    cancelledBy: ['coupon_cancelled', 'coupon_reimbursed'],
  },
  coupon_cancelled: {
    name: 'Ακύρωση κουπονιού',
    english: 'Coupon cancelled',
    category: 'redeemed',
    sign: 1,
  },
  coupon_reimbursed: {
    name: 'Ακύρωση κουπονιού',
    english: 'Coupon cancelled',
    category: 'redeemed',
    sign: 1,
  },
} as const satisfies Record<string, Facts>

export type Description = keyof typeof table

export const factsOf: Readonly<Record<Description, Facts & { cancelledBy?: readonly Description[] }>> = table

export const descriptions = Object.keys(table) as Description[]

export const isDescription = (text: string): text is Description => Object.hasOwn(table, text)

/** Whether a rate and a sticker may apply to it. */
export const isDelivery = (description: Description): boolean =>
  factsOf[description].measure !== undefined && factsOf[description].sign >= 0

/** Whether it spends points on a coupon. */
export const isRedemption = (description: Description): boolean =>
  factsOf[description].category === 'redeemed' && factsOf[description].sign < 0

/** Descriptions that return a coupon's points: partners write them as reversals only. */
export const couponReversals = table.coupon_created.cancelledBy
export type CouponReversal = (typeof couponReversals)[number]

export const isCouponReversal = (description: Description): description is CouponReversal =>
  couponReversals.some((one) => one === description)
