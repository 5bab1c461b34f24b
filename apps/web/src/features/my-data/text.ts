import type {
  cancelErasureByLink,
  confirmErasure,
  exportOwnData,
  requestErasure,
} from '@portal/contract/privacy.ts'
import { type SentencesOf, throttledText } from '#web/api/error-text.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

export const text = {
  title: 'Τα δεδομένα μου',
  back: 'Επιστροφή στις ρυθμίσεις',
  retry: 'Δοκιμή ξανά',

  download: 'Λήψη των δεδομένων σας',
  downloadIntro:
    'Κατεβάστε όλα όσα γνωρίζουμε για εσάς: τα στοιχεία σας, τους πόντους σας, και ποιος τα είδε.',
  page: 'Σελίδα για ανάγνωση και εκτύπωση',
  file: 'Αρχείο για άλλη υπηρεσία (JSON)',
  start: 'Λήψη',
  downloaded: 'Η λήψη ολοκληρώθηκε',
  downloadedIntro: (name: string) =>
    `Το αρχείο ${name} είναι στις λήψεις της συσκευής σας. Περιέχει προσωπικά στοιχεία: μην το αφήσετε σε κοινόχρηστη συσκευή.`,
  downloadFailed: 'Η λήψη δεν έγινε',

  erase: 'Διαγραφή του λογαριασμού σας',
  eraseIntro: 'Μπορείτε να φύγετε όποτε θέλετε. Πριν αποφασίσετε, να τι θα συμβεί:',
  losesPoints: (figure: string, one: boolean) =>
    one ? 'Χάνεται ο 1 διαθέσιμος πόντος σας.' : `Χάνονται οι ${figure} διαθέσιμοι πόντοι σας.`,
  losesNoPoints: 'Δεν έχετε διαθέσιμους πόντους που θα χαθούν.',
  losesCoupons:
    'Αν έχετε κουπόνια που δεν χρησιμοποιήσατε, χρησιμοποιήστε τα πρώτα: μετά δεν μπορούμε να τα βρούμε.',
  losesName: 'Σβήνουμε το όνομα, το email, το τηλέφωνο, τα αυτοκόλλητα και τις συνδέσεις σας.',
  keepsSums:
    'Οι ποσότητες που παραδώσατε μένουν στα σύνολα του δήμου σας, χωρίς να φαίνεται ότι ήταν δικές σας.',
  steps: (days: number) =>
    `Θα σας στείλουμε μήνυμα για επιβεβαίωση. Μετά έχετε ${days === 1 ? 'μία ημέρα' : `${days} ημέρες`} για να αλλάξετε γνώμη. Ύστερα η διαγραφή δεν αναιρείται.`,
  ask: 'Ζητώ τη διαγραφή του λογαριασμού μου',
  asked: 'Σας στείλαμε μήνυμα',
  askedIntro: (email: string) =>
    `Ανοίξτε το μήνυμα που στείλαμε στο ${email} και πατήστε τον σύνδεσμο. Μέχρι τότε δεν αλλάζει τίποτα.`,
  askFailed: 'Το αίτημά σας δεν στάλθηκε',
  staff: 'Τον λογαριασμό ενός υπαλλήλου τον κλείνει ο διαχειριστής της υπηρεσίας.',
  unknown: 'Δεν μπορέσαμε να δούμε αν έχετε ζητήσει διαγραφή. Παρακαλώ προσπαθήστε ξανά.',

  scheduled: (when: string) => `Η διαγραφή του λογαριασμού σας είναι προγραμματισμένη για ${when}.`,
  scheduledIntro:
    'Έως τότε ο λογαριασμός σας λειτουργεί κανονικά. Αν αλλάξατε γνώμη, πατήστε «Ακύρωση διαγραφής» στην κορυφή της σελίδας.',
  cancel: 'Κρατήστε τον λογαριασμό μου',

  confirmTitle: 'Διαγραφή λογαριασμού',
  confirmIntro:
    'Αν πατήσετε το κουμπί, ο λογαριασμός σας θα διαγραφεί σε λίγες ημέρες και οι πόντοι σας θα χαθούν. Έως τότε μπορείτε να το ακυρώσετε.',
  confirm: 'Ναι, να διαγραφεί ο λογαριασμός μου',
  keep: 'Όχι, θέλω να τον κρατήσω',
  confirmed: 'Το αίτημά σας επιβεβαιώθηκε',
  confirmedIntro: (when: string) =>
    `Ο λογαριασμός σας θα διαγραφεί στις ${when}. Σας στείλαμε μήνυμα με έναν σύνδεσμο για να το ακυρώσετε, αν αλλάξετε γνώμη.`,
  confirmFailed: 'Το αίτημά σας δεν επιβεβαιώθηκε',
  cancelTitle: 'Ακύρωση διαγραφής',
  cancelIntro: 'Χαιρόμαστε που το σκέφτεστε ξανά. Πατήστε το κουμπί για να κρατήσετε τον λογαριασμό σας.',
  cancelDone: 'Ο λογαριασμός σας δεν θα διαγραφεί',
  cancelDoneIntro: 'Οι πόντοι και τα στοιχεία σας μένουν όπως ήταν.',
  cancelLinkFailed: 'Η διαγραφή δεν ακυρώθηκε',
  home: 'Στην αρχική σελίδα',
}

export const labels = { current_password: 'Τρέχον συνθηματικό', format: 'Μορφή' }

export const sentences: SentencesOf<typeof exportOwnData> & SentencesOf<typeof requestErasure> = {
  ...textSentences,
  password_incorrect: 'Παρακαλώ εισάγετε το σωστό τρέχον συνθηματικό.',
  throttled: throttledText,
  not_permitted: text.staff,
}

const broken = 'Ο σύνδεσμος δεν είναι σωστός. Ανοίξτε τον ξανά από το μήνυμα που σας στείλαμε.'
const ended =
  'Ο σύνδεσμος έχει λήξει ή δεν ισχύει πια. Μπορείτε να συνδεθείτε και να δείτε τις ρυθμίσεις σας.'

export const linkSentences: SentencesOf<typeof confirmErasure> & SentencesOf<typeof cancelErasureByLink> = {
  required: broken,
  null: broken,
  blank: broken,
  null_characters: broken,
  too_long: broken,
  not_a_string: broken,
  uid_invalid: ended,
  token_invalid: ended,
  throttled: throttledText,
}
