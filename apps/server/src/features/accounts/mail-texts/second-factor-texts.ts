import type { Texts } from '@portal/contract/words/language.ts'

type Report = { subject: string; happened: string; otherwise: string }

const report = (subject: string, happened: string, otherwise: string): Report => ({
  subject,
  happened,
  otherwise,
})

/** Mails about second factors: subject, what happened, and what the owner does if it was not expected. */
export const secondFactorTexts = {
  'second-factor-added': {
    el: report(
      'Προστέθηκε δεύτερο βήμα σύνδεσης',
      'Στον λογαριασμό σας προστέθηκε δεύτερο βήμα σύνδεσης. Αν το προσθέσατε εσείς, δεν χρειάζεται να κάνετε κάτι.',
      'Αν δεν το προσθέσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ),
    en: report(
      'A second sign-in step was added',
      'A second sign-in step was added to your account. If you added it, you do not need to do anything.',
      'If you did not add it, set a new password at once and contact us.',
    ),
  },
  'second-factor-removed': {
    el: report(
      'Αφαιρέθηκε δεύτερο βήμα σύνδεσης',
      'Από τον λογαριασμό σας αφαιρέθηκε ένα δεύτερο βήμα σύνδεσης. Αν το αφαιρέσατε εσείς, δεν χρειάζεται να κάνετε κάτι.',
      'Αν δεν το αφαιρέσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ),
    en: report(
      'A second sign-in step was removed',
      'A second sign-in step was removed from your account. If you removed it, you do not need to do anything.',
      'If you did not remove it, set a new password at once and contact us.',
    ),
  },
  'recovery-code-used': {
    el: report(
      'Σύνδεση με κωδικό ανάκτησης',
      'Στον λογαριασμό σας έγινε σύνδεση με κωδικό ανάκτησης. Ο κωδικός αυτός δεν ισχύει πια. Αν ήσασταν εσείς, δεν χρειάζεται να κάνετε κάτι.',
      'Αν δεν ήσασταν εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ),
    en: report(
      'Sign-in with a recovery code',
      'A recovery code was used to sign in to your account. That code is no longer valid. If this was you, you do not need to do anything.',
      'If this was not you, set a new password at once and contact us.',
    ),
  },
  'second-factor-reset': {
    el: report(
      'Το δεύτερο βήμα σύνδεσης αφαιρέθηκε',
      'Μετά από αίτημα, αφαιρέσαμε το δεύτερο βήμα σύνδεσης του λογαριασμού σας και τερματίσαμε τις συνδέσεις του. Στην επόμενη σύνδεση θα ζητηθεί μόνο το συνθηματικό σας.',
      'Αν δεν το ζητήσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ),
    en: report(
      'Your second sign-in step was removed',
      'On request, we removed the second sign-in step of your account and signed you out everywhere. The next sign-in asks only for your password.',
      'If you did not ask for this, set a new password at once and contact us.',
    ),
  },
} satisfies Record<string, Texts<Report>>
