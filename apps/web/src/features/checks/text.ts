import type {
  answerDataRequest,
  confirmApprover,
  decideApproval,
  decideMention,
  extendDataRequest,
  resolveFlag,
} from '@portal/contract/checks.ts'
import type { previewRateRequest } from '@portal/contract/manage-rates.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'

export const text = {
  title: 'Έλεγχοι',
  intro:
    'Εδώ ελέγχετε ασυνήθιστα αθροίσματα πόντων και πιθανές διπλές πιστώσεις. Ελέγχετε επίσης υπαλλήλους που είδαν στοιχεία πολλών χρηστών ή ίσως ζήτησαν ή αποφάσισαν κάτι δικό τους. Επιβεβαιώνετε μέλη της Εποπτείας και εγκρίνετε αλλαγές που χρειάζονται δεύτερο άτομο. Απαντάτε σε αιτήματα για προσωπικά δεδομένα και ελέγχετε κείμενα που ίσως αναφέρουν χρήστες που διαγράφηκαν.',

  approversHeading: 'Μέλη της Εποπτείας που περιμένουν επιβεβαίωση',
  email: 'Email',
  byCommand: 'τον διαχειριστή της υπηρεσίας',
  confirmApprover: 'Επιβεβαίωση',
  confirmQuestion: (name: string) => `Επιβεβαίωση για την Εποπτεία: ${name};`,
  confirmMeans:
    'Επιβεβαιώστε μόνο αν γνωρίζετε το άτομο και ξέρετε ότι εργάζεται στην Εποπτεία. Μετά από 24 ώρες θα μπορεί να εγκρίνει.',
  confirmedNow: (name: string) => `Επιβεβαιώθηκε: ${name}. Μπορεί να εγκρίνει μετά από 24 ώρες.`,
  ownAppointment:
    'Ο λογαριασμός είναι δικός σας ή εσείς ζητήσατε να μπει στην Εποπτεία. Πρέπει να τον επιβεβαιώσει άλλο μέλος της Εποπτείας.',
  notYet: 'Δεν μπορείτε ακόμη να εγκρίνετε, να επιβεβαιώνετε μέλη ούτε να ολοκληρώνετε ελέγχους',
  notConfirmed:
    'Περιμένετε να επιβεβαιώσει τον λογαριασμό σας ένα άλλο μέλος της Εποπτείας. Αν δεν υπάρχει άλλο, μιλήστε με τον διαχειριστή της υπηρεσίας.',
  approvesFrom: (when: string) => `Ο λογαριασμός σας επιβεβαιώθηκε. Θα μπορείτε να εγκρίνετε από ${when}.`,

  show: 'Εμφάνιση',
  open: 'Εκκρεμείς',
  all: 'Όλοι',
  nameless: 'Άγνωστο όνομα',

  requestsHeading: 'Αιτήματα για προσωπικά δεδομένα',
  requestsIntro:
    'Απαντήστε σε κάθε αίτημα μέσα σε έναν μήνα από την αποστολή του. Αν χρειάζεστε περισσότερο χρόνο, παρατείνετε την προθεσμία πριν περάσει και γράψτε τον λόγο. Παρατείνεται μία φορά, κατά δύο μήνες.',
  requestsFailed: 'Τα αιτήματα δεν είναι διαθέσιμα αυτή τη στιγμή.',
  noRequests: 'Κανένα αίτημα δεν περιμένει απάντηση',
  noRequestsEver: 'Δεν υπάρχουν αιτήματα για προσωπικά δεδομένα',
  requestKinds: {
    restriction: 'Περιορισμός της επεξεργασίας',
    objection: 'Εναντίωση στην επεξεργασία',
    rectification: 'Διόρθωση στοιχείων',
  },
  number: 'Αριθμός',
  receivedAt: 'Στάλθηκε',
  dueOn: 'Απάντηση έως',
  overdue: (day: string) => `${day}, η προθεσμία έχει περάσει`,
  extension: 'Λόγος της παράτασης',
  state: 'Κατάσταση',
  isRestricted: 'Η επεξεργασία είναι περιορισμένη',
  outcomes: { done: 'Έγινε δεκτό', refused: 'Δεν έγινε δεκτό', withdrawn: 'Ανακλήθηκε' },
  toAccept: 'Αποδοχή',
  toReject: 'Απόρριψη',
  extend: 'Παράταση',
  mailed: 'Κείμενο προς τον χρήστη',
  answer: 'Απάντηση',
  answeredNow: (id: number) => `Το αίτημα ${id} απαντήθηκε.`,
  extendedNow: (id: number) => `Η προθεσμία του αιτήματος ${id} παρατάθηκε.`,

  approvalsHeading: 'Αιτήματα για έγκριση',
  noApprovals: 'Κανένα αίτημα δεν περιμένει έγκριση',
  noApprovalsEver: 'Δεν υπάρχουν αιτήματα για έγκριση',
  kinds: {
    rate_added: 'Νέα τιμή πόντων',
    rate_closed: 'Λήξη τιμής πόντων',
    rate_deleted: 'Διαγραφή τιμής πόντων',
    rate_replaced: 'Αντικατάσταση τιμής πόντων',
    points_imported: 'Εισαγωγή κινήσεων από αρχείο',
    points_added: 'Κίνηση πόντων με το χέρι',
    email_changed: 'Αλλαγή διεύθυνσης email',
  },
  request: (id: number) => `Αίτημα ${id}`,
  requestedBy: 'Ζητήθηκε από',
  requestedAt: 'Ζητήθηκε',
  points: 'Πόντοι',
  participant: 'Χρήστης',
  description: 'Είδος',
  happened: 'Ημερομηνία',
  newEmail: 'Νέα διεύθυνση email',
  emailGone: 'Έχει διαγραφεί',
  emailNext:
    'Εγκρίθηκε. Η αλλαγή γίνεται μόνο αν ο χρήστης την επιβεβαιώσει από τη νέα διεύθυνση μέσα σε τρεις ημέρες από την έγκριση.',
  reason: 'Αιτιολογία',
  file: 'Αρχείο',
  fingerprint: 'Αποτύπωμα αρχείου (SHA-256)',
  records: 'Κινήσεις',
  rate: 'Τιμή',
  rateNote: 'Σημείωση της τιμής',
  consequences: 'Τι θα αλλάξει',
  consequencesFailed: 'Δεν ξέρουμε αυτή τη στιγμή τι θα αλλάξει',
  material: 'Υλικό',
  replaces: 'Αντικαθιστά την τιμή',
  validFrom: 'Ισχύει από',
  validTo: 'Τελευταία ημέρα',
  approve: 'Έγκριση',
  reject: 'Απόρριψη',
  own: 'Το αίτημα είναι δικό σας. Πρέπει να αποφασίσει άλλο μέλος της Εποπτείας.',
  states: { approved: 'Εγκρίθηκε', rejected: 'Απορρίφθηκε' },
  importNext: 'Εγκρίθηκε. Η εισαγωγή γίνεται όταν δοθεί ξανά η εντολή με το ίδιο αρχείο.',
  approved: (id: number) => `Το αίτημα ${id} εγκρίθηκε.`,
  rejected: (id: number) => `Το αίτημα ${id} απορρίφθηκε.`,

  flagsHeading: 'Ασυνήθιστοι πόντοι και ενέργειες υπαλλήλων',
  flagsFailed: 'Οι ειδοποιήσεις δεν είναι διαθέσιμες αυτή τη στιγμή.',
  noFlags: 'Καμία ειδοποίηση δεν περιμένει έλεγχο',
  noFlagsEver: 'Δεν υπάρχουν ειδοποιήσεις',
  aboveOfPartner: 'Πολλοί πόντοι από έναν συνεργαζόμενο ιστότοπο σε μία ημέρα',
  aboveOfPerson: 'Πολλοί πόντοι σε έναν χρήστη σε μία ημέρα',
  rejectedRecords: 'Απορρίφθηκαν κινήσεις',
  creditedTwice: 'Παράδοση που ίσως πιστώθηκε δύο φορές',
  manyPeople: 'Ένας υπάλληλος είδε τα στοιχεία πολλών χρηστών σε μία ημέρα',
  staff: 'Υπάλληλος',
  people: 'Χρήστες έως την ειδοποίηση',
  samePerson: 'Ίσως κάποιος υπάλληλος ζήτησε ή αποφάσισε κάτι δικό του',
  decidedBy: 'Υπάλληλος',
  requester: 'Είχε ζητηθεί από',
  shared: 'Κοινά στοιχεία',
  traits: {
    email: 'ίδια διεύθυνση email (χωρίς όσα ακολουθούν το +)',
    telephone: 'ίδιο τηλέφωνο',
    network: 'ίδιο δίκτυο την ίδια ημέρα',
    filing: 'κοινά στοιχεία όταν υποβλήθηκε η αναφορά',
  },
  occasion: 'Αφορά',
  occasions: { record: 'Κίνηση', approval: 'Αίτημα' },
  byHand: 'Πόντοι με το χέρι',
  byDelivery: 'Πόντοι από παραδόσεις',
  partner: 'Συνεργαζόμενος ιστότοπος',
  allPartners: 'Όλοι μαζί',
  day: 'Ημέρα',
  sum: 'Άθροισμα έως την ειδοποίηση',
  cap: 'Όριο',
  raisedAt: 'Ειδοποίηση',
  resolve: 'Ολοκλήρωση ελέγχου',
  resolved: 'Ελέγχθηκε',
  resolvedNow: 'Ο έλεγχος ολοκληρώθηκε.',

  mentionsHeading: 'Κείμενα για χρήστες που διαγράφηκαν',
  mentionsIntro:
    'Εδώ εμφανίζονται κείμενα που ίσως αναφέρουν χρήστη που διαγράφηκε. Αν το κείμενο τον αναφέρει, πατήστε «Αφαίρεση». Αν μιλά για άλλο πρόσωπο ή η σημειωμένη λέξη έχει άλλη σημασία, πατήστε «Να μείνει».',
  mentionsFailed: 'Τα κείμενα δεν είναι διαθέσιμα αυτή τη στιγμή.',
  noMentions: 'Κανένα κείμενο δεν περιμένει έλεγχο',
  mention: (id: number) => `κείμενο ${id}`,
  places: {
    call_note: 'Σημείωση κλήσης',
    claim_note: 'Σημείωση σε αναφορά παράδοσης',
    claim_answer: 'Απάντηση σε αναφορά παράδοσης',
    delivery: 'Λεπτομέρειες παράδοσης σε αναμονή',
    flag_note: 'Σημείωση σε έλεγχο',
    request_reason: 'Αιτιολογία αιτήματος',
    request_note: 'Σημείωση σε αίτημα',
    batch_note: 'Σημείωση σε παρτίδα αυτοκόλλητων',
    search: 'Αναζήτηση από υπάλληλο',
  },
  writtenAt: 'Γράφτηκε',
  erasedAccount: 'Αριθμός του λογαριασμού που διαγράφηκε',
  erasedAt: 'Διαγραφή του λογαριασμού',
  remove: 'Αφαίρεση',
  keep: 'Να μείνει',
  removed: 'Το κείμενο αφαιρέθηκε.',
  kept: 'Το κείμενο έμεινε όπως ήταν.',

  note: 'Σημείωση',
  by: 'Από',
  cancel: 'Ακύρωση',
  confirm: {
    resolve: 'Ολοκλήρωση ελέγχου',
    approved: 'Οριστική έγκριση',
    rejected: 'Οριστική απόρριψη',
    remove: 'Οριστική αφαίρεση',
    keep: 'Να μείνει οριστικά',
    done: 'Αποστολή θετικής απάντησης',
    refused: 'Αποστολή αρνητικής απάντησης',
    extended: 'Παράταση κατά δύο μήνες',
  },
  noteHint: {
    resolve:
      'Γράψτε τι διαπιστώσατε. Αν ο έλεγχος αφορά χρήστη ή υπάλληλο, εκείνος μπορεί να διαβάσει τη σημείωση.',
    approved: 'Προαιρετικά. Αν το αίτημα αφορά χρήστη, εκείνος μπορεί να διαβάσει τη σημείωση.',
    rejected:
      'Προαιρετικά: γιατί απορρίπτετε το αίτημα. Αν το αίτημα αφορά χρήστη, εκείνος μπορεί να διαβάσει τη σημείωση.',
    done: 'Γράψτε τι έγινε. Το κείμενο στέλνεται στον χρήστη με email.',
    refused: 'Γράψτε γιατί το αίτημα δεν γίνεται δεκτό. Το κείμενο στέλνεται στον χρήστη με email.',
    extended: 'Γράψτε γιατί χρειάζεται περισσότερος χρόνος. Το κείμενο στέλνεται στον χρήστη με email.',
  },
  failed: 'Η απόφαση δεν αποθηκεύτηκε',
}

const decisions = {
  ...textSentences,
  not_found: 'Το στοιχείο δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
  already_decided: 'Η απόφαση έχει ήδη καταχωριστεί. Ανανεώστε τη σελίδα.',
}
const approving = {
  approver_pending: text.notConfirmed,
  approver_waiting: ({ params }: { params?: Record<string, string | number> | undefined }) =>
    text.approvesFrom(formatDateTime(String(params?.['from']))),
}
export const resolveSentences: SentencesOf<typeof resolveFlag> = {
  ...decisions,
  ...approving,
  request_own: 'Η ειδοποίηση αφορά εσάς. Πρέπει να την ελέγξει άλλο μέλος της Εποπτείας.',
}
export const confirmSentences: SentencesOf<typeof confirmApprover> = {
  ...approving,
  not_found: 'Ο λογαριασμός δεν περιμένει πια επιβεβαίωση. Ανανεώστε τη σελίδα.',
  already_decided: 'Ο λογαριασμός έχει ήδη επιβεβαιωθεί. Ανανεώστε τη σελίδα.',
  request_own: text.ownAppointment,
}
export const answerSentences: SentencesOf<typeof answerDataRequest> & SentencesOf<typeof extendDataRequest> =
  {
    ...decisions,
    already_decided: 'Το αίτημα έχει ήδη απαντηθεί ή το ανακάλεσε ο χρήστης. Ανανεώστε τη σελίδα.',
    choice_invalid: 'Επιλέξτε αποδοχή ή απόρριψη.',
    extension_impossible: 'Η προθεσμία έχει περάσει ή έχει ήδη παραταθεί. Απαντήστε στο αίτημα.',
  }
export const mentionSentences: SentencesOf<typeof decideMention> = {
  ...decisions,
  ...approving,
  not_found: 'Το κείμενο δεν περιμένει πια έλεγχο. Ανανεώστε τη σελίδα.',
  choice_invalid: 'Επιλέξτε «Αφαίρεση» ή «Να μείνει».',
}
const impossible = 'Η αλλαγή δεν γίνεται πια, γιατί άλλαξαν οι τιμές. Απορρίψτε το αίτημα.'
export const consequencesSentences: SentencesOf<typeof previewRateRequest> = {
  rate_overlaps: impossible,
  rate_ended: impossible,
  rate_begins: impossible,
  rate_used: impossible,
  not_found: impossible,
}
export const decideSentences: SentencesOf<typeof decideApproval> = {
  ...decisions,
  ...approving,
  choice_invalid: 'Επιλέξτε έγκριση ή απόρριψη.',
  request_own: text.own,
  request_impossible: 'Η αλλαγή δεν γίνεται πια, γιατί άλλαξαν τα δεδομένα. Απορρίψτε το αίτημα.',
}
