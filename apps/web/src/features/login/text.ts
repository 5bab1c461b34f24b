import type { login } from '@portal/contract/accounts.ts'
import type { verifyCode, verifyPasskey, verifyRecoveryCode } from '@portal/contract/second-factor.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Σύνδεση',
    intro: 'Συνδεθείτε για να δείτε τους πόντους που συγκεντρώσατε και να τους εξαργυρώσετε.',
    again: 'Ο ιστότοπος ζητά να επιβεβαιώσετε ότι είστε εσείς. Γράψτε ξανά το συνθηματικό σας.',
    bySignIn: 'συνδεθείτε με τον λογαριασμό σας',
    lost: 'Η σύνδεσή σας έληξε. Συνδεθείτε ξανά για να συνεχίσετε από εκεί που ήσασταν.',
    back: 'Επιστροφή',
    forgotten: 'Ξεχάσατε το συνθηματικό σας;',
    otherReset: 'Άλλος τρόπος επαναφοράς συνθηματικού',
    setNew: 'Ορίστε νέο συνθηματικό',
    notActive: 'Δεν έχετε ενεργοποιήσει τον λογαριασμό σας;',
    resend: 'Νέα αποστολή του μηνύματος ενεργοποίησης',
    noAccount: 'Δεν έχετε λογαριασμό;',
    signUp: 'Εγγραφή',
    email: 'Email',
    password: 'Συνθηματικό',
    submit: 'Είσοδος',
    failed: 'Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.',
    noCookies:
      'Ο περιηγητής σας δεν δέχεται cookies. Επιτρέψτε τα cookies της υπηρεσίας για να μπορέσετε να συνδεθείτε.',
    notKept:
      'Ο περιηγητής σας δεν κράτησε τη σύνδεση. Ελέγξτε αν επιτρέπει τα cookies της υπηρεσίας και προσπαθήστε ξανά.',

    secondTitle: 'Δεύτερο βήμα σύνδεσης',
    appIntro: 'Ανοίξτε την εφαρμογή κωδικών στο κινητό σας και γράψτε τον εξαψήφιο κωδικό που δείχνει.',
    recoveryIntro: 'Γράψτε έναν από τους κωδικούς ανάκτησης που αποθηκεύσατε. Κάθε κωδικός ισχύει μία φορά.',
    passkeyIntro:
      'Πατήστε το κουμπί. Η συσκευή σας θα ζητήσει, για παράδειγμα, το δακτυλικό σας αποτύπωμα, το πρόσωπό σας ή το PIN της.',
    code: { totp: 'Κωδικός εφαρμογής', recovery: 'Κωδικός ανάκτησης' },
    recoveryExample: 'Για παράδειγμα A4KX-97TE-H2MX',
    finish: 'Είσοδος',
    withPasskey: 'Με κλειδί πρόσβασης (passkey)',
    withApp: 'Με κωδικό της εφαρμογής',
    withRecovery: 'Με κωδικό ανάκτησης',
    otherAccount: 'Επιστροφή στο email και στο συνθηματικό',
    expired:
      'Αυτή η προσπάθεια σύνδεσης δεν ισχύει πια. Κάθε προσπάθεια ισχύει το πολύ πέντε λεπτά. Γράψτε ξανά το email και το συνθηματικό σας.',
    secondFailed: 'Η σύνδεση δεν ολοκληρώθηκε',
    passkeyFailed:
      'Η συσκευή δεν έδωσε το κλειδί πρόσβασης. Δοκιμάστε ξανά ή διαλέξτε άλλον τρόπο, αν έχετε.',
    noPasskeys: (hasCodes: boolean) =>
      `Αυτός ο περιηγητής δεν υποστηρίζει κλειδιά πρόσβασης. Χρησιμοποιήστε ${hasCodes ? 'κωδικό ανάκτησης ή ' : ''}άλλον περιηγητή.`,
  },
  en: {
    title: 'Sign in',
    intro: 'Sign in to see the points that you collected and to redeem them.',
    again: 'The site asks you to confirm that it is you. Enter your password again.',
    bySignIn: 'sign in with your account',
    lost: 'You were signed out. Sign in again to continue where you were.',
    back: 'Back',
    forgotten: 'Forgot your password?',
    otherReset: 'Another way to reset your password',
    setNew: 'Set a new password',
    notActive: 'Have you not activated your account yet?',
    resend: 'Send the activation email again',
    noAccount: 'No account yet?',
    signUp: 'Sign up',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    failed: 'The sign-in failed. Please try again.',
    noCookies: 'Your browser blocks cookies. Allow the cookies of this service so that you can sign in.',
    notKept:
      'Your browser did not keep you signed in. Check whether it allows the cookies of this service and try again.',

    secondTitle: 'Second sign-in step',
    appIntro: 'Open the code app on your phone and enter the six-digit code that it shows.',
    recoveryIntro: 'Enter one of the recovery codes that you saved. Each code works once.',
    passkeyIntro:
      'Press the button. Your device will ask, for example, for your fingerprint, your face or its PIN.',
    code: { totp: 'App code', recovery: 'Recovery code' },
    recoveryExample: 'For example A4KX-97TE-H2MX',
    finish: 'Sign in',
    withPasskey: 'Use a passkey',
    withApp: 'Use a code of the app',
    withRecovery: 'Use a recovery code',
    otherAccount: 'Back to email and password',
    expired:
      'This sign-in is no longer valid. Each one is valid for five minutes at most. Enter your email and password again.',
    secondFailed: 'You are not signed in yet',
    passkeyFailed:
      'The device did not provide the passkey. Try again or choose another way, if you have one.',
    noPasskeys: (hasCodes: boolean) =>
      `This browser does not support passkeys. Use ${hasCodes ? 'a recovery code or ' : ''}another browser.`,
  },
})

/** Over a page of staff whose session ended. */
export const again = {
  title: 'Η σύνδεσή σας έληξε',
  means: (email: string) =>
    `Συνδεθείτε ξανά ως ${email} για να συνεχίσετε. Όσα έχετε γράψει μένουν στη σελίδα.`,
  failed: 'Δεν έγινε σύνδεση',
  wrong: 'Το συνθηματικό δεν είναι σωστό ή ο λογαριασμός δεν είναι ενεργός. Προσπαθήστε ξανά.',
  leave: 'Μετάβαση στη σελίδα σύνδεσης',
  leaveMeans: 'Αν πάτε στη σελίδα σύνδεσης, όσα δεν αποθηκεύσατε θα χαθούν.',
}

const missing = inLanguage({
  el: (_: unknown, label: string) => `Παρακαλώ συμπληρώστε το πεδίο «${label}».`,
  en: (_: unknown, label: string) => `Please fill in “${label}”.`,
})

const unfit = inLanguage({
  el: (_: unknown, label: string) =>
    `Το πεδίο «${label}» έχει πάρα πολλούς χαρακτήρες ή χαρακτήρες που δεν γίνονται δεκτοί. Συμπληρώστε το ξανά.`,
  en: (_: unknown, label: string) =>
    `“${label}” has too many characters or some that are not accepted. Enter it again.`,
})

export const sentences: SentencesOf<typeof login> = {
  required: missing,
  null: missing,
  blank: missing,
  null_characters: unfit,
  too_long: unfit,
  not_a_string: unfit,
  credentials_wrong: text.failed,
  throttled: throttledText,
}

const passkeyRejected = inLanguage({
  el: 'Αυτό το κλειδί πρόσβασης δεν έγινε δεκτό. Δοκιμάστε ξανά ή διαλέξτε άλλον τρόπο, αν έχετε.',
  en: 'This passkey was not accepted. Try again or choose another way, if you have one.',
})

const oneCode = inLanguage({
  el: (_: unknown, label: string) => `Γράψτε μόνο έναν κωδικό στο πεδίο «${label}».`,
  en: (_: unknown, label: string) => `Write a single code in “${label}”.`,
})

export const secondSentences: SentencesOf<typeof verifyCode> &
  SentencesOf<typeof verifyRecoveryCode> &
  SentencesOf<typeof verifyPasskey> = {
  required: missing,
  null: missing,
  blank: missing,
  null_characters: unfit,
  too_long: oneCode,
  not_a_string: unfit,
  not_a_dictionary: passkeyRejected,
  passkey_rejected: passkeyRejected,
  second_factor_wrong: inLanguage({
    el: 'Ο κωδικός είναι λάθος ή έχει ήδη χρησιμοποιηθεί. Γράψτε τον επόμενο κωδικό που θα δείξει η εφαρμογή.',
    en: 'The code is wrong or was already used. Enter the next code that the app shows.',
  }),
  throttled: throttledText,
}

export const recoverySentences: typeof secondSentences = {
  ...secondSentences,
  second_factor_wrong: inLanguage({
    el: 'Ο κωδικός είναι λάθος ή έχει ήδη χρησιμοποιηθεί. Δοκιμάστε έναν άλλον.',
    en: 'The code is wrong or was already used. Try another one.',
  }),
}
