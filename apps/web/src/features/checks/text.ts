import type { decideApproval, resolveFlag } from '@portal/contract/checks.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/error-text.ts'

export const text = {
  title: 'Έλεγχοι',
  heading: 'Έλεγχοι',
  intro:
    'Ασυνήθιστα αθροίσματα πόντων, παραδόσεις που ίσως πιστώθηκαν δύο φορές και αλλαγές που χρειάζονται τη σύμφωνη γνώμη δεύτερου ατόμου.',
  show: 'Εμφάνιση',
  open: 'Εκκρεμείς',
  all: 'Όλοι',
  nameless: 'Άγνωστο όνομα',

  approvalsHeading: 'Αιτήματα για έγκριση',
  approvalsFailed: 'Τα αιτήματα δεν είναι διαθέσιμα αυτή τη στιγμή.',
  noApprovals: 'Κανένα αίτημα δεν περιμένει έγκριση',
  noApprovalsEver: 'Δεν υπάρχουν αιτήματα',
  kinds: {
    rate_added: 'Νέα τιμή πόντων',
    rate_closed: 'Λήξη τιμής πόντων',
    points_imported: 'Εισαγωγή πόντων από αρχείο',
    points_added: 'Εγγραφή πόντων με το χέρι',
  },
  request: (id: number) => `Αίτημα ${id}`,
  requestedBy: 'Ζητήθηκε από',
  requestedAt: 'Ζητήθηκε στις',
  points: 'Πόντοι',
  participant: 'Χρήστης',
  description: 'Είδος',
  happened: 'Ημερομηνία',
  reason: 'Αιτιολογία',
  file: 'Αρχείο',
  records: 'Εγγραφές',
  rate: 'Τιμή',
  perLitre: (points: string) => `${points} πόντοι ανά λίτρο`,
  perItem: (points: string) => `${points} πόντοι ανά αντικείμενο`,
  material: 'Υλικό',
  validFrom: 'Ισχύει από',
  validTo: 'Τελευταία ημέρα',
  approve: 'Έγκριση',
  reject: 'Απόρριψη',
  own: 'Το ζητήσατε εσείς. Αποφασίζει άλλο άτομο.',
  states: { approved: 'Εγκρίθηκε', rejected: 'Απορρίφθηκε' },
  importNext: 'Εγκρίθηκε. Εκτελείται όταν δοθεί ξανά η εντολή εισαγωγής με το ίδιο αρχείο.',
  approved: (id: number) => `Το αίτημα ${id} εγκρίθηκε.`,
  rejected: (id: number) => `Το αίτημα ${id} απορρίφθηκε.`,

  flagsHeading: 'Ασυνήθιστοι πόντοι',
  flagsFailed: 'Οι ειδοποιήσεις δεν είναι διαθέσιμες αυτή τη στιγμή.',
  noFlags: 'Καμία ειδοποίηση δεν περιμένει έλεγχο',
  noFlagsEver: 'Δεν υπάρχουν ειδοποιήσεις',
  aboveOfPartner: 'Πολλοί πόντοι από έναν συνεργάτη σε μία ημέρα',
  aboveOfPerson: 'Πολλοί πόντοι σε έναν χρήστη σε μία ημέρα',
  rejectedRecords: 'Απορρίφθηκαν εγγραφές',
  creditedTwice: 'Παράδοση που ίσως πιστώθηκε δύο φορές',
  byHand: 'Πόντοι με το χέρι',
  byDelivery: 'Πόντοι από παραδόσεις',
  partner: 'Συνεργάτης',
  allPartners: 'Όλοι μαζί',
  day: 'Ημέρα',
  sum: 'Άθροισμα τότε',
  cap: 'Όριο',
  raisedAt: 'Ειδοποίηση στις',
  resolve: 'Ελέγχθηκε',
  resolved: 'Ελέγχθηκε',
  resolvedNow: 'Η ειδοποίηση σημειώθηκε ως ελεγμένη.',

  note: 'Σημείωση',
  by: 'Από',
  at: 'Στις',
  cancel: 'Ακύρωση',
  confirm: { resolve: 'Ολοκλήρωση ελέγχου', approved: 'Οριστική έγκριση', rejected: 'Οριστική απόρριψη' },
  noteHint: {
    resolve: 'Τι διαπιστώσατε, για όσους το δουν αργότερα.',
    approved: 'Προαιρετικά, για όσους το δουν αργότερα.',
    rejected: 'Προαιρετικά: γιατί απορρίπτεται.',
  },
  failed: 'Δεν αποθηκεύτηκε',
}

const decisions = {
  ...textSentences,
  not_found: 'Δεν υπάρχει πια.',
  already_decided: 'Το έχει ήδη αποφασίσει κάποιος άλλος. Ανανεώστε τη σελίδα.',
}
export const resolveSentences: SentencesOf<typeof resolveFlag> = decisions
export const decideSentences: SentencesOf<typeof decideApproval> = {
  ...decisions,
  choice_invalid: 'Επιλέξτε έγκριση ή απόρριψη.',
  request_own: 'Το ζητήσατε εσείς. Αποφασίζει άλλο άτομο.',
  request_impossible: 'Η αλλαγή δεν γίνεται πια, γιατί άλλαξαν τα δεδομένα. Απορρίψτε το αίτημα.',
}
