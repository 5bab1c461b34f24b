/** Texts of 'Why this many points?', for participants and staff. */
export const text = {
  why: 'Γιατί τόσοι πόντοι;',
  whyCoupon: 'Στοιχεία κουπονιού',
  loading: 'Φόρτωση…',
  failed: 'Τα στοιχεία αυτής της κίνησης δεν είναι διαθέσιμα αυτή τη στιγμή.',
  retry: 'Δοκιμή ξανά',

  sum: 'Υπολογισμός',
  quantity: 'Ποσότητα',
  material: 'Υλικό',
  place: 'Σημείο παράδοσης',
  sticker: 'Αυτοκόλλητο',
  coupon: 'Κουπόνι',
  shop: 'Κατάστημα',
  reason: 'Αιτία',
  site: 'Προέλευση',
  happened: 'Έγινε',
  arrived: 'Καταχωρίστηκε',
  reference: 'Κωδικός αναφοράς',
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
  couponCosts: (figure: string, one: boolean) => `Το κουπόνι κόστισε ${figure} ${one ? 'πόντο' : 'πόντους'}.`,
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
}
