import type {
  addPasskey,
  addTotp,
  beginTotp,
  confirmPassword,
  makeRecoveryCodes,
  removePasskey,
} from '@portal/contract/second-factor.ts'
import { ApiError } from '#web/api/call.ts'
import { rawText, type SentencesOf, textOf, throttledText } from '#web/api/error-text.ts'

export const text = {
  heading: 'Σύνδεση σε δύο βήματα',
  intro:
    'Μετά το συνθηματικό ζητάμε και κάτι που έχετε μόνο εσείς, όπως το κινητό σας. Έτσι, όποιος μάθει το συνθηματικό σας δεν μπορεί να μπει στον λογαριασμό σας.',
  required: 'Για να συνεχίσετε χρειάζεστε δεύτερο βήμα σύνδεσης. Προσθέστε έναν από τους παρακάτω τρόπους.',
  loading: 'Φόρτωση…',
  notLoaded: 'Οι τρόποι σύνδεσης δεν φορτώθηκαν',
  cancel: 'Ακύρωση',
  add: 'Προσθήκη',
  remove: 'Αφαίρεση',
  next: 'Συνέχεια',
  failed: 'Η αλλαγή δεν έγινε',

  app: 'Εφαρμογή κωδικών',
  appMeans: 'Μια εφαρμογή στο κινητό σας που δείχνει έναν εξαψήφιο κωδικό, όπως το Google Authenticator.',
  appSince: (when: string) => `Προστέθηκε στις ${when}.`,
  appUnavailable: 'Δεν προσφέρεται σε αυτή την εγκατάσταση.',
  changePhone: 'Άλλη συσκευή',
  appAdded: 'Η εφαρμογή κωδικών προστέθηκε',
  appRemoved: 'Η εφαρμογή κωδικών αφαιρέθηκε',
  appScan: 'Ανοίξτε την εφαρμογή στο κινητό σας και σαρώστε αυτή την εικόνα.',
  appType: 'Αν δεν γίνεται η σάρωση, γράψτε στην εφαρμογή αυτό το κλειδί:',
  appOpen: 'Άνοιγμα εφαρμογής σε αυτή τη συσκευή',
  qr: 'Κωδικός QR για την εφαρμογή κωδικών',
  appCode: 'Κωδικός που δείχνει η εφαρμογή',

  passkeys: 'Κλειδιά πρόσβασης (passkeys)',
  passkeysMean: 'Επιβεβαιώνετε ότι είστε εσείς με δακτυλικό αποτύπωμα, πρόσωπο ή PIN της συσκευής σας.',
  passkeyFacts: (added: string, used: string | null) =>
    `Προστέθηκε: ${added}. Τελευταία χρήση: ${used ?? 'καμία'}.`,
  noPasskeys: 'Αυτός ο περιηγητής δεν υποστηρίζει κλειδιά πρόσβασης.',
  addPasskey: 'Προσθήκη κλειδιού',
  passkeyName: 'Όνομα κλειδιού',
  passkeyHint: 'Για να το ξεχωρίζετε, για παράδειγμα «Κινητό».',
  passkeyAdded: 'Το κλειδί πρόσβασης προστέθηκε',
  passkeyRemoved: 'Το κλειδί πρόσβασης αφαιρέθηκε',
  passkeyFailed: 'Η συσκευή δεν έφτιαξε κλειδί πρόσβασης. Δοκιμάστε ξανά.',

  codes: 'Κωδικοί ανάκτησης',
  codesMean: 'Με αυτούς συνδέεστε αν χάσετε το κινητό ή τη συσκευή σας. Κάθε κωδικός ισχύει μία φορά.',
  codesLeft: (left: number) => (left === 1 ? 'Απομένει 1 από τους 10.' : `Απομένουν ${left} από τους 10.`),
  newCodes: 'Νέοι κωδικοί',
  codesShown:
    'Αποθηκεύστε τους τώρα: δεν θα τους δείξουμε ξανά. Κρατήστε τους σε ασφαλές μέρος, χωριστά από το κινητό σας.',
  download: 'Λήψη σε αρχείο',
  file: 'kodikoi-anaktisis.txt',
  codesKept: 'Τους αποθήκευσα',
  codesReplaced: 'Οι προηγούμενοι κωδικοί δεν ισχύουν πια',
  codesQuestion: 'Να φτιαχτούν νέοι κωδικοί ανάκτησης;',
  codesQuestionMeans: 'Οι κωδικοί που έχετε τώρα θα πάψουν να ισχύουν.',

  removeQuestion: (what: string) => `Να αφαιρεθεί: «${what}»;`,
  removeMeans: 'Οι συνδέσεις σας σε άλλες συσκευές τερματίζονται.',
  removeLast: 'Είναι ο τελευταίος τρόπος: μετά θα συνδέεστε μόνο με το συνθηματικό σας.',

  confirm: 'Επιβεβαιώστε ότι είστε εσείς',
  confirmMeans: 'Για να αλλάξετε τον τρόπο σύνδεσης, δώστε το συνθηματικό σας.',
  password: 'Τρέχον συνθηματικό',
}

const missing = (_: unknown, label: string) => `Παρακαλώ συμπληρώστε το πεδίο «${label}».`
const passkeyRejected = 'Το κλειδί πρόσβασης δεν έγινε δεκτό. Δοκιμάστε ξανά.'

export const sentences: SentencesOf<typeof confirmPassword> &
  SentencesOf<typeof beginTotp> &
  SentencesOf<typeof addTotp> &
  SentencesOf<typeof addPasskey> &
  SentencesOf<typeof removePasskey> &
  SentencesOf<typeof makeRecoveryCodes> = {
  required: missing,
  null: missing,
  blank: missing,
  null_characters: missing,
  not_a_string: missing,
  too_long: 'Χρησιμοποιήστε έως 60 χαρακτήρες.',
  not_a_dictionary: passkeyRejected,
  passkey_rejected: passkeyRejected,
  passkeys_full: 'Έχετε ήδη δέκα κλειδιά πρόσβασης. Αφαιρέστε πρώτα ένα.',
  password_incorrect: 'Το συνθηματικό δεν είναι σωστό.',
  second_factor_wrong: 'Ο κωδικός δεν είναι σωστός. Γράψτε τον κωδικό που δείχνει τώρα η εφαρμογή.',
  second_factor_last: 'Ο λογαριασμός σας χρειάζεται δεύτερο βήμα. Προσθέστε πρώτα έναν άλλον τρόπο.',
  second_factor_missing: 'Προσθέστε πρώτα εφαρμογή κωδικών ή κλειδί πρόσβασης.',
  totp_unavailable: 'Οι κωδικοί εφαρμογής δεν προσφέρονται σε αυτή την εγκατάσταση.',
  set_up_expired: 'Πέρασε πολλή ώρα. Ξεκινήστε ξανά από την αρχή.',
  confirmation_required: 'Δώστε ξανά το συνθηματικό σας.',
  not_found: 'Έχει ήδη αφαιρεθεί.',
  throttled: throttledText,
}

export const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.errors[0] ? textOf(sentences, error.errors[0]) : rawText(error)
