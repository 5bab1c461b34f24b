import { plural } from '@portal/contract/words/plural.ts'
import { counted, formatDecimal, formatLitres } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

/** Texts of 'Why this many points?', for participants and staff. */
export const text = inLanguage({
  el: {
    why: 'Γιατί τόσοι πόντοι;',
    whyCoupon: 'Στοιχεία κουπονιού',
    loading: 'Φόρτωση…',
    failed: 'Τα στοιχεία αυτής της κίνησης δεν είναι διαθέσιμα αυτή τη στιγμή.',
    retry: 'Νέα προσπάθεια',

    sum: 'Υπολογισμός',
    quantity: 'Ποσότητα',
    material: 'Υλικό',
    place: 'Σημείο συλλογής',
    sticker: 'Αυτοκόλλητο',
    coupon: 'Κουπόνι',
    shop: 'Κατάστημα',
    reason: 'Λόγος',
    site: 'Προέλευση',
    happened: 'Έγινε',
    arrived: 'Καταχωρίστηκε',
    reference: 'Κωδικός κίνησης',
    reverses: 'Αρχική κίνηση',
    reversedBy: 'Ακύρωση ή διόρθωση',

    litres: (litres: number) => `${formatLitres(litres)} ${plural(litres, 'λίτρο', 'λίτρα')}`,
    items: (items: number) => counted(items, 'αντικείμενο', 'αντικείμενα'),
    points: (points: number) => `${formatDecimal(points)} ${plural(points, 'πόντος', 'πόντοι')}`,
    perLitre: 'ανά λίτρο',
    perItem: 'ανά αντικείμενο',
    rounded: (exact: string) => `${exact}, με στρογγυλοποίηση `,
    rateFrom: (per: string, day: string) => `Πόντοι ${per}, από ${day}`,
    rateBetween: (per: string, from: string, to: string) => `Πόντοι ${per}, από ${from} έως ${to}`,
    couponCosts: (points: number) => `Το κουπόνι κόστισε ${counted(points, 'πόντο', 'πόντους')}.`,
    couponCancelled: (points: number) =>
      `${plural(points, 'Επιστράφηκε', 'Επιστράφηκαν')} ${counted(points, 'πόντος', 'πόντοι')} από το κουπόνι.`,
    corrected: (points: number) =>
      `Η αρχική κίνηση ακυρώθηκε ή διορθώθηκε και ${plural(points, 'αφαιρέθηκε', 'αφαιρέθηκαν')} ${counted(points, 'πόντος', 'πόντοι')}.`,
    deliveryCancelled: (points: number) =>
      `Η παράδοση ακυρώθηκε ή διορθώθηκε και ${plural(points, 'αφαιρέθηκε', 'αφαιρέθηκαν')} ${counted(points, 'πόντος', 'πόντοι')}.`,
    setBySite: (site: string) => `Τους πόντους όρισε ο ιστότοπος «${site}».`,

    importSaysNothing:
      'Η κίνηση μεταφέρθηκε από παλαιότερο αρχείο, που δεν λέει πώς υπολογίστηκαν οι πόντοι.',
    byStaff: 'Καταχωρίστηκε από υπάλληλο της υπηρεσίας',
    imported: 'Μεταφέρθηκε από παλαιότερο αρχείο',
    siteSaysNothing: (site: string) =>
      `Ο ιστότοπος «${site}» έστειλε μόνο τους πόντους, χωρίς άλλα στοιχεία.`,
  },
  en: {
    why: 'Why this many points?',
    whyCoupon: 'About the coupon',
    loading: 'Loading…',
    failed: 'The details of this record are not available right now.',
    retry: 'Try again',

    sum: 'Calculation',
    quantity: 'Quantity',
    material: 'Material',
    place: 'Collection point',
    sticker: 'Sticker',
    coupon: 'Coupon',
    shop: 'Shop',
    reason: 'Reason',
    site: 'Source',
    happened: 'Happened',
    arrived: 'Recorded',
    reference: 'Reference code',
    reverses: 'Original record',
    reversedBy: 'Cancelled or corrected',

    litres: (litres: number) => `${formatLitres(litres)} ${plural(litres, 'litre', 'litres')}`,
    items: (items: number) => counted(items, 'item', 'items'),
    points: (points: number) => `${formatDecimal(points)} ${plural(points, 'point', 'points')}`,
    perLitre: 'per litre',
    perItem: 'per item',
    rounded: (exact: string) => `${exact}, rounded to `,
    rateFrom: (per: string, day: string) => `Points ${per}, from ${day}`,
    rateBetween: (per: string, from: string, to: string) => `Points ${per}, from ${from} to ${to}`,
    couponCosts: (points: number) => `The coupon cost ${counted(points, 'point', 'points')}.`,
    couponCancelled: (points: number) =>
      `You got back ${counted(points, 'point', 'points')} from the coupon.`,
    corrected: (points: number) =>
      `The original record was cancelled or corrected, and we took back ${counted(points, 'point', 'points')}.`,
    deliveryCancelled: (points: number) =>
      `The drop-off was cancelled or corrected, and we took back ${counted(points, 'point', 'points')}.`,
    setBySite: (site: string) => `The points were set by “${site}”.`,

    importSaysNothing:
      'This record comes from an older file that does not say how the points were calculated.',
    byStaff: 'Recorded by staff',
    imported: 'From an older file',
    siteSaysNothing: (site: string) => `“${site}” sent only the points, without other details.`,
  },
})
