import type { resetPassword } from '@portal/contract/passwords.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    request: {
      title: 'Επαναφορά συνθηματικού',
      intro:
        'Γράψτε τη διεύθυνση email του λογαριασμού σας. Θα σας στείλουμε έναν σύνδεσμο για να ορίσετε νέο συνθηματικό.',
      byReset: 'ορίστε πρώτα νέο συνθηματικό',
      byMail: 'ανοίξτε το μήνυμα και ορίστε νέο συνθηματικό',
      email: 'Email',
      submit: 'Αποστολή συνδέσμου επαναφοράς',
      back: 'Επιστροφή',
      done: 'Επιτυχές αίτημα επαναφοράς',
      sent: (email: string) =>
        `Αν υπάρχει ενεργός λογαριασμός για τη διεύθυνση ${email}, θα στείλουμε εκεί μήνυμα με σύνδεσμο επαναφοράς του συνθηματικού.`,
      missing: 'Αν δεν βρείτε το μήνυμα μέσα σε λίγα λεπτά, κοιτάξτε και στα ανεπιθύμητα μηνύματα.',
      failed: 'Αποτυχία αιτήματος επαναφοράς συνθηματικού',
      later: 'Παρακαλώ προσπαθήστε ξανά αργότερα.',
    },
    confirm: {
      title: 'Ορισμός νέου συνθηματικού',
      intro: 'Επιλέξτε νέο συνθηματικό για τον λογαριασμό σας και γράψτε το δύο φορές.',
      byReset: 'ορίστε νέο συνθηματικό',
      byNewLink: 'ζητήστε νέο σύνδεσμο επαναφοράς',
      bySignIn: 'συνδεθείτε με το νέο συνθηματικό',
      logIn: 'Σύνδεση',
    },
  },
  en: {
    request: {
      title: 'Reset your password',
      intro: 'Enter the email address of your account. We will send you a link to set a new password.',
      byReset: 'set a new password first',
      byMail: 'open the email and set a new password',
      email: 'Email',
      submit: 'Send reset link',
      back: 'Back',
      done: 'We received your request',
      sent: (email: string) =>
        `If there is an active account for ${email}, we will send an email with a link to set a new password.`,
      missing: 'If you cannot find the email after a few minutes, also look in your spam folder.',
      failed: 'Your request could not be sent',
      later: 'Please try again later.',
    },
    confirm: {
      title: 'Set a new password',
      intro: 'Choose a new password for your account and enter it twice.',
      byReset: 'set a new password',
      byNewLink: 'ask for a new reset link',
      bySignIn: 'sign in with the new password',
      logIn: 'Sign in',
    },
  },
})

export const sentences: SentencesOf<typeof resetPassword> = {
  ...textSentences,
  email_invalid: inLanguage({
    el: 'Εισάγετε μια έγκυρη διεύθυνση email.',
    en: 'Enter a valid email address.',
  }),
  throttled: throttledText,
}
