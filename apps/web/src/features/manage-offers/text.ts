import type {
  addOffer,
  changeOffer,
  endOffer,
  publishOffer,
  removeOfferPicture,
  setOfferPicture,
} from '@portal/contract/manage-offers.ts'
import { maxPictureBytes, maxPicturePixels } from '@portal/contract/words/offer-limits.ts'
import { plural } from '@portal/contract/words/plural.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { counted, formatNumber } from '#web/lib/format.ts'
import { personSentences, textSentences } from '#web/shared/forms/field-text.ts'
import type { OfferField } from './values.ts'

const points = (count: number) => counted(count, 'πόντος', 'πόντοι')

export const text = {
  title: 'Προσφορές',
  intro: 'Τι παίρνουν οι πολίτες με τους πόντους τους, χωρίς άλλον ιστότοπο: κουπόνια και δωρεές.',
  add: 'Νέα προσφορά',
  addNow: 'Αποθήκευση ως πρόχειρη',
  all: 'Όλες οι προσφορές',
  failed: 'Οι προσφορές δεν είναι διαθέσιμες αυτή τη στιγμή.',
  none: 'Δεν υπάρχουν ακόμη προσφορές',
  noneMeans: 'Προσθέστε την πρώτη. Οι πολίτες τη βλέπουν μόλις τη δημοσιεύσετε.',
  noneToRead: 'Μόλις οι διαχειριστές προσθέσουν προσφορές, θα βλέπετε εδώ τι κοστίζουν και τι αποδίδουν.',
  offer: 'Προσφορά',
  state: 'Κατάσταση',
  kinds: { coupon: 'Κουπόνι', donation: 'Δωρεά' },
  states: { draft: 'Πρόχειρη', published: 'Δημοσιευμένη', ended: 'Τελείωσε' },
  startsOn: (day: string) => `Από ${day}`,
  over: (day: string) => `Έληξε στις ${day}`,
  points,

  figures: 'Τι κόστισε και τι απέδωσε',
  taken: 'Εξαργυρώσεις',
  donations: 'Δωρεές',
  takenToday: 'Σήμερα',
  valid: 'Ισχύουν ακόμη',
  used: 'Χρησιμοποιήθηκαν',
  expired: 'Έληξαν',
  returned: 'Επιστράφηκαν',
  pointsTaken: 'Πόντοι που δόθηκαν',
  pointsReturned: 'Πόντοι που επιστράφηκαν',
  ofStock: (taken: number, stock: number | null) =>
    stock === null ? formatNumber(taken) : `${formatNumber(taken)} από ${formatNumber(stock)}`,

  newTitle: 'Νέα προσφορά',
  oneFailed: 'Η προσφορά δεν είναι διαθέσιμη αυτή τη στιγμή.',
  gone: 'Αυτή η προσφορά δεν υπάρχει',
  facts: 'Στοιχεία',
  words: 'Τι διαβάζουν οι πολίτες',
  price: 'Πόντοι και διάρκεια',
  limits: 'Όρια',
  unused: 'Αν δεν χρησιμοποιηθεί',
  choosePartner: 'Επιλέξτε συνεργάτη',
  partnersFailed: 'Οι συνεργάτες δεν φορτώθηκαν. Ανανεώστε τη σελίδα.',
  noPartners: 'Δεν υπάρχει συνεργάτης. Προσθέστε πρώτα το κατάστημα στους «Συνεργάτες».',
  everywhere: 'Για όλους τους δήμους',
  onlySome: 'Μόνο για κατοίκους αυτών των δήμων:',
  municipalitiesFailed: 'Οι δήμοι δεν φορτώθηκαν. Ανανεώστε τη σελίδα.',
  everybody: 'όλοι οι δήμοι',
  empty: 'κενό',
  expiryChoices: { no: 'Οι πόντοι δεν επιστρέφονται', yes: 'Οι πόντοι επιστρέφονται' },
  stays: 'Δεν αλλάζει μετά τη δημοσίευση.',
  save: 'Αποθήκευση',
  saved: 'Οι αλλαγές αποθηκεύτηκαν',
  savedMeans: 'Οι νέοι πόντοι και οι νέες ημέρες ισχύουν για τις επόμενες εξαργυρώσεις.',
  added: 'Η προσφορά αποθηκεύτηκε ως πρόχειρη',
  addedMeans: 'Οι πολίτες δεν τη βλέπουν. Προσθέστε εικόνα και δημοσιεύστε την πιο κάτω.',
  notSaved: 'Οι αλλαγές δεν αποθηκεύτηκαν',
  notAdded: 'Η προσφορά δεν προστέθηκε',
  changedMeanwhile: 'Κάποιος άλλος άλλαξε την προσφορά στο μεταξύ',
  changedOther: 'Άλλαξε μόνο η εικόνα ή η κατάσταση της προσφοράς.',
  isEnded: 'Η προσφορά τελείωσε και τα στοιχεία της δεν αλλάζουν πια.',

  picture: 'Εικόνα',
  pictureFile: 'Αρχείο εικόνας',
  pictureMeans:
    'Φωτογραφία ή σχέδιο, καλύτερα οριζόντια. Τη μικραίνουμε πριν σταλεί και αφαιρούμε τόπο και χρόνο.',
  pictureOf: (title: string) => `Εικόνα της προσφοράς «${title}»`,
  noPicture: 'Χωρίς εικόνα. Οι πολίτες βλέπουν ένα σχέδιο.',
  picturePreview: 'Προεπισκόπηση. Η εικόνα δεν έχει αποθηκευτεί ακόμη.',
  savePicture: 'Αποθήκευση εικόνας',
  otherPicture: 'Αναίρεση επιλογής',
  removePicture: 'Αφαίρεση εικόνας',
  pictureSaved: 'Η εικόνα αποθηκεύτηκε',
  pictureRemoved: 'Η εικόνα αφαιρέθηκε',
  pictureNotSaved: 'Η εικόνα δεν άλλαξε',
  pictureProblems: {
    unreadable: 'Το αρχείο δεν είναι εικόνα που διαβάζεται. Διαλέξτε αρχείο JPEG ή PNG.',
    large: `Η εικόνα μένει μεγαλύτερη από ${maxPictureBytes / 1024} KB. Διαλέξτε άλλη.`,
  },

  publishing: 'Δημοσίευση',
  publishMeans: 'Μόλις δημοσιευτεί, τη βλέπουν οι πολίτες και μπορούν να εξαργυρώσουν πόντους.',
  publishStays: 'Είδος, συνεργάτης, πρώτη ημέρα και κανόνες επιστροφής δεν αλλάζουν μετά.',
  publish: 'Δημοσίευση προσφοράς',
  publishQuestion: 'Να δημοσιευτεί η προσφορά;',
  publishFrom: (day: string) => `Οι πολίτες τη βλέπουν από ${day}.`,
  published: 'Η προσφορά δημοσιεύτηκε',
  notPublished: 'Η προσφορά δεν δημοσιεύτηκε',
  ending: 'Τέλος της προσφοράς',
  endMeans: 'Οι πολίτες δεν θα μπορούν πια να την πάρουν. Όσα κουπόνια έχουν ήδη μένουν σε ισχύ.',
  endMeansDraft: 'Η πρόχειρη προσφορά κλείνει χωρίς να δημοσιευτεί.',
  end: 'Τερματισμός προσφοράς',
  endQuestion: 'Να τερματιστεί η προσφορά;',
  endCannot: 'Ο τερματισμός δεν αναιρείται.',
  stillValid: (count: number) =>
    `${plural(count, 'Ισχύει', 'Ισχύουν')} ακόμη ${counted(count, 'κουπόνι', 'κουπόνια')}.`,
  endedNow: 'Η προσφορά τερματίστηκε',
  notEnded: 'Η προσφορά δεν τερματίστηκε',
  unsavedFirst: 'Αποθηκεύστε πρώτα τις αλλαγές στα στοιχεία.',
  cancel: 'Ακύρωση',
}

/** Labels of the fields, also used in their error messages. */
export const labels: Record<OfferField, string> = {
  kind: 'Είδος',
  partner: 'Συνεργάτης',
  title: 'Τίτλος',
  title_en: 'Τίτλος στα αγγλικά',
  description: 'Περιγραφή',
  description_en: 'Περιγραφή στα αγγλικά',
  place: 'Πού ισχύει',
  points: 'Πόντοι',
  coupon_days: 'Ημέρες ισχύος του κουπονιού',
  starts_on: 'Πρώτη ημέρα',
  ends_on: 'Τελευταία ημέρα',
  stock: 'Διαθέσιμα συνολικά',
  stock_per_day: 'Διαθέσιμα την ημέρα',
  per_person: 'Φορές ανά άτομο',
  per_person_days: 'Μέσα σε ημέρες',
  municipalities: 'Δήμοι',
  return_days: 'Ημέρες για επιστροφή',
  returns_when_expired: 'Όταν λήξει αχρησιμοποίητο',
}

const withoutLimit = 'Αν μείνει κενό, χωρίς όριο.'

export const hints: Partial<Record<OfferField, string>> = {
  kind: 'Η δωρεά δεν δίνει κουπόνι: μαζεύει πόντους για ένα σχολείο ή έναν σύλλογο.',
  partner: 'Το κατάστημα που δέχεται τα κουπόνια ή ο αποδέκτης των δωρεών.',
  title: 'Σύντομος, όπως «Ένα ψωμί χωριάτικο».',
  title_en: 'Αν μείνει κενό, οι αγγλικές σελίδες δείχνουν τον ελληνικό.',
  place: 'Διεύθυνση, όπως τη διαβάζουν οι πολίτες.',
  coupon_days: 'Η ημέρα της εξαργύρωσης είναι η πρώτη.',
  ends_on: 'Αν μείνει κενό, ως τον τερματισμό της.',
  stock: withoutLimit,
  stock_per_day: withoutLimit,
  per_person: withoutLimit,
  per_person_days: 'Αν μείνει κενό, το όριο μετρά όλες τις φορές. Με 1, όσες της ίδιας ημέρας.',
  return_days: 'Πόσες ημέρες μπορεί να επιστραφεί και να γυρίσουν οι πόντοι. Αν μείνει κενό, ποτέ.',
}

/** Of a donation `points` is the least. */
export const pointsHint = {
  coupon: 'Πόσους πόντους κοστίζει ένα κουπόνι.',
  donation: 'Οι λιγότεροι που μπορεί να δωρίσει κάποιος.',
}

const stale = {
  not_found: 'Η προσφορά δεν υπάρχει πια.',
  changed_meanwhile: 'Κάποιος άλλος άλλαξε την προσφορά στο μεταξύ. Ελέγξτε την και προσπαθήστε ξανά.',
}
const whole = (_: unknown, label: string) => `Γράψτε στο πεδίο «${label}» έναν ακέραιο αριθμό.`
const unfit = 'Ανανεώστε τη σελίδα και προσπαθήστε ξανά.'

export const factSentences: SentencesOf<typeof addOffer | typeof changeOffer> = {
  ...textSentences,
  ...stale,
  integer_invalid: whole,
  too_small: ({ params }, label) =>
    label === labels.stock && Number(params?.['min'] ?? 1) > 1
      ? `Έχουν ήδη δοθεί ${formatNumber(Number(params?.['min']))}. Τα διαθέσιμα δεν γίνονται λιγότερα.`
      : `Γράψτε στο πεδίο «${label}» τουλάχιστον ${formatNumber(Number(params?.['min'] ?? 1))}.`,
  too_big: ({ params }, label) =>
    params?.['max'] === undefined
      ? `Γράψτε μικρότερο αριθμό στο πεδίο «${label}».`
      : `Γράψτε στο πεδίο «${label}» έως ${formatNumber(Number(params['max']))}.`,
  invalid: unfit,
  choice_invalid: 'Επιλέξτε είδος.',
  day_invalid: (_, label) => `Γράψτε στο πεδίο «${label}» μια ημέρα που υπάρχει.`,
  period_reversed: 'Η τελευταία ημέρα είναι πριν από την πρώτη.',
  list_type: unfit,
  list_empty: 'Επιλέξτε τουλάχιστον έναν δήμο.',
  list_too_long: 'Επιλέξτε λιγότερους δήμους.',
  pk_type: personSentences.pk_type,
  pk_unknown: (_, label) =>
    label === labels.partner
      ? 'Επιλέξτε συνεργάτη από τον κατάλογο.'
      : 'Κάποιος δήμος δεν υπάρχει πια. Επιλέξτε ξανά.',
  offer_fixed: (_, label) => `Το πεδίο «${label}» δεν αλλάζει μετά τη δημοσίευση.`,
  offer_ended: text.isEnded,
}

export const stateSentences: SentencesOf<typeof publishOffer | typeof endOffer> = {
  ...stale,
  required: unfit,
  null: unfit,
  integer_invalid: unfit,
  offer_ended: 'Η προσφορά έχει ήδη τελειώσει.',
  day_past: 'Η τελευταία ημέρα της προσφοράς έχει περάσει. Αλλάξτε την πρώτα.',
  portal_secret_missing:
    'Στον διακομιστή λείπει το μυστικό PORTAL_SECRET, με το οποίο φυλάσσονται οι κωδικοί. Ζητήστε από τον τεχνικό να το ορίσει.',
}

export const pictureSentences: SentencesOf<typeof setOfferPicture | typeof removeOfferPicture> = {
  ...stale,
  required: unfit,
  null: unfit,
  integer_invalid: unfit,
  not_a_string: unfit,
  blank: text.pictureProblems.unreadable,
  picture_large: text.pictureProblems.large,
  picture_type: text.pictureProblems.unreadable,
  picture_damaged: 'Το αρχείο της εικόνας είναι χαλασμένο. Διαλέξτε άλλο.',
  picture_dimensions: `Η εικόνα έχει πλάτος ή ύψος πάνω από ${formatNumber(maxPicturePixels)} εικονοστοιχεία. Διαλέξτε μικρότερη.`,
}
