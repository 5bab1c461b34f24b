import type {
  changeTextValues,
  discardTextDraft,
  publishText,
  sendTextMails,
  TextPlace,
  TextState,
  withdrawText,
} from '@portal/contract/manage-texts.ts'
import { maxTextLength } from '@portal/contract/words/text-limits.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { counted, formatNumber } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'

export const languageNames: Record<TextPlace['language'], string> = { el: 'Ελληνικά', en: 'Αγγλικά' }

const contacts: Record<string, string> = {
  telephone: 'τηλέφωνο',
  email: 'διεύθυνση email',
  address: 'ταχυδρομική διεύθυνση',
}

export const text = {
  title: 'Κείμενα',
  intro:
    'Η ενημέρωση για τα προσωπικά δεδομένα, οι όροι χρήσης και η δήλωση προσβασιμότητας, όπως τα διαβάζουν οι πολίτες.',
  failed: 'Τα κείμενα δεν είναι διαθέσιμα αυτή τη στιγμή.',
  inFilesTitle: 'Τα κείμενα αλλάζουν μόνο στον διακομιστή',
  inFiles:
    'Ο τεχνικός έχει ορίσει δικό σας φάκελο κειμένων (CONTENT_DIR). Όσο ισχύει η ρύθμιση, εδώ μόνο διαβάζετε. Για να αλλάζετε τα κείμενα εδώ, ζητήστε του να την αφαιρέσει.',
  missing: (count: number) =>
    count === 0
      ? 'Δεν λείπει κανένα στοιχείο'
      : count === 1
        ? 'Λείπει 1 στοιχείο'
        : `Λείπουν ${formatNumber(count)} στοιχεία`,
  complete: 'Τα κείμενα έχουν όλα τα στοιχεία που χρειάζονται.',
  missingMeans:
    'Ώσπου να τα συμπληρώσετε, οι σελίδες γράφουν «Υπόδειγμα» στην αρχή. Τα στοιχεία τα γνωρίζει μόνο ο φορέας σας.',
  missingContacts: (names: readonly string[]) =>
    `Λείπουν και στοιχεία επικοινωνίας του φορέα: ${names.map((name) => contacts[name] ?? name).join(', ')}. Συμπληρώνονται στα στοιχεία του φορέα, όχι εδώ.`,
  fill: 'Συμπλήρωση στοιχείων',
  values: 'Στοιχεία των κειμένων',
  textsHeading: 'Τα κείμενα',
  edit: 'Άνοιγμα',
  view: 'Η σελίδα',
  shipped: 'Το αρχικό κείμενο',
  file: 'Από αρχείο του διακομιστή',
  publishedSince: (day: string) => `Δικό σας, από ${formatDay(day)}`,
  next: (day: string) => `Νέο κείμενο ισχύει από ${formatDay(day)}`,
  draft: 'Πρόχειρο',
  gaps: (count: number) =>
    count === 0 ? 'Πλήρες' : counted(count, 'κενό για συμπλήρωση', 'κενά για συμπλήρωση'),

  back: 'Κείμενα',
  all: 'Όλα τα κείμενα',
  valuesTitle: 'Στοιχεία των κειμένων',
  valuesIntro:
    'Ό,τι γράφετε εδώ μπαίνει στη θέση του μέσα στα κείμενα. Η αποθήκευση αλλάζει αμέσως τις σελίδες. Οι πολίτες βλέπουν ειδοποίηση όταν αλλάζει κείμενο που είχε ήδη δημοσιευτεί.',
  firstMissing: 'Στο πρώτο που λείπει',
  isMissing: 'Λείπει.',
  choose: 'Επιλέξτε',
  inGreek: (name: string) => `${name}, ελληνικά`,
  inEnglish: (name: string) => `${name}, αγγλικά`,
  englishHint: 'Αν μείνει κενό, το αγγλικό κείμενο δείχνει το ελληνικό.',
  dateHint: 'Όπως 01/12/2026.',
  groups: {
    dates: 'Ημερομηνίες',
    bases: 'Νομικές βάσεις',
    privacy: 'Προσωπικά δεδομένα',
    terms: 'Όροι χρήσης',
    accessibility: 'Προσβασιμότητα',
  },
  groupMeans: {
    dates: 'Όσες γράφουν τα ίδια τα κείμενα.',
    bases:
      'Γιατί επιτρέπεται κάθε χρήση προσωπικών δεδομένων. Αποφασίστε με τον υπεύθυνο προστασίας δεδομένων.',
    privacy: 'Ποιος είναι υπεύθυνος, ποιος λαμβάνει τα δεδομένα και για πόσο χρόνο μένουν.',
    terms: 'Πού ισχύει το πρόγραμμα και πώς αλλάζουν οι όροι.',
    accessibility: 'Τι έδειξε η αξιολόγηση της προσβασιμότητας.',
  },
  save: 'Αποθήκευση',
  saved: 'Τα στοιχεία αποθηκεύτηκαν και φαίνονται ήδη στις σελίδες.',
  notSaved: 'Τα στοιχεία δεν αποθηκεύτηκαν',
  meanwhileValues: (names: readonly string[]) =>
    names.length === 0
      ? 'Ό,τι γράψατε έμεινε. Αποθηκεύστε ξανά.'
      : `Άλλαξαν: ${names.join(', ')}. Ό,τι γράψατε εσείς έμεινε. Αν ισχύει, αποθηκεύστε ξανά.`,

  markdown: 'Κείμενο',
  markdownHint:
    'Γράψτε # για τίτλο, ## για ενότητα, - για λίστα και **έντονα**. Τα {{…}} συμπληρώνονται από τα στοιχεία.',
  length: (length: number) => `${formatNumber(length)} από ${formatNumber(maxTextLength)} χαρακτήρες.`,
  validFrom: 'Ισχύει από',
  validFromHint: 'Σήμερα ή αργότερα. Ως τότε οι πολίτες βλέπουν το προηγούμενο κείμενο.',
  unknown: (names: readonly string[]) =>
    `Άγνωστα ονόματα που δεν συμπληρώνονται: ${names.map((name) => `{{${name}}}`).join(', ')}. Διορθώστε τα.`,
  gapsIn: (count: number) =>
    `${counted(count, 'κενό', 'κενά')} για συμπλήρωση, με κίτρινο στην προεπισκόπηση. Όσο υπάρχουν, η σελίδα γράφει «Υπόδειγμα».`,
  preview: 'Προεπισκόπηση',
  previewHint: 'Όπως θα το δει ο πολίτης, με τα στοιχεία συμπληρωμένα.',
  previewFailed: 'Η προεπισκόπηση δεν είναι διαθέσιμη.',
  publish: 'Δημοσίευση',
  published: (day: string, isToday: boolean) =>
    isToday ? 'Το κείμενο δημοσιεύτηκε.' : `Το κείμενο θα ισχύει από ${formatDay(day)}.`,
  notPublished: 'Το κείμενο δεν δημοσιεύτηκε',
  saveDraft: 'Αποθήκευση προχείρου',
  draftSaved: 'Το πρόχειρο αποθηκεύτηκε. Οι πολίτες δεν το βλέπουν.',
  draftSince: (at: string, by: string) => `Πρόχειρο που αποθηκεύτηκε στις ${at}, ${by}.`,
  discardDraft: 'Απόρριψη προχείρου',
  discardQuestion: 'Απόρριψη προχείρου;',
  discardMeans: 'Ο επεξεργαστής θα δείξει ξανά το κείμενο που ισχύει. Το πρόχειρο δεν επιστρέφει.',
  draftDiscarded: 'Το πρόχειρο απορρίφθηκε.',
  restore: 'Επαναφορά αρχικού κειμένου',
  restored: 'Ο επεξεργαστής έχει το αρχικό κείμενο. Ισχύει μόνο αν το δημοσιεύσετε.',
  cancel: 'Ακύρωση',
  failedChange: 'Η αλλαγή δεν έγινε',
  meanwhileText: 'Ό,τι γράψατε έμεινε. Δείτε παρακάτω τις δημοσιεύσεις και δοκιμάστε ξανά.',
  meanwhileDraft: (by: string) =>
    `Στο μεταξύ αποθηκεύτηκε άλλο πρόχειρο, ${by}. Η αποθήκευση θα το αντικαταστήσει.`,

  versions: 'Δημοσιεύσεις',
  noVersions: 'Δεν έχετε δημοσιεύσει δικό σας κείμενο. Η σελίδα δείχνει το αρχικό.',
  version: (number: number) => `Έκδοση ${number}`,
  versionFrom: (day: string) => `ισχύει από ${formatDay(day)}`,
  by: (account: number | null) => (account === null ? 'με εντολή' : `από τον λογαριασμό ${account}`),
  publishedAt: (at: string) => `Δημοσιεύτηκε στις ${at}`,
  states: { past: 'Παλιά', current: 'Ισχύει τώρα', future: 'Δεν ισχύει ακόμη' },
  isShipped: 'Το αρχικό κείμενο της υπηρεσίας.',
  read: 'Ανάγνωση',
  readNumber: (number: number) => `Ανάγνωση έκδοσης ${number}`,
  close: 'Κλείσιμο',
  withdraw: 'Ανάκληση',
  withdrawQuestion: (number: number) => `Ανάκληση της έκδοσης ${number};`,
  withdrawMeans: 'Το κείμενο δεν θα ισχύσει. Η σελίδα συνεχίζει με εκείνο που ισχύει τώρα.',
  withdrawn: 'Η δημοσίευση ανακλήθηκε.',
  notWithdrawn: 'Η δημοσίευση δεν ανακλήθηκε',
  allVersions: 'Οι εκδόσεις όπως τις διαβάζουν οι πολίτες',

  mailHeading: 'Ειδοποίηση με email',
  mailMeans:
    'Όποιος ανοίγει την υπηρεσία βλέπει ήδη ειδοποίηση για την τελευταία αλλαγή. Μπορείτε να στείλετε και email.',
  mail: (count: number) => `Ειδοποίηση με email σε ${counted(count, 'άτομο', 'άτομα')}`,
  mailNone: 'Όλοι έχουν δει την τελευταία αλλαγή ή έχουν λάβει email.',
  mailQuestion: (count: number) => `Αποστολή email σε ${counted(count, 'άτομο', 'άτομα')};`,
  mailQuestionMeans:
    'Το email λέει ότι άλλαξε το κείμενο και πού θα το διαβάσουν. Η αποστολή δεν ανακαλείται.',
  mailSend: 'Αποστολή',
  mailed: (count: number) => `Η αποστολή ξεκίνησε για ${counted(count, 'άτομο', 'άτομα')}.`,
  notMailed: 'Η αποστολή δεν ξεκίνησε',
}

export const sourceText = ({ source, since }: Pick<TextState, 'source' | 'since'>) =>
  source === 'file'
    ? text.file
    : source === 'published' && since !== null
      ? text.publishedSince(since)
      : text.shipped

const meanwhile = 'Άλλος διαχειριστής έκανε αλλαγές στο μεταξύ.'
const shared = {
  ...textSentences,
  not_found: 'Το κείμενο δεν βρέθηκε. Ανανεώστε τη σελίδα.',
  changed_meanwhile: meanwhile,
  texts_in_files: 'Τα κείμενα είναι αρχεία του διακομιστή και δεν αλλάζουν εδώ.',
}
export const valueSentences: SentencesOf<typeof changeTextValues> = {
  ...shared,
  not_a_dictionary: 'Τα στοιχεία δεν διαβάστηκαν. Ανανεώστε τη σελίδα.',
  choice_invalid: (_, label) => `Κάντε μια επιλογή στο πεδίο «${label}».`,
  field_unknown: 'Ένα στοιχείο δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
}
export const publishSentences: SentencesOf<typeof publishText> = {
  ...shared,
  day_invalid: (_, label) => `Επιλέξτε ημέρα στο πεδίο «${label}».`,
  day_past: 'Διαλέξτε τη σημερινή ημέρα ή επόμενη.',
}
export const draftSentences: SentencesOf<typeof discardTextDraft> = shared
export const withdrawSentences: SentencesOf<typeof withdrawText> = {
  ...shared,
  not_found: 'Η δημοσίευση δεν υπάρχει πια.',
  text_valid: 'Το κείμενο ισχύει ήδη και δεν ανακαλείται. Δημοσιεύστε άλλο.',
}
export const mailSentences: SentencesOf<typeof sendTextMails> = {
  ...shared,
  integer_invalid: 'Ανανεώστε τη σελίδα και δοκιμάστε ξανά.',
  notice_unchanged: 'Το κείμενο δεν έχει αλλάξει από την πρώτη του έκδοση.',
  changed_meanwhile: 'Το κείμενο άλλαξε στο μεταξύ. Ελέγξτε τον νέο αριθμό.',
}
