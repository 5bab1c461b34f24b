import type { activate, disown, resendActivation } from '@portal/contract/accounts.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/error-text.ts'
import { throttledText } from '#web/api/error-text.ts'

export const text = {
  title: 'Ενεργοποίηση λογαριασμού',
  working: 'Ενεργοποιούμε τον λογαριασμό σας…',
  done: 'Ο λογαριασμός σας ενεργοποιήθηκε',
  doneIntro: 'Μπορείτε πλέον να συνδεθείτε με το email και το συνθηματικό σας.',
  otherBrowser:
    'Η εγγραφή έγινε από άλλη συσκευή ή άλλον περιηγητή. Αν δεν ορίσατε εσείς το συνθηματικό, ορίστε τώρα δικό σας:',
  newPassword: 'Ορισμός νέου συνθηματικού',
  logIn: 'Σύνδεση',
  bySignIn: 'συνδεθείτε',
  failed: 'Αποτυχία ενεργοποίησης λογαριασμου.',
  retry: 'Δοκιμή ξανά',
  back: 'Επιστροφή',
  resend: 'Στείλτε μου ξανά το μήνυμα ενεργοποίησης',
  resendTitle: 'Νέο μήνυμα ενεργοποίησης',
  resendIntro:
    'Γράψτε το email με το οποίο εγγραφήκατε, για να σας στείλουμε ξανά τον σύνδεσμο ενεργοποίησης.',
  email: 'Email',
  send: 'Αποστολή μηνύματος',
  sent: 'Το αίτημά σας καταχωρίστηκε',
  sentIntro: (email: string) =>
    `Αν υπάρχει λογαριασμός για τη διεύθυνση ${email} που περιμένει ενεργοποίηση, θα λάβετε σε λίγο μήνυμα με νέο σύνδεσμο.`,
  sentHint: 'Αν δεν το βρίσκετε σε λίγα λεπτά, κοιτάξτε και στα ανεπιθύμητα μηνύματα.',
  outbox: 'Δείτε τα μηνύματα της επίδειξης',
  disownTitle: 'Δεν ήσασταν εσείς;',
  disownIntro:
    'Κάποιος δημιούργησε λογαριασμό με τη δική σας διεύθυνση email. Αν δεν ήσασταν εσείς, πατήστε το παρακάτω κουμπί.',
  disownEffect:
    'Αν ο λογαριασμός δεν έχει ενεργοποιηθεί, θα διαγραφεί. Αν έχει ενεργοποιηθεί, θα αποσυνδεθεί από όλες τις συσκευές και το συνθηματικό του θα πάψει να ισχύει. Θα σας στείλουμε τότε μήνυμα για να ορίσετε νέο.',
  disown: 'Δεν ήμουν εγώ',
  disowned: 'Το αίτημά σας ολοκληρώθηκε',
  disownedIntro:
    'Αν ο λογαριασμός δεν είχε ενεργοποιηθεί, διαγράφηκε. Αν είχε ενεργοποιηθεί, θα λάβετε σε λίγο μήνυμα με σύνδεσμο για νέο συνθηματικό.',
  disownFailed: 'Δεν ήταν δυνατό να ολοκληρωθεί το αίτημά σας',
}

const broken = 'Ο σύνδεσμος δεν είναι σωστός ή έχει λήξει. Ανοίξτε τον ξανά από το μήνυμα που σας στείλαμε.'
const maybeActive = 'Ίσως ο λογαριασμός σας είναι ήδη ενεργός. Δοκιμάστε να συνδεθείτε.'

export const sentences: SentencesOf<typeof activate> = {
  required: broken,
  null: broken,
  blank: broken,
  null_characters: broken,
  too_long: broken,
  not_a_string: broken,
  uid_invalid: `${maybeActive} Αν δεν τα καταφέρετε, ανοίξτε ξανά τον σύνδεσμο από το μήνυμα που σας στείλαμε.`,
  token_invalid: `${maybeActive} Αν δεν τα καταφέρετε, ανοίξτε ξανά τον σύνδεσμο από το μήνυμα που σας στείλαμε.`,
  activation_stale: maybeActive,
  throttled: throttledText,
}

const disownInvalid =
  'Ο σύνδεσμος δεν είναι σωστός, έχει λήξει ή έχει ήδη χρησιμοποιηθεί. Ίσως ο λογαριασμός έχει ήδη διαγραφεί.'

export const disownSentences: SentencesOf<typeof disown> = {
  required: broken,
  null: broken,
  blank: broken,
  null_characters: broken,
  too_long: broken,
  not_a_string: broken,
  uid_invalid: disownInvalid,
  token_invalid: disownInvalid,
  throttled: throttledText,
}

export const resendSentences: SentencesOf<typeof resendActivation> = {
  ...textSentences,
  email_invalid: 'Εισάγετε μια έγκυρη διεύθυνση email.',
  throttled: throttledText,
}
