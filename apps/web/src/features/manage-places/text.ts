import type { RowProblem } from '@portal/contract/place-import.ts'
import { degreesIn, placeColumns } from '@portal/contract/place-rules.ts'
import type { importPlaces, previewPlaces } from '@portal/contract/place-import.ts'
import type {
  addPlace,
  changePlace,
  closePlace,
  openPlace,
  removePlace,
} from '@portal/contract/manage-places.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { counted, formatNumber } from '#web/lib/format.ts'
import { personSentences, textSentences } from '#web/shared/forms/field-text.ts'

export const text = {
  title: 'Σημεία συλλογής',
  intro: 'Όσα σημεία προσθέτετε εδώ τα βλέπουν όλοι στη σελίδα «Σημεία συλλογής».',
  add: 'Νέο σημείο',
  addNow: 'Προσθήκη σημείου',
  export: 'Λήψη αρχείου CSV',
  all: 'Όλα τα σημεία',

  search: 'Όνομα, διεύθυνση ή κωδικός',
  everywhere: 'Όλοι οι δήμοι',
  anyKind: 'Όλα τα είδη',
  count: (count: number) => counted(count, 'σημείο', 'σημεία'),
  mapPart: 'Ο χάρτης έχει τα σημεία αυτής της σελίδας.',
  state: 'Κατάσταση',
  place: 'Σημείο',
  open: 'Ανοιχτό',
  closed: 'Κλειστό',
  closedUntil: (day: string) => `Κλειστό έως ${day}`,
  closesFrom: (day: string) => `Θα κλείσει από ${day}`,
  failed: 'Τα σημεία συλλογής δεν είναι διαθέσιμα αυτή τη στιγμή.',
  noneYet: 'Δεν έχετε προσθέσει ακόμη σημεία συλλογής',
  noneYetMeans: 'Προσθέστε ένα σημείο ή εισαγάγετε αρχείο με πολλά σημεία.',
  none: 'Δεν υπάρχουν σημεία με αυτά τα κριτήρια',
  reset: 'Όλα τα σημεία',

  newTitle: 'Νέο σημείο συλλογής',
  placeFailed: 'Το σημείο δεν είναι διαθέσιμο αυτή τη στιγμή.',
  gone: 'Αυτό το σημείο δεν υπάρχει πια',
  facts: 'Στοιχεία',
  chooseKind: 'Επιλέξτε είδος',
  referenceHint: 'Ο δικός σας κωδικός για το σημείο, όπως «Κ-01». Τα μηχανήματα στέλνουν τον ίδιο κωδικό.',
  referenceChange: 'Αν τον αλλάξετε, οι κινήσεις με τον παλιό κωδικό δεν θα δείχνουν πια αυτό το σημείο.',
  hoursHint:
    'Χρειάζεται αν δεν έχουν οριστεί ώρες. Όπως θα τη διαβάσουν οι πολίτες, για παράδειγμα «Τον Αύγουστο έως τις 13:00».',
  degreesHint: (axis: keyof typeof degreesIn) =>
    `Σε μοίρες, από ${degreesIn[axis].join(' έως ')}, όπως ${axis === 'latitude' ? '40,3007' : '21,7889'}.`,
  pasteHint: 'Μπορείτε να επικολλήσετε και τα δύο μαζί, όπως τα αντιγράφει ένας χάρτης.',
  save: 'Αποθήκευση',
  saved: 'Οι αλλαγές αποθηκεύτηκαν',
  added: 'Το σημείο προστέθηκε',
  notSaved: 'Οι αλλαγές δεν αποθηκεύτηκαν',
  notAdded: 'Το σημείο δεν προστέθηκε',
  changedMeanwhile: 'Κάποιος άλλος άλλαξε το σημείο στο μεταξύ',
  changedOther: 'Άλλαξε μόνο το κλείσιμο του σημείου.',

  closing: 'Προσωρινό κλείσιμο',
  closingMeans:
    'Οι πολίτες βλέπουν στη σελίδα «Σημεία συλλογής» ότι το σημείο είναι κλειστό, και το μήνυμά σας.',
  untilHint: 'Η τελευταία ημέρα που είναι κλειστό. Κενό: μέχρι να το ανοίξετε εσείς.',
  messageHint: 'Έως 200 χαρακτήρες, για παράδειγμα «Λόγω έργων. Πηγαίνετε στο σημείο της πλατείας».',
  close: 'Κλείσιμο σημείου',
  changeClosing: 'Αποθήκευση κλεισίματος',
  openNow: 'Άνοιγμα τώρα',
  cancelClosing: 'Να μην κλείσει',
  closedSaved: 'Το κλείσιμο αποθηκεύτηκε',
  opened: 'Το σημείο είναι ανοιχτό',
  notClosed: 'Το κλείσιμο δεν άλλαξε',

  remove: 'Αφαίρεση σημείου',
  removeMeans:
    'Το σημείο φεύγει από τη σελίδα των πολιτών. Οι πόντοι και οι αναφορές παραδόσεων μένουν. Αν είναι κλειστό μόνο για λίγο, χρησιμοποιήστε το «Προσωρινό κλείσιμο».',
  removeQuestion: 'Αφαίρεση του σημείου;',
  removeCannot: 'Η αφαίρεση δεν αναιρείται.',
  notRemoved: 'Το σημείο δεν αφαιρέθηκε',
  removed: (name: string) => `Αφαιρέθηκε: ${name}`,
  cancel: 'Ακύρωση',
}

export const importText = {
  title: 'Εισαγωγή σημείων από αρχείο',
  intro:
    'Το αρχείο έχει τη μορφή εκείνου που κατεβάζετε από τη σελίδα «Σημεία συλλογής». Πρώτα βλέπετε τι θα αλλάξει. Τίποτα δεν αλλάζει πριν το επιβεβαιώσετε.',
  file: 'Αρχείο CSV',
  fileHint:
    'Έως 5 MB. Μπορείτε να το επεξεργαστείτε με Excel και να το αποθηκεύσετε ως CSV. Στη στήλη opening_hours γράψτε τις ώρες όπως «Mo-Fr 08:00-14:00; Sa 09:00-13:00; PH off». Χωρίς αυτή τη στήλη οι ώρες μένουν όπως είναι.',
  removeOthers: 'Αφαίρεση των σημείων που δεν είναι στο αρχείο',
  show: 'Τι θα αλλάξει',
  chooseFile: 'Επιλέξτε πρώτα ένα αρχείο.',
  tooLarge: 'Το αρχείο είναι μεγαλύτερο από 5 MB. Χωρίστε το σε μικρότερα.',
  unreadable: 'Το αρχείο δεν μπόρεσε να διαβαστεί. Επιλέξτε το ξανά.',
  failed: 'Το αρχείο δεν διαβάστηκε',
  changes: 'Τι θα αλλάξει',
  added: (count: number) => `Νέα σημεία: ${formatNumber(count)}`,
  changed: (count: number) => `Σημεία που αλλάζουν: ${formatNumber(count)}`,
  unchanged: (count: number) => `Χωρίς αλλαγή: ${formatNumber(count)}`,
  removed: (count: number) => `Σημεία που αφαιρούνται: ${formatNumber(count)}`,
  errors: (count: number) => `Γραμμές με σφάλμα, που δεν εισάγονται: ${formatNumber(count)}`,
  more: (count: number) => `και ${formatNumber(count)} ακόμη`,
  line: (line: number) => `Γραμμή ${formatNumber(line)}`,
  value: (from: string, to: string) => `από «${from}» σε «${to}»`,
  nothing: 'Το αρχείο δεν αλλάζει τίποτα.',
  blocked:
    'Δεν αφαιρείται κανένα σημείο όσο υπάρχουν γραμμές με σφάλμα. Διορθώστε το αρχείο και επιλέξτε το ξανά.',
  apply: 'Εισαγωγή',
  question: 'Να γίνει η εισαγωγή;',
  removing: (count: number) =>
    `Θα ${count === 1 ? 'αφαιρεθεί' : 'αφαιρεθούν'} ${counted(count, 'σημείο', 'σημεία')}. Η αφαίρεση δεν αναιρείται.`,
  done: 'Η εισαγωγή ολοκληρώθηκε',
  notDone: 'Δεν έγινε εισαγωγή',
  doneMeans: ({ added, changed, removed }: Record<'added' | 'changed' | 'removed', number>) =>
    `Νέα: ${formatNumber(added)}. Αλλαγές: ${formatNumber(changed)}. Αφαιρέσεις: ${formatNumber(removed)}.`,
}

/** Labels of the fields, also used in their error messages. */
export const labels = {
  reference: 'Κωδικός',
  kind: 'Είδος',
  name: 'Όνομα',
  address: 'Διεύθυνση',
  municipality: 'Δήμος',
  latitude: 'Γεωγραφικό πλάτος',
  longitude: 'Γεωγραφικό μήκος',
  opening_hours: 'Ώρες λειτουργίας',
  hours: 'Σημείωση για τις ώρες',
}
export type PlaceFields = keyof typeof labels

export const closingLabels = { from: 'Κλειστό από', until: 'Κλειστό έως', message: 'Μήνυμα' }
export type ClosingFields = keyof typeof closingLabels

/** Labels by column of the file or field of the API. */
export const labelOf = (field: string): string =>
  field === 'id' ? labels.reference : ((labels as Record<string, string>)[field] ?? field)

const stale = {
  not_found: 'Το σημείο δεν υπάρχει πια. Κάποιος άλλος το αφαίρεσε.',
  integer_invalid: 'Ανανεώστε τη σελίδα.',
  changed_meanwhile: 'Κάποιος άλλος άλλαξε το σημείο στο μεταξύ. Ελέγξτε το και προσπαθήστε ξανά.',
}

export const factSentences: SentencesOf<typeof addPlace | typeof changePlace> = {
  ...textSentences,
  ...stale,
  choice_invalid: 'Επιλέξτε είδος.',
  pk_type: personSentences.pk_type,
  pk_unknown: personSentences.pk_unknown,
  latitude_outside: `Γράψτε το πλάτος σε μοίρες, από ${degreesIn.latitude.join(' έως ')}. Μήπως το αντιστρέψατε με το μήκος;`,
  longitude_outside: `Γράψτε το μήκος σε μοίρες, από ${degreesIn.longitude.join(' έως ')}. Μήπως το αντιστρέψατε με το πλάτος;`,
  blank: (_, label) =>
    label === labels.hours
      ? 'Ορίστε τις ώρες λειτουργίας ή γράψτε εδώ πότε λειτουργεί το σημείο.'
      : `Παρακαλώ συμπληρώστε το πεδίο «${label}».`,
  hours_invalid: 'Ελέγξτε τις ώρες λειτουργίας.',
  hours_many: 'Γράψτε έως τρία διαστήματα για κάθε ημέρα.',
  hours_overlap: 'Ελέγξτε τις ώρες λειτουργίας: κάποιες πέφτουν πάνω σε άλλες.',
  place_taken: 'Άλλο σημείο έχει ήδη αυτόν τον κωδικό.',
}

export const closingSentences: SentencesOf<typeof closePlace | typeof openPlace | typeof removePlace> = {
  ...textSentences,
  ...stale,
  day_invalid: 'Επιλέξτε μια ημέρα.',
  day_past: 'Αυτή η ημέρα έχει περάσει.',
  period_reversed: 'Η τελευταία ημέρα είναι πριν από την πρώτη.',
}

export const importSentences: SentencesOf<typeof previewPlaces | typeof importPlaces> = {
  ...textSentences,
  blank: importText.chooseFile,
  too_long: importText.tooLarge,
  choice_invalid: importText.unreadable,
  file_columns: `Η πρώτη γραμμή του αρχείου πρέπει να έχει αυτές τις στήλες και καμία άλλη: ${placeColumns.join(', ')}.`,
  file_empty: 'Το αρχείο είναι κενό.',
  file_long: ({ params }) =>
    `Το αρχείο έχει πάνω από ${formatNumber(Number(params?.['max']))} γραμμές. Χωρίστε το σε μικρότερα.`,
  file_damaged: ({ params }) =>
    `Λείπει ένα εισαγωγικό (") κοντά στη γραμμή ${String(params?.['line'] ?? '')}. Διορθώστε το αρχείο.`,
  file_rows: importText.blocked,
  changed_meanwhile: 'Κάποιος άλλος άλλαξε σημεία στο μεταξύ. Ελέγξτε ξανά τι θα αλλάξει.',
}

/** What is wrong with a row, after its number and field. */
export const rowSentences: Record<RowProblem, (value: string) => string> = {
  row_length: () => 'δεν έχει όσα πεδία έχει η πρώτη γραμμή.',
  row_damaged: () => 'περιέχει κατεστραμμένο χαρακτήρα.',
  blank: () => 'είναι κενό.',
  null_characters: () => 'περιέχει χαρακτήρα που δεν γίνεται δεκτός.',
  too_long: () => 'έχει πάρα πολλούς χαρακτήρες.',
  choice_invalid: (value) => `το «${value}» δεν είναι green_atm, orange_bin ή reuse_centre.`,
  latitude_outside: (value) => `το «${value}» δεν είναι από ${degreesIn.latitude.join(' έως ')}.`,
  longitude_outside: (value) => `το «${value}» δεν είναι από ${degreesIn.longitude.join(' έως ')}.`,
  municipality_unknown: (value) => `ο δήμος «${value}» δεν συμμετέχει.`,
  municipality_ambiguous: (value) =>
    `υπάρχουν δύο δήμοι «${value}». Γράψτε και την περιφερειακή ενότητα σε παρένθεση.`,
  hours_invalid: (value) =>
    `το «${value}» δεν διαβάζεται. Παράδειγμα: Mo-Fr 08:00-14:00,17:00-20:00; Sa 09:00-13:00; PH off.`,
  hours_many: (value) => `το «${value}» έχει πάνω από τρία διαστήματα.`,
  hours_overlap: (value) => `στο «${value}» κάποιες ώρες πέφτουν πάνω σε άλλες.`,
  repeated: (value) => `ο κωδικός «${value}» υπάρχει και σε προηγούμενη γραμμή.`,
}
