import type { Description } from './points.ts'

/** Greek names of the kinds of points records, for screens and files (docs/wire.md, Points). */
export const descriptionNames: Record<Description, string> = {
  oil_collected: 'Παράδοση ελαίου',
  collection_cancelled: 'Ακύρωση παράδοσης ελαίου',
  item_reused: 'Επαναχρησιμοποίηση αντικειμένου',
  item_delivered: 'Παράδοση αντικειμένου για επαναχρησιμοποίηση',
  coupon_created: 'Έκδοση κουπονιού',
  coupon_cancelled: 'Ακύρωση κουπονιού',
  coupon_reimbursed: 'Ακύρωση κουπονιού',
}
