import type { login } from '@portal/contract/accounts.ts'
import type { verifyCode, verifyPasskey, verifyRecoveryCode } from '@portal/contract/second-factor.ts'
import type { SentencesOf } from '#web/api/error-text.ts'
import { throttledText } from '#web/api/error-text.ts'

export const text = {
  title: 'Σύνδεση',
  intro: 'Συνδεθείτε για να δείτε τους πόντους που συγκεντρώσατε και να τους εξαργυρώσετε.',
  bySignIn: 'συνδεθείτε με τον λογαριασμό σας',
  lost: 'Η σύνδεσή σας έληξε. Συνδεθείτε ξανά για να συνεχίσετε από εκεί που ήσασταν.',
  back: 'Επιστροφή',
  forgotten: 'Ξεχάσατε το συνθηματικό σας;',
  otherReset: 'Άλλος τρόπος ανάκτησης συνθηματικού',
  notActive: 'Δεν έχετε ενεργοποιήσει τον λογαριασμό σας;',
  resend: 'Στείλτε ξανά το μήνυμα ενεργοποίησης',
  noAccount: 'Δεν έχετε λογαριασμό;',
  signUp: 'Εγγραφή',
  email: 'Email',
  password: 'Συνθηματικό',
  submit: 'Είσοδος',
  failed: 'Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.',
  notKept: 'Ο περιηγητής σας δεν κράτησε τη σύνδεση. Ελέγξτε ότι επιτρέπει τα cookies αυτής της σελίδας.',

  secondTitle: 'Δεύτερο βήμα σύνδεσης',
  appIntro: 'Ανοίξτε την εφαρμογή κωδικών στο κινητό σας και γράψτε τον εξαψήφιο κωδικό που δείχνει.',
  recoveryIntro: 'Γράψτε έναν από τους κωδικούς ανάκτησης που αποθηκεύσατε. Κάθε κωδικός ισχύει μία φορά.',
  passkeyIntro:
    'Πατήστε το κουμπί. Η συσκευή σας θα ζητήσει το δακτυλικό σας αποτύπωμα, το πρόσωπό σας ή το PIN της.',
  code: { totp: 'Κωδικός εφαρμογής', recovery: 'Κωδικός ανάκτησης' },
  recoveryExample: 'Για παράδειγμα A4KX-97TE-H2M6',
  finish: 'Είσοδος',
  withPasskey: 'Με κλειδί πρόσβασης (passkey)',
  withApp: 'Χρησιμοποιήστε κωδικό της εφαρμογής',
  withRecovery: 'Χρησιμοποιήστε κωδικό ανάκτησης',
  otherAccount: 'Επιστροφή στο email και το συνθηματικό',
  expired: 'Πέρασαν πέντε λεπτά. Για την ασφάλειά σας, δώστε ξανά email και συνθηματικό.',
  secondFailed: 'Η σύνδεση δεν ολοκληρώθηκε',
  passkeyFailed: 'Η συσκευή δεν έδωσε το κλειδί πρόσβασης. Δοκιμάστε ξανά ή διαλέξτε άλλον τρόπο.',
  noPasskeys:
    'Αυτός ο περιηγητής δεν υποστηρίζει κλειδιά πρόσβασης. Χρησιμοποιήστε κωδικό ανάκτησης ή άλλον περιηγητή.',
}

const missing = (_: unknown, label: string) => `Παρακαλώ συμπληρώστε το πεδίο «${label}».`

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

const passkeyRejected = 'Αυτό το κλειδί πρόσβασης δεν έγινε δεκτό. Δοκιμάστε ξανά ή διαλέξτε άλλον τρόπο.'

export const secondSentences: SentencesOf<typeof verifyCode> &
  SentencesOf<typeof verifyRecoveryCode> &
  SentencesOf<typeof verifyPasskey> = {
  required: missing,
  null: missing,
  blank: missing,
  null_characters: missing,
  too_long: missing,
  not_a_string: missing,
  not_a_dictionary: passkeyRejected,
  passkey_rejected: passkeyRejected,
  second_factor_wrong: 'Ο κωδικός είναι λάθος ή έχει ήδη χρησιμοποιηθεί. Γράψτε τον κωδικό που βλέπετε τώρα.',
  throttled: throttledText,
}

export const recoverySentences: typeof secondSentences = {
  ...secondSentences,
  second_factor_wrong: 'Ο κωδικός είναι λάθος ή έχει ήδη χρησιμοποιηθεί. Δοκιμάστε έναν άλλον.',
}
