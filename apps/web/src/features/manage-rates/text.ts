import type { previewRateChange, requestRateChange, RateRequest } from '@portal/contract/manage-rates.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'

export const text = {
  title: 'Τιμές πόντων',
  intro:
    'Κάθε τιμή ορίζει πόσους πόντους δίνει ένα λίτρο ή ένα αντικείμενο και ποιες ημέρες ισχύει. Όσοι πόντοι έχουν ήδη δοθεί δεν αλλάζουν.',
  add: 'Νέα τιμή',
  failed: 'Οι τιμές δεν είναι διαθέσιμες αυτή τη στιγμή.',
  empty: 'Δεν υπάρχουν τιμές',
  emptyMeans:
    'Προσθέστε την πρώτη τιμή. Χωρίς τιμή δεχόμαστε μόνο παραδόσεις για τις οποίες οι συνεργαζόμενοι ιστότοποι στέλνουν οι ίδιοι τους πόντους.',
  listHeading: 'Τιμές',
  past: 'Έληξε',
  now: 'Ισχύει τώρα',
  future: 'Θα ισχύσει',
  today: 'Σήμερα',
  fromOn: (from: string) => `από ${formatDay(from)}, χωρίς λήξη`,
  fromTo: (from: string, to: string) => `από ${formatDay(from)} έως ${formatDay(to)}`,
  lastUsed: (day: string) => `Τελευταία παράδοση με αυτή: ${formatDay(day)}`,
  neverUsed: 'Δεν έχει δώσει πόντους',
  gapsHeading: 'Παραδόσεις χωρίς τιμή',
  change: 'Αλλαγή',
  end: 'Λήξη',
  remove: 'Διαγραφή',

  requestsHeading: 'Αιτήματα για αλλαγές',
  requestsIntro: 'Μέλος της Εποπτείας εγκρίνει κάθε αλλαγή στη σελίδα «Έλεγχοι».',
  request: (id: number) => `Αίτημα ${id}`,
  waits: 'Περιμένει έγκριση',
  approved: 'Εγκρίθηκε',
  rejected: 'Απορρίφθηκε',
  requestedBy: (email: string, at: string) => `Από ${email}, ${formatDateTime(at)}`,
  decidedBy: (email: string, at: string) => `Απόφαση: ${email}, ${formatDateTime(at)}`,
  note: 'Σημείωση',
  replaces: (price: string) => `αντί για ${price}`,
  untilOn: (day: string) => `τελευταία ημέρα ${formatDay(day)}`,
  kinds: {
    rate_added: 'Νέα τιμή πόντων',
    rate_closed: 'Λήξη τιμής πόντων',
    rate_deleted: 'Διαγραφή τιμής πόντων',
    rate_replaced: 'Αντικατάσταση τιμής πόντων',
  } as Partial<Record<RateRequest['kind'], string>>,

  headings: {
    rate_added: 'Νέα τιμή',
    rate_replaced: 'Αλλαγή τιμής',
    rate_closed: 'Λήξη τιμής',
    rate_deleted: 'Διαγραφή τιμής',
  },
  means: {
    rate_added: 'Η τιμή ισχύει για παραδόσεις από την πρώτη ημέρα της και μετά.',
    rate_replaced: 'Η σημερινή τιμή λήγει την προηγούμενη ημέρα και η νέα παίρνει τη θέση της.',
    rate_closed: 'Η τιμή ισχύει ως και την τελευταία ημέρα. Οι πόντοι που δόθηκαν μένουν.',
    rate_deleted: 'Διαγράφεται μόνο τιμή που δεν έχει δώσει πόντους, για παράδειγμα από λάθος.',
  },
  choose: 'Επιλέξτε',
  units: { litre: 'Λίτρο', item: 'Αντικείμενο' },
  materialHint:
    'Αφήστε το κενό για όλα τα υλικά που δεν έχουν δική τους τιμή. Αλλιώς γράψτε το όπως το στέλνουν οι συνεργαζόμενοι ιστότοποι.',
  pointsHint: 'Αριθμός πάνω από το 0, με έως τέσσερα δεκαδικά, όπως 20 ή 0,5.',
  validToHint: 'Αφήστε το κενό αν η τιμή δεν έχει λήξη.',
  validToKept: 'Αφήστε το κενό για να μείνει η σημερινή λήξη.',
  noteHint: 'Προαιρετικά: γιατί ορίζεται η τιμή. Τη διαβάζουν και οι χρήστες στην εξήγηση των πόντων τους.',
  preview: 'Προεπισκόπηση',
  previewHeading: 'Τι θα αλλάξει',
  send: 'Αίτημα έγκρισης',
  save: 'Αποθήκευση',
  needsApproval: 'Η αλλαγή γίνεται όταν την εγκρίνει μέλος της Εποπτείας.',
  atOnce: 'Η αλλαγή γίνεται αμέσως.',
  cancel: 'Ακύρωση',
  notPossible: 'Η αλλαγή δεν γίνεται',
  notSent: 'Η αλλαγή δεν στάλθηκε',
  meanwhile: 'Άλλος διαχειριστής άλλαξε κάτι στο μεταξύ',
  meanwhileMeans: 'Η προεπισκόπηση έγινε ξανά και όσα γράψατε έμειναν. Ελέγξτε την πριν στείλετε την αλλαγή.',
  meanwhileRequest: (title: string, by: string) => `${title}, από ${by}`,
  requested: (id: number) => `Το αίτημα ${id} στάλθηκε για έγκριση.`,
  tellApprover: 'Δώστε αυτή τη διεύθυνση σε μέλος της Εποπτείας, για να το εγκρίνει:',
  done: 'Η αλλαγή έγινε.',
  gone: 'Η τιμή δεν υπάρχει πια',
}

export const labels = {
  description: 'Είδος παράδοσης',
  unit: 'Πόντοι ανά',
  material: 'Υλικό',
  points_per_unit: 'Πόντοι',
  valid_from: 'Πρώτη ημέρα',
  valid_to: 'Τελευταία ημέρα',
  last_day: 'Τελευταία ημέρα',
  note: 'Σημείωση',
}
export type Field = keyof typeof labels

const dayOf = ({ params }: ErrorDetail, name = 'day') => formatDay(String(params?.[name] ?? ''))

export const previewSentences: SentencesOf<typeof previewRateChange> = {
  ...textSentences,
  choice_invalid: (_, label) => `Κάντε μια επιλογή στο πεδίο «${label}».`,
  pk_type: 'Η τιμή δεν βρέθηκε. Ανανεώστε τη σελίδα.',
  points_per_unit_invalid: 'Γράψτε αριθμό πάνω από το 0, με έως τέσσερα δεκαδικά, όπως 20 ή 0,5.',
  day_invalid: (_, label) => `Επιλέξτε ημέρα στο πεδίο «${label}».`,
  period_reversed: 'Η τελευταία ημέρα είναι πριν από την πρώτη.',
  rate_overlaps: ({ params }) =>
    `Για τις ίδιες παραδόσεις υπάρχει άλλη τιμή, ${
      params?.['to'] === undefined
        ? text.fromOn(String(params?.['from']))
        : text.fromTo(String(params['from']), String(params['to']))
    }. Αλλάξτε εκείνη την τιμή ή διαλέξτε άλλες ημέρες.`,
  rate_ended: (error) => `Η τιμή λήγει ήδη στις ${dayOf(error)}. Διαλέξτε προηγούμενη ημέρα.`,
  rate_begins: (error) => `Η τιμή αρχίζει στις ${dayOf(error)}. Διαλέξτε αυτή την ημέρα ή επόμενη.`,
  rate_used: (error) =>
    `Η τιμή έδωσε πόντους για παράδοση στις ${dayOf(error)}. Ως τότε δεν αλλάζει ούτε διαγράφεται.`,
  not_found: 'Η τιμή δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
}
export const requestSentences: SentencesOf<typeof requestRateChange> = {
  ...previewSentences,
  changed_meanwhile: text.meanwhileMeans,
}
