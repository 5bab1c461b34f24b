import type { activate, disown, resendActivation } from '@portal/contract/accounts.ts'
import { linkSentences, textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Ενεργοποίηση λογαριασμού',
    working: 'Ενεργοποιούμε τον λογαριασμό σας…',
    done: 'Ο λογαριασμός σας ενεργοποιήθηκε',
    doneIntro: 'Μπορείτε πλέον να συνδεθείτε με τη διεύθυνση email και το συνθηματικό σας.',
    otherBrowser:
      'Ίσως η εγγραφή έγινε από άλλη συσκευή ή από άλλον περιηγητή. Αν δεν ορίσατε εσείς το συνθηματικό, ορίστε τώρα δικό σας:',
    newPassword: 'Ορισμός νέου συνθηματικού',
    logIn: 'Σύνδεση',
    bySignIn: 'συνδεθείτε',
    failed: 'Αποτυχία ενεργοποίησης λογαριασμου.',
    retry: 'Νέα προσπάθεια',
    back: 'Επιστροφή',
    resend: 'Νέα αποστολή του μηνύματος ενεργοποίησης',
    resendTitle: 'Νέο μήνυμα ενεργοποίησης',
    resendIntro:
      'Γράψτε τη διεύθυνση email με την οποία εγγραφήκατε, για να σας στείλουμε ξανά τον σύνδεσμο ενεργοποίησης.',
    email: 'Email',
    send: 'Αποστολή μηνύματος',
    sent: 'Λάβαμε το αίτημά σας',
    sentIntro: (email: string) =>
      `Αν για τη διεύθυνση ${email} υπάρχει λογαριασμός που περιμένει ενεργοποίηση, θα λάβετε σε λίγο μήνυμα με νέο σύνδεσμο.`,
    sentHint: 'Αν δεν βρείτε το μήνυμα μέσα σε λίγα λεπτά, κοιτάξτε και στα ανεπιθύμητα μηνύματα.',
    disownTitle: 'Δεν ήσασταν εσείς;',
    disownIntro:
      'Κάποιος δημιούργησε λογαριασμό με τη δική σας διεύθυνση email. Αν δεν ήσασταν εσείς, πατήστε το παρακάτω κουμπί.',
    disownEffect:
      'Αν ο λογαριασμός δεν έχει ενεργοποιηθεί, θα διαγραφεί. Αν ο λογαριασμός έχει ενεργοποιηθεί, όλες οι συσκευές θα αποσυνδεθούν και το συνθηματικό του θα πάψει να ισχύει. Θα σας στείλουμε τότε μήνυμα για να ορίσετε νέο συνθηματικό.',
    disown: 'Δεν ήμουν εγώ',
    disowned: 'Το αίτημά σας ολοκληρώθηκε',
    disownedIntro:
      'Αν ο λογαριασμός δεν είχε ενεργοποιηθεί, διαγράφηκε. Αν ο λογαριασμός είχε ενεργοποιηθεί, θα λάβετε σε λίγο μήνυμα με σύνδεσμο για νέο συνθηματικό. Αν μετά σας ζητηθεί δεύτερο βήμα σύνδεσης που δεν ορίσατε εσείς, επικοινωνήστε μαζί μας.',
    disownFailed: 'Το αίτημά σας δεν ολοκληρώθηκε',
  },
  en: {
    title: 'Activate your account',
    working: 'We are activating your account…',
    done: 'Your account is active',
    doneIntro: 'You can now sign in with your email and password.',
    otherBrowser:
      'The sign-up may have come from another device or another browser. If you did not choose the password yourself, set your own now:',
    newPassword: 'Set a new password',
    logIn: 'Sign in',
    bySignIn: 'sign in',
    failed: 'Your account could not be activated.',
    retry: 'Try again',
    back: 'Back',
    resend: 'Send me the activation email again',
    resendTitle: 'New activation email',
    resendIntro:
      'Enter the email address that you used to sign up, and we will send the activation link again.',
    email: 'Email',
    send: 'Send email',
    sent: 'We received your request',
    sentIntro: (email: string) =>
      `If an account for ${email} is waiting for activation, you will soon receive an email with a new link.`,
    sentHint: 'If you cannot find the email after a few minutes, also look in your spam folder.',
    disownTitle: 'Was this not you?',
    disownIntro:
      'An account was created with your email address. If this was not you, press the button below.',
    disownEffect:
      'If the account is not active yet, we delete it. If the account is active, we sign out all devices and its password stops working. We then send you an email to set a new password.',
    disown: 'It was not me',
    disowned: 'Done',
    disownedIntro:
      'If the account was not active, we deleted it. If the account was active, you will soon receive an email with a link for a new password. If you are then asked for a second sign-in step that you did not set up, contact us.',
    disownFailed: 'Your request could not be completed',
  },
})

const maybeActive = inLanguage({
  el: 'Ίσως ο λογαριασμός σας είναι ήδη ενεργός. Δοκιμάστε να συνδεθείτε.',
  en: 'Your account may already be active. Try to sign in.',
})

const askAgain = inLanguage({
  el: `${maybeActive} Αν δεν τα καταφέρετε, ζητήστε νέο μήνυμα ενεργοποίησης ή εγγραφείτε ξανά.`,
  en: `${maybeActive} If that fails, ask for a new activation email or sign up again.`,
})

export const sentences: SentencesOf<typeof activate> = {
  ...linkSentences,
  uid_invalid: askAgain,
  token_invalid: askAgain,
  activation_stale: maybeActive,
  throttled: throttledText,
}

const disownInvalid = inLanguage({
  el: 'Ο σύνδεσμος δεν είναι σωστός, έχει λήξει ή έχει ήδη χρησιμοποιηθεί. Ίσως ο λογαριασμός έχει ήδη διαγραφεί. Αν λάβετε κι άλλο μήνυμα ενεργοποίησης, επικοινωνήστε μαζί μας.',
  en: 'The link is wrong, has expired or was already used. The account may already be deleted. If you receive another activation email, contact us.',
})

export const disownSentences: SentencesOf<typeof disown> = {
  ...linkSentences,
  uid_invalid: disownInvalid,
  token_invalid: disownInvalid,
  throttled: throttledText,
}

export const resendSentences: SentencesOf<typeof resendActivation> = {
  ...textSentences,
  email_invalid: inLanguage({
    el: 'Εισάγετε μια έγκυρη διεύθυνση email.',
    en: 'Enter a valid email address.',
  }),
  throttled: throttledText,
}
