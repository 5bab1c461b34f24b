import type { Description } from './points.ts'

/** What each kind of points record is called in Greek, on the screen and in files (docs/wire.md, Points). */
export const descriptionNames: Record<Description, string> = {
  oil_collected: 'Παράδοση ελαίου',
  collection_cancelled: 'Ακύρωση παράδοσης ελαίου',
  item_reused: 'Επαναχρησιμοποίηση αντικειμένου',
  item_delivered: 'Παράδοση αντικειμένου για επαναχρησιμοποίηση',
  coupon_created: 'Έκδοση κουπονιού',
  coupon_cancelled: 'Ακύρωση κουπονιού',
  coupon_reimbursed: 'Ακύρωση κουπονιού',
}
