import type { login } from '@portal/contract/accounts.ts'
import type { SentencesOf } from '#web/api/error-text.ts'
import { throttledText } from '#web/api/error-text.ts'

export const text = {
  title: 'Σύνδεση',
  intro: 'Συνδεθείτε για να δείτε τους πόντους που συγκεντρώσατε και να τους εξαργυρώσετε.',
  lost: 'Η σύνδεσή σας έληξε. Συνδεθείτε ξανά για να συνεχίσετε από εκεί που ήσασταν.',
  back: 'Επιστροφή',
  forgotten: 'Ξεχάσατε το συνθηματικό σας;',
  otherReset: 'Άλλος τρόπος ανάκτησης συνθηματικού',
  notActive: 'Δεν έχετε ενεργοποιήσει τον λογαριασμό σας;',
  resend: 'Στείλτε ξανά το μήνυμα ενεργοποίησης',
  noAccount: 'Δεν έχετε λογαριασμό;',
  signUp: 'Δημιουργία λογαριασμού',
  email: 'Email',
  password: 'Συνθηματικό',
  submit: 'Είσοδος',
  failed: 'Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.',
  notKept: 'Ο περιηγητής σας δεν κράτησε τη σύνδεση. Ελέγξτε ότι επιτρέπει τα cookies αυτής της σελίδας.',
}

const missing = (_: unknown, label: string) => `Παρακαλώ συμπληρώστε το πεδίο "${label}".`

export const sentences: SentencesOf<typeof login> = {
  required: missing,
  null: missing,
  blank: missing,
  null_characters: missing,
  too_long: missing,
  not_a_string: missing,
  credentials_wrong: text.failed,
  throttled: throttledText,
}
