import type { signUp } from '@portal/contract/accounts.ts'
import type { SentencesOf } from '#web/lib/refusal-text.ts'
import { throttledText } from '#web/lib/refusal-text.ts'

export const text = {
  title: 'Εγγραφή',
  intro: 'Δημιουργήστε λογαριασμό για να συγκεντρώνετε πόντους. Όλα τα πεδία είναι υποχρεωτικά.',
  passwordRules:
    'Τουλάχιστον 8 χαρακτήρες. Όχι μόνο αριθμοί, όχι πολύ κοινό, όχι παρόμοιο με το email ή το ονοματεπώνυμό σας.',
  emailHint: 'Σε αυτή τη διεύθυνση θα σας στείλουμε τις οδηγίες ενεργοποίησης.',
  municipalityPlaceholder: 'Πληκτρολογήστε ή επιλέξτε δήμο',
  municipalityNothing: 'Δεν βρέθηκε δήμος με αυτό το όνομα.',
  municipalitiesLoading: 'Οι δήμοι φορτώνονται…',
  municipalitiesFailed: 'Ο κατάλογος των δήμων δεν είναι διαθέσιμος.',
  retry: 'Δοκιμή ξανά',
  submit: 'Δημιουργία νέου λογαριασμού',
  haveAccount: 'Έχετε ήδη λογαριασμό;',
  logIn: 'Σύνδεση',
  failed: 'Παρουσιάστηκε κάποιο πρόβλημα κατά την δημιουργία του λογαριασμού σας',
  passwordRefused: 'Μη αποδεκτό συνθηματικό',
  done: 'Ο λογαριασμός σας δημιουργήθηκε',
  mailSent: (email: string) => `Στείλαμε στη διεύθυνση ${email} μήνυμα με οδηγίες για την ενεργοποίησή του.`,
  mailMissing: 'Αν δεν το βρίσκετε σε λίγα λεπτά, κοιτάξτε και στα ανεπιθύμητα μηνύματα.',
  outbox: 'Δείτε τα μηνύματα της επίδειξης',
}

/** How the fields are called, on the page and in its sentences. */
export const labels = {
  first_name: 'Όνομα',
  last_name: 'Επώνυμο',
  telephone: 'Τηλέφωνο',
  municipality: 'Δήμος',
  email: 'Email',
  password: 'Συνθηματικό',
  re_password: 'Επαλήθευση συνθηματικού',
}

export type SignUpFields = keyof typeof labels

const missing = (_: unknown, label: string) => `Παρακαλώ συμπληρώστε το πεδίο "${label}".`
const taken = 'Υπάρχει ήδη λογαριασμός που χρησιμοποιεί αυτήν την διεύθυνση email.'
const unfit = (_: unknown, label: string) => `Το πεδίο "${label}" περιέχει μη αποδεκτούς χαρακτήρες.`
const chooseAgain = 'Παρακαλώ επιλέξτε δήμο από τον κατάλογο.'

/** Word for word those of portal.md §5 and §8, where it has them. */
export const sentences: SentencesOf<typeof signUp> = {
  required: missing,
  blank: missing,
  null: missing,
  null_characters: unfit,
  not_a_string: unfit,
  too_long: (fault, label) =>
    `Το πεδίο "${label}" μπορεί να έχει έως ${fault.params?.['max'] ?? 'λιγότερους'} χαρακτήρες.`,
  email_invalid: 'Εισάγετε μια έγκυρη διεύθυνση email.',
  email_taken: taken,
  username_taken: taken,
  pk_type: chooseAgain,
  pk_unknown: chooseAgain,
  password_too_short: 'Το συνθηματικό πρέπει να έχει τουλάχιστον 8 χαρακτήρες.',
  password_too_common: 'Πολύ κοινό συνθηματικό.',
  password_entirely_numeric: 'Αυτό το συνθηματικό αποτελείται μόνο απο αριθμούς.',
  password_too_similar_email: 'Το συνθηματικό μοιάζει πολύ με το email σας.',
  password_too_similar_first_name: 'Το συνθηματικό μοιάζει πολύ με το όνομά σας.',
  password_too_similar_last_name: 'Το συνθηματικό μοιάζει πολύ με το επώνυμό σας.',
  passwords_differ: 'Η επαλήθευση συνθηματικού δεν ταιριάζει με το συνθηματικό.',
  throttled: throttledText,
}
