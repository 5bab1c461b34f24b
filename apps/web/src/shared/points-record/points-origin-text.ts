/** Texts of 'Why this many points?', for participants and staff. */
export const text = {
  why: 'Γιατί τόσοι πόντοι;',
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
  rounded: (exact: string) => `${exact}, στρογγυλά `,
  rateFrom: (day: string) => `Τιμή που ισχύει από ${day}`,
  rateBetween: (from: string, to: string) => `Τιμή που ίσχυε από ${from} έως ${to}`,
  setBySite: (site: string) => `Τους πόντους όρισε η υπηρεσία «${site}».`,

  importSaysNothing:
    'Η κίνηση μεταφέρθηκε στην πύλη από παλαιότερο αρχείο, που δεν λέει πώς προέκυψαν οι πόντοι.',
  byStaff: 'Καταχωρίστηκε από υπάλληλο της υπηρεσίας',
  imported: 'Μεταφέρθηκε στην πύλη από παλαιότερο αρχείο',
  siteSaysNothing: (site: string) => `Η υπηρεσία «${site}» έστειλε μόνο τους πόντους, χωρίς άλλα στοιχεία.`,
}
