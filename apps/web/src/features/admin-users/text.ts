import type {
  endParticipantSessions,
  liftParticipantRestriction,
  lockAccount,
  requestParticipantEmail,
  resetParticipantFactor,
  resendParticipantActivation,
  restrictParticipant,
  sendParticipantReset,
  unlockAccount,
} from '@portal/contract/participants.ts'
import type { addCallNote } from '@portal/contract/phone-calls.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { counted, formatDateTime } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'

export const text = {
  title: 'Χρήστες',
  list: 'Κατάλογος χρηστών',
  choose: 'Επιλέξτε έναν χρήστη',
  chooseIntro: 'Τα στοιχεία και οι πόντοι του χρήστη θα εμφανιστούν εδώ.',
  notFound: 'Ο χρήστης δεν βρέθηκε.',
  notFoundIntro: 'Ίσως ο λογαριασμός του δεν είναι πια ενεργός. Επιλέξτε άλλον χρήστη.',
  detailFailed: 'Τα στοιχεία του χρήστη δεν είναι διαθέσιμα αυτή τη στιγμή.',
  back: 'Πίσω στον κατάλογο',
  details: 'Στοιχεία χρήστη',
  firstName: 'Όνομα',
  lastName: 'Επώνυμο',
  telephone: 'Τηλέφωνο',
  copyTelephone: 'Αντιγραφή τηλεφώνου',
  email: 'Email',
  copyEmail: 'Αντιγραφή email',
  municipality: 'Δήμος',
  none: '—',
  noneRead: 'Δεν έχει δοθεί',
  hiddenRead: 'Δεν εμφανίζεται',
  accountNumber: 'Αριθμός λογαριασμού',
  copyAccountNumber: 'Αντιγραφή αριθμού λογαριασμού',
  signedUp: 'Εγγραφή',
  sums: 'Πόντοι',
  balance: 'Διαθέσιμοι πόντοι:',
  available: 'Διαθέσιμοι',
  collected: 'Συγκεντρωμένοι',
  cookingoils: 'Τηγανέλαιο',
  reuse: 'Επαναχρησιμοποίηση',
  redeemed: 'Εξαργυρωμένοι',
  history: 'Ιστορικό πόντων',
  latest: 'Τελευταίες κινήσεις',
  noRecords: 'Δεν υπάρχουν κινήσεις.',
  unactivated: 'Λογαριασμοί χωρίς ενεργοποίηση',
  notActivated: 'Ο λογαριασμός δεν έχει ενεργοποιηθεί',
  notActivatedHint: 'Ο χρήστης δεν έχει ανοίξει ακόμη τον σύνδεσμο που του στείλαμε με email.',
  resend: 'Αποστολή νέου μηνύματος ενεργοποίησης',
  resent: 'Το νέο μήνυμα ενεργοποίησης στέλνεται',
  resentTo: (email: string) => `Το μήνυμα φτάνει συνήθως σε λίγα λεπτά στη διεύθυνση ${email}.`,
  resendFailed: 'Το μήνυμα δεν στάλθηκε',
  changeEmail: 'Αλλαγή διεύθυνσης email',
  changeEmailIntro:
    'Για χρήστες που δεν έχουν πια πρόσβαση στην παλιά διεύθυνση email. Βεβαιωθείτε πρώτα ότι την αλλαγή ζητά ο ίδιος ο χρήστης. Το αίτημα εγκρίνει άλλο άτομο, μέλος της Εποπτείας. Μετά στέλνεται σύνδεσμος στη νέα διεύθυνση.',
  newEmail: 'Νέα διεύθυνση email',
  emailReason: 'Αιτιολογία',
  emailReasonHint:
    'Γράψτε πώς βεβαιωθήκατε ότι την αλλαγή ζητά ο ίδιος ο χρήστης. Ο χρήστης μπορεί να διαβάσει την αιτιολογία.',
  requestEmail: 'Υποβολή αιτήματος',
  emailFailed: 'Το αίτημα δεν υποβλήθηκε',
  emailRequested: (id: number) => `Το αίτημα ${id} περιμένει έγκριση`,
  emailNext:
    'Μετά την έγκριση θα σταλεί σύνδεσμος στη νέα διεύθυνση. Η αλλαγή γίνεται αν ο χρήστης την επιβεβαιώσει από τη νέα διεύθυνση μέσα σε τρεις ημέρες από την έγκριση.',
  stickers: 'Αυτοκόλλητα',
  noStickers: 'Δεν έχει αυτοκόλλητο.',
  inUseSince: (since: string) => `Σε χρήση από ${since}`,
  lostSince: (since: string) => `Εκτός χρήσης από ${since}`,
  wasReplaced: 'το αντικατέστησε άλλο',
  waitingSum: (deliveries: number, points: number) =>
    `${counted(deliveries, 'παράδοση', 'παραδόσεις')} σε αναμονή (${counted(points, 'πόντος', 'πόντοι')})`,
  waitingSince: (since: string) => `από ${since}`,
  reversed: 'ακυρώθηκε',
  overviewFailed: 'Τα υπόλοιπα στοιχεία δεν είναι διαθέσιμα αυτή τη στιγμή.',
  account: 'Κατάσταση λογαριασμού',
  activeSince: (since: string) => `Ενεργός από ${since}`,
  notActive: 'Δεν έχει ενεργοποιηθεί',
  lastSignIn: (day: string) => `Τελευταία σύνδεση: ${day}`,
  noSignIn: 'Καμία σύνδεση',
  restricted: 'Η επεξεργασία των δεδομένων είναι περιορισμένη',
  locked: 'Δεν γίνεται σύνδεση από νέο περιηγητή για λίγη ώρα, γιατί γράφτηκε πολλές φορές λάθος συνθηματικό',
  lockedByStaff: (reason: string, until: string | null) =>
    `Κλειδωμένος από υπάλληλο (${reason})${until ? ` έως ${until}` : ''}`,
  access: 'Πρόσβαση στον λογαριασμό',
  accessFailed: 'Δεν άλλαξε τίποτα',
  isLocked: 'Ο λογαριασμός είναι κλειδωμένος: ο χρήστης δεν θα συνδεθεί, ούτε με νέο συνθηματικό.',
  lockReason: 'Λόγος (θα τον διαβάσει και ο χρήστης)',
  lockUntil: 'Διάρκεια',
  factorReason: 'Λόγος',
  lockLength: (days: number) =>
    days === 0 ? 'Μέχρι να ξεκλειδωθεί ο λογαριασμός' : counted(days, 'ημέρα', 'ημέρες'),
  erasureDue: (when: string) => `Προγραμματισμένη διαγραφή: ${when}`,
  failedMails: (count: number) => counted(count, 'email δεν παραδόθηκε', 'email δεν παραδόθηκαν'),
  openClaim: (day: string) => `Εκκρεμεί αναφορά παράδοσης: ${day}`,
  coupons: 'Κουπόνια',
  noCoupons: 'Δεν έχει κουπόνι με κωδικό.',
  codeEnding: (ending: string) => `…${ending}`,
  couponValid: 'Ισχύει',
  couponValidUntil: (until: string) => `Ισχύει έως ${until}`,
  couponExpired: (until: string) => `Έληξε: ${until}`,
  couponEnded: {
    used: (when: string) => `Χρησιμοποιήθηκε: ${when}`,
    cancelled: (when: string) => `Ακυρώθηκε: ${when}`,
  },
  notes: 'Σημειώσεις κλήσεων',
  note: 'Νέα σημείωση',
  noteHint: 'Γράψτε σύντομα, χωρίς ευαίσθητα στοιχεία. Ο χρήστης μπορεί να διαβάσει τη σημείωση.',
  noteBlank: 'Γράψτε τη σημείωση.',
  noteSaved: 'Η σημείωση αποθηκεύτηκε.',
  saveNote: 'Αποθήκευση',
  deleteNote: 'Διαγραφή',
  deleteNoteQuestion: 'Να διαγραφεί η σημείωση;',
  cancel: 'Ακύρωση',
  waits: (count: number) =>
    `${plural(count, 'περιμένει', 'περιμένουν')} ${counted(count, 'παράδοση', 'παραδόσεις')}`,
}

export const resendSentences: SentencesOf<typeof resendParticipantActivation> = {
  not_found: 'Ο λογαριασμός έχει ήδη ενεργοποιηθεί ή δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
  throttled: throttledText,
}

export const noteSentences: SentencesOf<typeof addCallNote> = {
  required: 'Γράψτε τη σημείωση.',
  blank: 'Γράψτε τη σημείωση.',
  null: 'Γράψτε τη σημείωση.',
  not_a_string: 'Γράψτε τη σημείωση.',
  null_characters: 'Η σημείωση περιέχει χαρακτήρες που δεν γίνονται δεκτοί. Γράψτε την ξανά.',
  too_long: 'Η σημείωση μπορεί να έχει έως 500 χαρακτήρες. Γράψτε λιγότερους.',
  not_found: 'Ο χρήστης δεν βρέθηκε. Ανανεώστε τη σελίδα.',
  processing_restricted: 'Η επεξεργασία των δεδομένων είναι περιορισμένη. Απευθυνθείτε στην Εποπτεία.',
  throttled: throttledText,
}

/** What managers and operators do with the access to an account: button, question, and what it means. */
export const accessTexts = {
  sendReset: {
    button: 'Αποστολή συνδέσμου επαναφοράς',
    question: 'Να σταλεί σύνδεσμος για νέο συνθηματικό;',
    means:
      'Ο χρήστης θα λάβει email με σύνδεσμο, για να ορίσει νέο συνθηματικό. Ο σύνδεσμος φτάνει μόνο σε αυτή τη διεύθυνση. Το τωρινό συνθηματικό ισχύει, μέχρι να οριστεί νέο.',
    done: 'Ο σύνδεσμος στέλνεται. Φτάνει συνήθως σε λίγα λεπτά.',
  },
  lock: {
    button: 'Κλείδωμα λογαριασμού',
    question: 'Να κλειδωθεί ο λογαριασμός;',
    means:
      'Ο χρήστης αποσυνδέεται από παντού και δεν μπορεί να συνδεθεί, ούτε με νέο συνθηματικό. Οι παραδόσεις του πιστώνονται κανονικά, αλλά οι πόντοι του δεν εξαργυρώνονται. Θα λάβει email με τον λόγο.',
    done: 'Ο λογαριασμός κλειδώθηκε.',
  },
  unlock: {
    button: 'Ξεκλείδωμα λογαριασμού',
    question: 'Να ξεκλειδωθεί ο λογαριασμός;',
    means: 'Ο χρήστης μπορεί ξανά να συνδεθεί. Θα λάβει email.',
    done: 'Ο λογαριασμός ξεκλειδώθηκε.',
  },
  endSessions: {
    button: 'Αποσύνδεση από παντού',
    question: 'Να αποσυνδεθεί ο χρήστης από παντού;',
    means:
      'Τερματίζονται όλες οι συνδέσεις του χρήστη, ακόμη και στους συνεργαζόμενους ιστότοπους. Αν ο λογαριασμός δεν είναι κλειδωμένος, ο χρήστης μπορεί να συνδεθεί ξανά. Θα λάβει email.',
    done: 'Ο χρήστης αποσυνδέθηκε από παντού.',
  },
  resetFactor: {
    button: 'Αφαίρεση δεύτερου βήματος',
    question: 'Να αφαιρεθεί το δεύτερο βήμα σύνδεσης;',
    means:
      'Βεβαιωθείτε πρώτα ότι το ζητά ο ίδιος ο χρήστης. Αφαιρούνται η εφαρμογή κωδικών, τα κλειδιά πρόσβασης και οι κωδικοί ανάκτησης. Ο χρήστης αποσυνδέεται από παντού και θα συνδέεται μόνο με το συνθηματικό του. Θα λάβει email. Μετά μπορεί να ορίσει νέο δεύτερο βήμα.',
    done: 'Το δεύτερο βήμα σύνδεσης αφαιρέθηκε.',
  },
}

export const accessSentences: SentencesOf<
  | typeof lockAccount
  | typeof unlockAccount
  | typeof endParticipantSessions
  | typeof sendParticipantReset
  | typeof resetParticipantFactor
> = {
  second_factor_missing: 'Ο λογαριασμός δεν έχει δεύτερο βήμα σύνδεσης.',
  required: 'Επιλέξτε λόγο.',
  null: 'Επιλέξτε λόγο.',
  choice_invalid: 'Επιλέξτε λόγο.',
  integer_invalid: 'Επιλέξτε διάρκεια.',
  too_small: 'Επιλέξτε διάρκεια.',
  too_big: 'Επιλέξτε μικρότερη διάρκεια.',
  not_found: 'Η κατάσταση του λογαριασμού έχει αλλάξει. Ανανεώστε τη σελίδα.',
  processing_restricted: 'Ο χρήστης ζήτησε περιορισμό της επεξεργασίας. Απευθυνθείτε στην Εποπτεία.',
  throttled: throttledText,
}

export const emailSentences: SentencesOf<typeof requestParticipantEmail> = {
  ...textSentences,
  email_invalid: 'Γράψτε μια έγκυρη διεύθυνση email, όπως onoma@example.gr.',
  email_same: 'Ο λογαριασμός έχει ήδη αυτή τη διεύθυνση. Γράψτε άλλη.',
  email_taken: 'Η διεύθυνση ανήκει σε άλλον λογαριασμό ή ανήκε μέχρι πριν από λίγες ημέρες. Γράψτε άλλη.',
  email_change_recent: ({ params }) =>
    `Η διεύθυνση άλλαξε πρόσφατα. Μπορεί να αλλάξει ξανά από ${formatDateTime(String(params?.['from']))}.`,
  not_found: 'Ο λογαριασμός δεν είναι πια ενεργός. Ανανεώστε τη σελίδα.',
  throttled: throttledText,
}

/** The restriction of the processing of a person's data, by managers. */
export const restrictionText = {
  heading: 'Περιορισμός της επεξεργασίας',
  hidden: 'Ο χρήστης ζήτησε περιορισμό της επεξεργασίας των δεδομένων του',
  hiddenMeans:
    'Τα υπόλοιπα στοιχεία του χρήστη τα βλέπει εδώ μόνο η Εποπτεία. Οι πόντοι του δεν εξαργυρώνονται. Ο χρήστης μπορεί να σταματήσει τον περιορισμό στη σελίδα «Τα δεδομένα μου».',
  since: (when: string) => `Ισχύει από ${when}.`,
  lifts: (when: string) => `Λήγει: ${when}.`,
  reason: 'Αιτιολογία προς τον χρήστη',
  hint: 'Η αιτιολογία στέλνεται με email.',
  liftHint: 'Η αιτιολογία στέλνεται με email. Ο περιορισμός λήγει τρεις ημέρες μετά το email.',
  restrict: 'Περιορισμός',
  lift: 'Άρση του περιορισμού',
  done: 'Ο περιορισμός ισχύει. Ο χρήστης ενημερώνεται με email.',
  liftDone: 'Ο περιορισμός λήγει σε τρεις ημέρες. Ο χρήστης ενημερώνεται με email.',
  failed: 'Δεν άλλαξε τίποτα',
}

export const restrictionSentences: SentencesOf<
  typeof restrictParticipant | typeof liftParticipantRestriction
> = {
  ...textSentences,
  not_found: 'Ο λογαριασμός δεν υπάρχει ή δεν έχει περιορισμό. Ανανεώστε τη σελίδα.',
  already_decided: 'Ο περιορισμός ισχύει ήδη ή η λήξη του έχει ήδη ανακοινωθεί. Ανανεώστε τη σελίδα.',
}
