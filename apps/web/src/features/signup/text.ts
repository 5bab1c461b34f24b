import type { signUp } from '@portal/contract/accounts.ts'
import { passwordSentences, personSentences, textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
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
    mailSent: (email: string) =>
      `Στείλαμε στη διεύθυνση ${email} μήνυμα με οδηγίες για την ενεργοποίηση του λογαριασμού σας.`,
    oneStep: 'Μένει ένα βήμα: ανοίξτε το email σας και πατήστε τον σύνδεσμο που σας στείλαμε.',
    correct: 'Διόρθωση της διεύθυνσης email',
    mailMissing: 'Αν δεν βρείτε το μήνυμα μέσα σε λίγα λεπτά, κοιτάξτε και στα ανεπιθύμητα μηνύματα.',
    resend: 'Νέα αποστολή του μηνύματος',
    back: 'Επιστροφή',
  },
  en: {
    title: 'Sign up',
    intro: 'Create an account to collect points. Please fill in all fields.',
    bySignUp: 'create an account',
    byActivation: 'open the email and activate your account',
    emailHint: 'We will send the activation link to this address.',
    read: 'Read',
    terms: 'the terms of use',
    and: 'and',
    privacy: 'how we protect your personal data',
    newTab: '(both open in a new tab).',
    submit: 'Create account',
    haveAccount: 'Do you already have an account?',
    logIn: 'Sign in',
    failed: 'Your account could not be created',
    passwordRejected: 'Password not accepted',
    done: 'Your account was created',
    mailSent: (email: string) => `We sent an email to ${email} that explains how to activate your account.`,
    oneStep: 'One step is left: open your email and follow the link that we sent you.',
    correct: 'Correct the email address',
    mailMissing: 'If you cannot find the email after a few minutes, also look in your spam folder.',
    resend: 'Send it again',
    back: 'Back',
  },
})

/** Labels of the fields, also used in their error messages. */
export const labels = inLanguage({
  el: {
    first_name: 'Όνομα',
    last_name: 'Επώνυμο',
    telephone: 'Τηλέφωνο',
    municipality: 'Δήμος',
    email: 'Email',
    password: 'Συνθηματικό',
    re_password: 'Επαλήθευση συνθηματικού',
  },
  en: {
    first_name: 'First name',
    last_name: 'Last name',
    telephone: 'Telephone',
    municipality: 'Municipality',

    email: 'Email',
    password: 'Password',
    re_password: 'Repeat the password',
  },
})

export type SignUpFields = keyof typeof labels

const taken = inLanguage({
  el: 'Υπάρχει ήδη λογαριασμός που χρησιμοποιεί αυτήν την διεύθυνση email.',
  en: 'There is already an account with this email address.',
})

/** Exactly as in portal.md §5 and §8, where they specify the text. */
export const sentences: SentencesOf<typeof signUp> = {
  ...textSentences,
  ...personSentences,
  ...passwordSentences,
  email_invalid: inLanguage({
    el: 'Εισάγετε μια έγκυρη διεύθυνση email.',
    en: 'Enter a valid email address.',
  }),
  email_taken: taken,
  username_taken: taken,
  throttled: throttledText,
}
