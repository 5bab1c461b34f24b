import type { lookUpSticker } from '@portal/contract/sticker-look-up.ts'
import type { issueStickers } from '@portal/contract/stickers.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { counted, formatNumber } from '#web/lib/format.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'

export const text = {
  title: 'Αυτοκόλλητα',
  intro:
    'Κάθε αυτοκόλλητο έχει δικό του κωδικό. Ο χρήστης προσθέτει τον κωδικό στις ρυθμίσεις του και κολλά το αυτοκόλλητο στο καπάκι του μπουκαλιού.',
  loading: 'Φόρτωση…',

  lookUpHeading: 'Αναζήτηση κωδικού',
  lookUp: 'Αναζήτηση',
  lookUpHint:
    'Γράψτε ή σαρώστε τον κωδικό, με μικρά ή κεφαλαία γράμματα. Αν μοιάζει με το παράδειγμα A4KX-97TE-H2MX, γράφεται και με ελληνικά γράμματα ή χωρίς παύλες.',
  lookUpFailed: 'Η αναζήτηση δεν είναι διαθέσιμη αυτή τη στιγμή.',
  noCode: 'Δεν βρέθηκε αυτοκόλλητο με αυτόν τον κωδικό',
  noCodeMeans:
    'Συγκρίνετε ξανά τον κωδικό με το αυτοκόλλητο, χαρακτήρα προς χαρακτήρα: μάλλον κάποιος λείπει ή είναι λάθος.',
  unknown: 'Δεν ισχύει κανένα αυτοκόλλητο με αυτόν τον κωδικό',
  unknownMeans:
    'Ο κωδικός έχει σωστή μορφή, αλλά δεν έχει εκδοθεί ή ανήκε σε λογαριασμό που διαγράφηκε. Δώστε στον χρήστη άλλο αυτοκόλλητο.',
  free: 'Δεν ανήκει ακόμη σε κανέναν',
  freeMeans:
    'Ο χρήστης προσθέτει το αυτοκόλλητο στις ρυθμίσεις του, στη σελίδα «Τα αυτοκόλλητά μου». Τότε πιστώνονται και οι παραδόσεις σε αναμονή.',
  inUse: 'Σε χρήση',
  bound: 'Με κάτοχο',
  lost: 'Χαμένο',
  replaced: 'Χαμένο, το αντικατέστησε άλλο',
  lostMeans:
    'Όσες παραδόσεις γίνονται με το αυτοκόλλητο μετά τη δήλωση απώλειας περιμένουν. Πιστώνονται αν ο κάτοχος δηλώσει ότι βρήκε το αυτοκόλλητο ή αν γίνει δεκτή αναφορά παράδοσης.',
  issuedAt: 'Εκδόθηκε',
  owner: 'Κάτοχος',
  nameless: 'Άγνωστο όνομα',
  notActive: 'ο λογαριασμός δεν είναι ενεργός',
  boundAt: 'Προστέθηκε στον λογαριασμό',
  lostAt: 'Εκτός χρήσης από',
  replacedBy: 'Αντικαταστάθηκε από',
  replaces: 'Αντικατέστησε',
  waiting: 'Σε αναμονή',
  nothingWaits: 'Καμία παράδοση',
  deliveries: (deliveries: number, points: number) =>
    `${counted(deliveries, 'παράδοση', 'παραδόσεις')}, ${counted(points, 'πόντος', 'πόντοι')}`,
  oldest: 'Παλαιότερη παράδοση',
  sites: 'Ιστότοποι',

  waitingHeading: 'Παραδόσεις σε αναμονή',
  waitingFailed: 'Οι παραδόσεις σε αναμονή δεν είναι διαθέσιμες αυτή τη στιγμή.',
  noneWaits: 'Δεν υπάρχουν παραδόσεις σε αναμονή.',
  wait: (count: number, reasons: string) =>
    `${counted(count, 'παράδοση περιμένει', 'παραδόσεις περιμένουν')}: ${reasons}.`,
  because: {
    sticker_unknown: (count: string) => `${count} με άγνωστο κωδικό`,
    sticker_unbound: (count: string) => `${count} με αυτοκόλλητο που δεν ανήκει σε κανέναν`,
    sticker_lost: (count: string) => `${count} με χαμένο αυτοκόλλητο`,
  },
  reasons: {
    sticker_unknown: 'Άγνωστος κωδικός',
    sticker_unbound: 'Αυτοκόλλητο χωρίς κάτοχο',
    sticker_lost: 'Χαμένο αυτοκόλλητο',
  },
  whichCodes: (count: number) => plural(count, 'Ο κωδικός', `Οι ${formatNumber(count)} κωδικοί`),
  topWaitingCodes: (count: string) => `Οι ${count} κωδικοί με τις περισσότερες παραδόσεις.`,
  code: 'Κωδικός',
  deliveriesColumn: 'Παραδόσεις',
  pointsColumn: 'Πόντοι',
  why: 'Γιατί',

  issueHeading: 'Νέα παρτίδα',
  issue: 'Έκδοση παρτίδας',
  countHint: (perSheet: string) => `Έως 10.000. Ένα φύλλο Α4 έχει ${perSheet} ετικέτες.`,
  noteHint: 'Για το προσωπικό, π.χ. πού θα πάνε τα αυτοκόλλητα ή ποιος τα ζήτησε. Η σημείωση δεν τυπώνεται.',
  notIssued: 'Η παρτίδα δεν εκδόθηκε',
  issued: (id: number, stickers: number) =>
    `Η παρτίδα ${id} εκδόθηκε: ${counted(stickers, 'αυτοκόλλητο', 'αυτοκόλλητα')}`,
  issuedMeans: 'Κατεβάστε τις ετικέτες για εκτύπωση ή τους κωδικούς για το τυπογραφείο.',

  listHeading: 'Παρτίδες',
  batch: 'Παρτίδα',
  note: 'Σημείωση',
  count: 'Πλήθος',
  files: 'Αρχεία',
  labels: 'Ετικέτες PDF',
  codes: 'Κωδικοί CSV',
  ofBatch: (id: number) => `της παρτίδας ${id}`,
  sheet: 'Φύλλα Α4 με 65 ετικέτες 38,1 × 21,2 mm. Τυπώστε τα σε πραγματικό μέγεθος (100%).',
  none: 'Δεν έχουν εκδοθεί αυτοκόλλητα',
  noneHint: 'Εκδώστε την πρώτη παρτίδα και τυπώστε τις ετικέτες της.',
  failed: 'Οι παρτίδες των αυτοκόλλητων δεν είναι διαθέσιμες αυτή τη στιγμή.',
}

/** Labels of the fields, also used in their error messages. */
export const labels = { count: 'Πόσα αυτοκόλλητα', note: 'Σημείωση (προαιρετική)' }
export type IssueFields = keyof typeof labels

export const codeLabel = 'Κωδικός αυτοκόλλητου'
export const lookUpSentences: SentencesOf<typeof lookUpSticker> = textSentences

const limit = (error: ErrorDetail, name: 'min' | 'max', otherwise: number) =>
  formatNumber(Number(error.params?.[name] ?? otherwise))

export const sentences: SentencesOf<typeof issueStickers> = {
  ...textSentences,
  integer_invalid: 'Γράψτε έναν ακέραιο αριθμό, μόνο με ψηφία.',
  too_small: (error) => `Γράψτε τουλάχιστον ${limit(error, 'min', 1)}.`,
  too_big: (error) =>
    `Μια παρτίδα έχει έως ${limit(error, 'max', 10_000)} αυτοκόλλητα. Γράψτε μικρότερο αριθμό.`,
  throttled:
    'Ξεπερνάτε τον αριθμό αυτοκόλλητων που επιτρέπεται να εκδώσετε. Γράψτε μικρότερο αριθμό ή δοκιμάστε ξανά αργότερα.',
}
