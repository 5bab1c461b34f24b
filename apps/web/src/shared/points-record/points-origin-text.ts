import { inLanguage } from '#web/lib/language.ts'

/** Texts of 'Why this many points?', for participants and staff. */
export const text = inLanguage({
  el: {
    why: 'Γιατί τόσοι πόντοι;',
    whyCoupon: 'Στοιχεία κουπονιού',
    loading: 'Φόρτωση…',
    failed: 'Τα στοιχεία αυτής της κίνησης δεν είναι διαθέσιμα αυτή τη στιγμή.',
    retry: 'Δοκιμή ξανά',

    sum: 'Υπολογισμός',
    quantity: 'Ποσότητα',
    material: 'Υλικό',
    place: 'Σημείο συλλογής',
    sticker: 'Αυτοκόλλητο',
    coupon: 'Κουπόνι',
    shop: 'Κατάστημα',
    reason: 'Αιτία',
    site: 'Προέλευση',
    happened: 'Έγινε',
    arrived: 'Καταχωρίστηκε',
    reference: 'Κωδικός κίνησης',
    reverses: 'Ακυρώνει',
    reversedBy: 'Ακυρώθηκε',

    litres: (figure: string, one: boolean) => `${figure} ${one ? 'λίτρο' : 'λίτρα'}`,
    items: (figure: string, one: boolean) => `${figure} ${one ? 'αντικείμενο' : 'αντικείμενα'}`,
    points: (figure: string, one: boolean) => `${figure} ${one ? 'πόντος' : 'πόντοι'}`,
    perLitre: 'ανά λίτρο',
    perItem: 'ανά αντικείμενο',
    rounded: (exact: string) => `${exact}, με στρογγυλοποίηση `,
    rateFrom: (per: string, day: string) => `Πόντοι ${per}, από ${day}`,
    rateBetween: (per: string, from: string, to: string) => `Πόντοι ${per}, από ${from} έως ${to}`,
    couponCosts: (figure: string, one: boolean) =>
      `Το κουπόνι κόστισε ${figure} ${one ? 'πόντο' : 'πόντους'}.`,
    couponCancelled: (points: string, one: boolean) =>
      `Το κουπόνι ακυρώθηκε και ${one ? 'επέστρεψε' : 'επέστρεψαν'} ${points}.`,
    corrected: (points: string, one: boolean) =>
      `Η κίνηση ακυρώθηκε ή διορθώθηκε και ${one ? 'αφαιρέθηκε' : 'αφαιρέθηκαν'} ${points}.`,
    deliveryCancelled: (points: string, one: boolean) =>
      `Η παράδοση ακυρώθηκε και ${one ? 'αφαιρέθηκε' : 'αφαιρέθηκαν'} ${points}.`,
    setBySite: (site: string) => `Τους πόντους όρισε η υπηρεσία «${site}».`,

    importSaysNothing:
      'Η κίνηση μεταφέρθηκε στην πύλη από παλαιότερο αρχείο, που δεν λέει πώς προέκυψαν οι πόντοι.',
    byStaff: 'Καταχωρίστηκε από υπάλληλο της υπηρεσίας',
    imported: 'Μεταφέρθηκε στην πύλη από παλαιότερο αρχείο',
    siteSaysNothing: (site: string) => `Η υπηρεσία «${site}» έστειλε μόνο τους πόντους, χωρίς άλλα στοιχεία.`,
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
    reverses: 'Cancels',
    reversedBy: 'Cancelled',

    litres: (figure: string, one: boolean) => `${figure} ${one ? 'litre' : 'litres'}`,
    items: (figure: string, one: boolean) => `${figure} ${one ? 'item' : 'items'}`,
    points: (figure: string, one: boolean) => `${figure} ${one ? 'point' : 'points'}`,
    perLitre: 'per litre',
    perItem: 'per item',
    rounded: (exact: string) => `${exact}, rounded to `,
    rateFrom: (per: string, day: string) => `Points ${per}, from ${day}`,
    rateBetween: (per: string, from: string, to: string) => `Points ${per}, from ${from} to ${to}`,
    couponCosts: (figure: string, one: boolean) => `The coupon cost ${figure} ${one ? 'point' : 'points'}.`,
    couponCancelled: (points: string) => `The coupon was cancelled and you got back ${points}.`,
    corrected: (points: string) => `The record was cancelled or corrected, and we took back ${points}.`,
    deliveryCancelled: (points: string) => `The drop-off was cancelled, and we took back ${points}.`,
    setBySite: (site: string) => `The points were set by “${site}”.`,

    importSaysNothing:
      'This record comes from an older file that does not say how the points were calculated.',
    byStaff: 'Recorded by staff',
    imported: 'From an older file',
    siteSaysNothing: (site: string) => `“${site}” sent only the points, without other details.`,
  },
})
