import {
  type ImportFailure,
  type ImportKind,
  type ImportState,
  importDays,
  maxImportBytes,
} from '@portal/contract/words/import-rules.ts'
import type { beginImport, addImportPart, checkImport, startImport } from '@portal/contract/manage-imports.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { counted, formatNumber } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

const rows = (count: number) => counted(count, 'γραμμή', 'γραμμές')

export const kindNames: Record<ImportKind, string> = {
  municipalities: 'Δήμοι',
  participants: 'Χρήστες',
  points: 'Κινήσεις πόντων',
  stickers: 'Αυτοκόλλητα',
}

export const kindHints: Record<ImportKind, string> = {
  municipalities: 'Προστίθενται οι δήμοι που δεν υπάρχουν.',
  participants: 'Ανοίγει λογαριασμός για κάθε διεύθυνση email που δεν έχει.',
  points: 'Προστίθενται οι κινήσεις με νέο κωδικό (reference).',
  stickers: 'Προστίθενται οι κωδικοί αυτοκόλλητων που τυπώσατε αλλού.',
}

export const text = {
  title: 'Εισαγωγές',
  intro:
    'Βάλτε στην υπηρεσία στοιχεία από ένα αρχείο. Πρώτα βλέπετε τι θα γίνει, και μετά ξεκινάτε την εισαγωγή.',
  places: 'Εισαγωγή σημείων συλλογής',
  newImport: 'Νέα εισαγωγή',
  kind: 'Τι περιέχει το αρχείο',
  columns: (names: string) => `Στήλες στην πρώτη γραμμή: ${names}.`,
  file: 'Αρχείο',
  fileHint: `CSV ή Excel (.xlsx), έως ${maxImportBytes / 1e6} MB. Μπορείτε και να το σύρετε εδώ. Το διαγράφουμε σε ${importDays} ημέρες το αργότερο.`,
  check: 'Έλεγχος αρχείου',
  uploading: 'Αποστολή του αρχείου',
  percent: (percent: number) => `${Math.floor(percent)} %`,
  chooseFile: 'Επιλέξτε ένα αρχείο.',
  empty: 'Το αρχείο είναι κενό.',
  tooLarge: `Το αρχείο ξεπερνά τα ${maxImportBytes / 1e6} MB. Χωρίστε το σε μικρότερα.`,
  unreadable: 'Το αρχείο δεν διαβάζεται. Επιλέξτε το ξανά.',
  failed: 'Το αρχείο δεν ελέγχθηκε',
  recent: 'Πρόσφατες εισαγωγές',
  none: 'Καμία εισαγωγή τις τελευταίες ημέρες.',
  listFailed: 'Οι εισαγωγές δεν φορτώθηκαν',
  by: (email: string) => `από ${email}`,

  importFailed: 'Η εισαγωγή δεν φορτώθηκε',
  gone: 'Δεν υπάρχει αυτή η εισαγωγή. Οι εισαγωγές διαγράφονται μετά από μία εβδομάδα.',
  checking: 'Έλεγχος του αρχείου',
  importing: 'Εισαγωγή',
  read: (count: number) => `Διαβάστηκαν ${rows(count)}`,
  waits: 'Περιμένει τη σειρά της',
  ahead: (count: number) =>
    count === 0
      ? 'Ξεκινά σε λίγο.'
      : `Πριν από αυτή ${count === 1 ? 'περιμένει ή τρέχει άλλη μία' : `περιμένουν ή τρέχουν άλλες ${count}`}. Γίνεται μία κάθε φορά.`,
  mayLeave: 'Συνεχίζεται και αν φύγετε από τη σελίδα.',

  wouldDo: 'Τι θα γίνει',
  did: 'Τι έγινε',
  added: 'Νέες',
  present: 'Υπάρχουν ήδη',
  leftOut: 'Μένουν εκτός',
  incomplete: (count: number) => `Χωρίς όνομα ή τηλέφωνο: ${rows(count)}. Οι λογαριασμοί ανοίγουν κανονικά.`,
  nothing: 'Δεν υπάρχει κάτι νέο για εισαγωγή.',
  needsApproval: 'Οι πόντοι είναι πολλοί. Μετά την έναρξη, η εισαγωγή περιμένει έγκριση από την Εποπτεία.',
  needsClean: 'Για την έγκριση δεν πρέπει να μένουν γραμμές εκτός. Διορθώστε το αρχείο.',
  approval: (request: number | null) =>
    `Η εισαγωγή περιμένει έγκριση${request === null ? '' : ` (αίτημα ${request})`}. Όταν εγκριθεί, πατήστε ξανά «Έναρξη εισαγωγής».`,
  approvalTitle: 'Περιμένει έγκριση',
  strict: 'Όλες οι γραμμές ή καμία',
  strictBlocked: 'Υπάρχουν γραμμές με λάθη, άρα δεν θα γίνει εισαγωγή. Διορθώστε το αρχείο.',
  start: 'Έναρξη εισαγωγής',
  notStarted: 'Η εισαγωγή δεν ξεκίνησε',
  discard: 'Διαγραφή',
  discardQuestion: 'Διαγραφή της εισαγωγής;',
  discardMeans: 'Διαγράφεται το αρχείο από την υπηρεσία. Ό,τι έχει ήδη εισαχθεί μένει.',
  notDiscarded: 'Η εισαγωγή δεν διαγράφηκε',
  cancel: 'Άκυρο',
  done: 'Η εισαγωγή ολοκληρώθηκε',
  notDone: 'Δεν έγινε εισαγωγή',
  all: 'Όλες οι εισαγωγές',

  problems: (count: number) => `Γραμμές που μένουν εκτός: ${formatNumber(count)}`,
  line: (line: number) => `Γραμμή ${formatNumber(line)}`,
  more: 'Οι υπόλοιπες είναι στο αρχείο.',
  download: 'Λήψη για διόρθωση',
  downloadMeans: 'Το αρχείο έχει αυτές τις γραμμές με την αιτία. Διορθώστε το και κάντε νέα εισαγωγή.',

  preview: 'Οι πρώτες γραμμές, όπως διαβάζονται',
  lineHead: 'Γραμμή',
  unknown: 'άγνωστη',
  unknownColumns: (names: string) => `Άγνωστες στήλες: ${names}.`,
  missingColumns: (names: string) => `Λείπουν οι στήλες: ${names}.`,
}

export const stateNames: Record<ImportState, string> = {
  uploading: 'Αποστέλλεται',
  waiting: 'Σε αναμονή',
  running: 'Σε εξέλιξη',
  checked: 'Ελέγχθηκε, δεν ξεκίνησε',
  approval: 'Περιμένει έγκριση',
  done: 'Ολοκληρώθηκε',
  failed: 'Απέτυχε',
}

export const failureTexts: Record<ImportFailure, string> = {
  file_columns: 'Η πρώτη γραμμή δεν έχει τις στήλες που χρειάζονται.',
  file_empty: text.empty,
  file_damaged: 'Λείπει ένα εισαγωγικό (") στο αρχείο. Διορθώστε το και στείλτε το ξανά.',
  file_rows: 'Στο μεταξύ βρέθηκαν γραμμές με λάθη. Διορθώστε το αρχείο και στείλτε το ξανά.',
  workbook_unreadable:
    'Το αρχείο Excel δεν διαβάζεται. Αποθηκεύστε το ως .xlsx χωρίς κωδικό και στείλτε το ξανά.',
  workbook_large: 'Το αρχείο Excel είναι πολύ μεγάλο. Χωρίστε το σε μικρότερα.',
  not_permitted: 'Ο λογαριασμός που την ξεκίνησε δεν έχει πια δικαίωμα.',
  fault: 'Παρουσιάστηκε πρόβλημα στην υπηρεσία. Στείλτε ξανά το αρχείο.',
}

export const sentences: SentencesOf<
  typeof beginImport | typeof addImportPart | typeof checkImport | typeof startImport
> = {
  ...textSentences,
  blank: text.empty,
  too_long: text.tooLarge,
  choice_invalid: 'Επιλέξτε τι περιέχει το αρχείο.',
  integer_invalid: text.unreadable,
  not_found: text.gone,
  import_rows: text.strictBlocked,
  changed_meanwhile: 'Η εισαγωγή άλλαξε στο μεταξύ. Δείτε την ξανά.',
}
