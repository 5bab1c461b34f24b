import type { CallOutcome, Delivery } from '@portal/contract/partner-traffic.ts'
import { counted, formatNumber } from '#web/lib/format.ts'

export const text = {
  calls: 'Τελευταίες κλήσεις',
  callsIntro:
    'Τι έγινε με τις 200 νεότερες κινήσεις που έστειλε, χωρίς προσωπικά δεδομένα. Τις επαναλήψεις τις μετράμε ανά λεπτό.',
  callsFailed: 'Οι κλήσεις δεν είναι διαθέσιμες αυτή τη στιγμή.',
  callsNone: 'Ο συνεργάτης δεν έχει στείλει ακόμη κινήσεις.',
  callsNoneOf: 'Δεν υπάρχουν κινήσεις με αυτό το αποτέλεσμα.',
  filter: 'Αποτέλεσμα',
  all: 'Όλες',
  outcome: 'Αποτέλεσμα',
  details: 'Στοιχεία',
  repeated: (count: number) => counted(count, 'κίνηση που υπήρχε ήδη', 'κινήσεις που υπήρχαν ήδη'),
  rejections: 'Γιατί απορρίφθηκαν κινήσεις',
  rejectionsIntro: 'Πλήθος ανά λόγο, των τελευταίων 30 ημερών.',
  reason: 'Λόγος',
  count: 'Πλήθος',
  reference: 'Αριθμός του συνεργάτη',
  noReference: 'χωρίς αριθμό',
  when: 'Πότε',

  records: 'Κινήσεις πόντων',
  recordsIntro: 'Όσες έγραψε ο συνεργάτης, με τη σειρά που τις λάβαμε. Καταγράφουμε ότι τις είδατε.',
  recordsFailed: 'Οι κινήσεις δεν είναι διαθέσιμες αυτή τη στιγμή.',
  recordsNone: 'Ο συνεργάτης δεν έχει γράψει κινήσεις.',
  happened: 'Πότε έγινε',
  description: 'Είδος',
  points: 'Πόντοι',
  account: 'Λογαριασμός',
  accountOf: (id: number) => `αρ. ${id}`,
  restricted: 'με περιορισμό',
  more: 'Περισσότερες',

  webhook: 'Ειδοποιήσεις προς τον συνεργάτη',
  webhookIntro:
    'Στέλνουμε στον διακομιστή του κάθε κίνηση που έγραψε, υπογεγραμμένη. Δεν είναι υποχρεωτικές.',
  url: 'Διεύθυνση ειδοποιήσεων',
  urlHint: 'Όπως https://oil.example.gr/hook. Με νέα διεύθυνση αλλάζει και το μυστικό υπογραφής.',
  save: 'Αποθήκευση διεύθυνσης',
  addressForm: 'Πού στέλνουμε',
  unchanged: 'Αυτή η διεύθυνση ισχύει ήδη.',
  removed: 'Δεν στέλνουμε πια ειδοποιήσεις στον συνεργάτη.',
  notSaved: 'Δεν αποθηκεύτηκε',
  meanwhile: (url: string) => `Τώρα ισχύει: ${url}`,
  none: 'καμία διεύθυνση',
  state: 'Κατάσταση',
  works: 'Παραδίδονται',
  failures: (count: number) => counted(count, 'συνεχόμενη αποτυχία', 'συνεχόμενες αποτυχίες'),
  waiting: 'Σε αναμονή',
  nextTry: 'Επόμενη προσπάθεια',
  lastFailure: 'Τελευταία αποτυχία',
  failedStatus: (when: string, status: number) => `${when}, απάντηση ${status}`,
  failedUnreached: (when: string) => `${when}, χωρίς απάντηση`,

  newSecret: 'Νέο μυστικό υπογραφής',
  newSecretQuestion: 'Νέο μυστικό υπογραφής;',
  newSecretMeans: [
    'Το παλιό παύει αμέσως. Ο συνεργάτης απορρίπτει τις ειδοποιήσεις ώσπου να βάλει το νέο.',
    'Όσες δεν δεχτεί τις στέλνουμε ξανά για τέσσερις ημέρες.',
  ],
  remove: 'Κατάργηση ειδοποιήσεων',
  removeQuestion: 'Κατάργηση των ειδοποιήσεων;',
  removeMeans: [
    'Όσες περιμένουν δεν θα σταλούν.',
    'Ο συνεργάτης μπορεί να διαβάζει τις κινήσεις του με δικές του κλήσεις.',
  ],
  cancel: 'Ακύρωση',
  secretTitle: 'Το μυστικό υπογραφής',
  secretOnce: 'Εμφανίζεται μόνο τώρα. Το προηγούμενο έπαψε ήδη.',
  secretFor: 'Με αυτό ο συνεργάτης ελέγχει ότι μια ειδοποίηση είναι δική μας. Στείλτε το με ασφαλή τρόπο.',
  secretName: 'Μυστικό υπογραφής (webhook secret)',
  copySecret: 'Αντιγραφή μυστικού',
  copied: 'Αντιγράφηκε.',
  selected: 'Επιλέχθηκε. Πατήστε Ctrl+C (σε Mac Cmd+C).',

  test: 'Δοκιμαστικό μήνυμα',
  tested: 'Το δοκιμαστικό μήνυμα παραδόθηκε',
  testFailed: 'Το δοκιμαστικό μήνυμα δεν παραδόθηκε',
  answered: (status: number, milliseconds: number) =>
    `Απάντηση ${status} σε ${formatNumber(milliseconds)} ms (χιλιοστά του δευτερολέπτου).`,
  shortAnswer: (status: number, milliseconds: number) => `${status} σε ${formatNumber(milliseconds)} ms`,
  notDone: 'Η ενέργεια δεν ολοκληρώθηκε',

  deliveries: 'Μηνύματα',
  deliveriesIntro:
    'Όσα περιμένουν, έως τέσσερις ημέρες, και όσα παραδόθηκαν την τελευταία ώρα. Κάθε μήνυμα έχει έως 100 κινήσεις.',
  deliveriesFailed: 'Τα μηνύματα δεν είναι διαθέσιμα αυτή τη στιγμή.',
  deliveriesNone: 'Δεν υπάρχουν μηνύματα της τελευταίας ώρας, ούτε κάποιο που περιμένει.',
  refresh: 'Ανανέωση',
  retryAll: 'Αποστολή ξανά όλων',
  retry: 'Αποστολή ξανά',
  retryOf: (when: string) => `Αποστολή ξανά του μηνύματος: ${when}`,
  retried: 'Στέλνονται τώρα. Πατήστε «Ανανέωση» σε λίγο.',
  events: 'Κινήσεις',
  tries: 'Προσπάθειες',
  answer: 'Απάντηση',
  noAnswer: 'καμία ακόμη',
  action: 'Ενέργεια',
}

export const outcomeNames: Record<CallOutcome, string> = {
  recorded: 'Γράφτηκε',
  waiting: 'Περιμένει κάτοχο',
  repeated: 'Επανάληψη',
  refused: 'Απορρίφθηκε',
}
export const outcomeFilters: Record<CallOutcome, string> = {
  recorded: 'Γράφτηκαν',
  waiting: 'Περιμένουν',
  repeated: 'Επαναλήψεις',
  refused: 'Απορρίφθηκαν',
}

export const deliveryStates: Record<Delivery['state'], string> = {
  waiting: 'Σε αναμονή',
  sending: 'Στέλνεται',
  delivered: 'Παραδόθηκε',
  given_up: 'Εγκαταλείφθηκε',
}

const reasons: Record<string, string> = {
  HttpClientError: 'Η διεύθυνση οδηγεί σε εσωτερικό δίκτυο. Εκεί δεν στέλνουμε.',
  ENOTFOUND: 'Το όνομα της διεύθυνσης δεν υπάρχει.',
  EAI_AGAIN: 'Το όνομα της διεύθυνσης δεν βρέθηκε.',
  ECONNREFUSED: 'Ο διακομιστής δεν δέχεται συνδέσεις.',
  ECONNRESET: 'Ο διακομιστής έκοψε τη σύνδεση.',
  TimeoutError: 'Δεν απάντησε σε δέκα δευτερόλεπτα.',
  ABORT_ERR: 'Δεν απάντησε σε δέκα δευτερόλεπτα.',
  ETIMEDOUT: 'Δεν ήταν δυνατή η σύνδεση εγκαίρως.',
  CERT_HAS_EXPIRED: 'Το πιστοποιητικό του έχει λήξει.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Το πιστοποιητικό του δεν είναι έγκυρο.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Το πιστοποιητικό του δεν είναι έγκυρο.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Το πιστοποιητικό του είναι για άλλη διεύθυνση.',
}
/** Why a server could not be reached. */
export const reasonText = (code: string | null): string =>
  reasons[code ?? ''] ?? `Δεν ήταν δυνατή η σύνδεση (${code ?? ''}).`

/** What an answer other than 2xx usually means. */
export function statusText(status: number): string {
  if (status >= 300 && status < 400) return 'Παραπέμπει σε άλλη διεύθυνση. Δεν ακολουθούμε παραπομπές.'
  if (status === 401 || status === 403) return 'Αρνήθηκε το μήνυμα. Ίσως έχει άλλο μυστικό υπογραφής.'
  if (status === 404 || status === 410) return 'Δεν υπάρχει τίποτα σε αυτή τη διεύθυνση.'
  if (status >= 500) return 'Ο διακομιστής του συνεργάτη έχει πρόβλημα.'
  return 'Ο συνεργάτης δεν δέχτηκε το μήνυμα.'
}
