import type { signUp } from '@portal/contract/accounts.ts'
import { passwordSentences, personSentences, textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/error-text.ts'
import { throttledText } from '#web/api/error-text.ts'

export const text = {
  title: 'Εγγραφή',
  intro: 'Δημιουργήστε λογαριασμό για να συγκεντρώνετε πόντους. Όλα τα πεδία είναι υποχρεωτικά.',
  bySignUp: 'δημιουργήστε λογαριασμό',
  byActivation: 'ανοίξτε το μήνυμα και ενεργοποιήστε τον λογαριασμό σας',
  emailHint: 'Σε αυτή τη διεύθυνση θα σας στείλουμε τις οδηγίες ενεργοποίησης.',
  read: 'Διαβάστε',
  terms: 'τους όρους χρήσης',
  and: 'και',
  privacy: 'πώς προστατεύουμε τα προσωπικά σας δεδομένα',
  newTab: '(ανοίγουν σε νέα καρτέλα).',
  submit: 'Δημιουργία νέου λογαριασμού',
  haveAccount: 'Έχετε ήδη λογαριασμό;',
  logIn: 'Σύνδεση',
  failed: 'Παρουσιάστηκε κάποιο πρόβλημα κατά την δημιουργία του λογαριασμού σας',
  passwordRejected: 'Μη αποδεκτό συνθηματικό',
  done: 'Ο λογαριασμός σας δημιουργήθηκε',
  mailSent: (email: string) => `Στείλαμε στη διεύθυνση ${email} μήνυμα με οδηγίες για την ενεργοποίησή του.`,
  mailMissing: 'Αν δεν το βρίσκετε σε λίγα λεπτά, κοιτάξτε και στα ανεπιθύμητα μηνύματα.',
  resend: 'Στείλτε το ξανά',
  back: 'Επιστροφή',
  outbox: 'Δείτε τα μηνύματα της επίδειξης',
}

/** Labels of the fields, also used in their error messages. */
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

const taken = 'Υπάρχει ήδη λογαριασμός που χρησιμοποιεί αυτήν την διεύθυνση email.'
const chooseAgain = 'Παρακαλώ επιλέξτε δήμο από τον κατάλογο.'

/** Exactly as in portal.md §5 and §8, where they specify the text. */
export const sentences: SentencesOf<typeof signUp> = {
  ...textSentences,
  ...personSentences,
  ...passwordSentences,
  email_invalid: 'Εισάγετε μια έγκυρη διεύθυνση email.',
  email_taken: taken,
  username_taken: taken,
  pk_type: chooseAgain,
  pk_unknown: chooseAgain,
  throttled: throttledText,
}
