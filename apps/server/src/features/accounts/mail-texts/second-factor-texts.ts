import type { Texts } from '@portal/contract/words/language.ts'

/** Mails about second factors: subject, what happened, and what the owner does if it was not expected. */
export const secondFactorTexts = {
  'second-factor-added': {
    el: [
      'Προστέθηκε δεύτερο βήμα σύνδεσης',
      'Στον λογαριασμό σας προστέθηκε δεύτερο βήμα σύνδεσης. Αν το προσθέσατε εσείς, δεν χρειάζεται να κάνετε τίποτα.',
      'Αν δεν το προσθέσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ],
    en: [
      'A second sign-in step was added',
      'A second sign-in step was added to your account. If you added it, you do not need to do anything.',
      'If you did not add it, set a new password at once and contact us.',
    ],
  },
  'second-factor-replaced': {
    el: [
      'Άλλαξε το δεύτερο βήμα σύνδεσης',
      'Η εφαρμογή κωδικών του λογαριασμού σας αντικαταστάθηκε από άλλη. Οι άλλες συσκευές σας αποσυνδέθηκαν. Αν την αλλάξατε εσείς, δεν χρειάζεται να κάνετε τίποτα.',
      'Αν δεν την αλλάξατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ],
    en: [
      'Your second sign-in step was changed',
      'The code app of your account was replaced by another one. Your other devices were signed out. If you replaced it, you do not need to do anything.',
      'If you did not replace it, set a new password at once and contact us.',
    ],
  },
  'recovery-codes-made': {
    el: [
      'Νέοι κωδικοί ανάκτησης',
      'Δημιουργήθηκαν νέοι κωδικοί ανάκτησης για τον λογαριασμό σας. Οι προηγούμενοι δεν ισχύουν πια. Αν τους ζητήσατε εσείς, δεν χρειάζεται να κάνετε τίποτα.',
      'Αν δεν τους ζητήσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ],
    en: [
      'New recovery codes',
      'New recovery codes were created for your account. The old ones no longer work. If you asked for them, you do not need to do anything.',
      'If you did not ask for them, set a new password at once and contact us.',
    ],
  },
  'second-factor-wrong': {
    el: [
      'Λάθη στο δεύτερο βήμα σύνδεσης',
      'Κάποιος έδωσε το σωστό συνθηματικό του λογαριασμού σας. Έπειτα απέτυχε αρκετές φορές στο δεύτερο βήμα. Αν ήσασταν εσείς, δεν χρειάζεται να κάνετε τίποτα.',
      'Αν δεν ήσασταν εσείς, κάποιος άλλος γνωρίζει το συνθηματικό σας. Ορίστε αμέσως νέο. Έτσι αποσυνδέονται και όλες οι συσκευές από τον λογαριασμό σας.',
    ],
    en: [
      'Failures at the second sign-in step',
      'A person entered the right password of your account and then failed several times at the second step. If this was you, you do not need to do anything.',
      'If this was not you, another person knows your password. Set a new one at once: this also signs out all devices.',
    ],
  },
  'second-factor-kept': {
    el: [
      'Το δεύτερο βήμα σύνδεσης ισχύει ακόμη',
      'Κάποιος πάτησε τον σύνδεσμο «Δεν ήσασταν εσείς;» ή «Δεν το έκανα εγώ» σε μήνυμά μας προς εσάς. Το συνθηματικό του λογαριασμού σας δεν ισχύει πια και όλες οι συσκευές αποσυνδέθηκαν. Το δεύτερο βήμα σύνδεσης δεν αφαιρέθηκε.',
      'Ορίστε νέο συνθηματικό. Αν η σύνδεση ζητήσει δεύτερο βήμα που δεν προσθέσατε εσείς, επικοινωνήστε μαζί μας.',
    ],
    en: [
      'Your second sign-in step still applies',
      'Somebody used the link “Was this not you?” or “It was not me” in our email to you. The password of your account no longer works, and all devices were signed out. The second sign-in step was not removed.',
      'Set a new password. If you are then asked for a second step that you did not set up, contact us.',
    ],
  },
  'second-factor-removed': {
    el: [
      'Αφαιρέθηκε δεύτερο βήμα σύνδεσης',
      'Από τον λογαριασμό σας αφαιρέθηκε ένα δεύτερο βήμα σύνδεσης. Αν το αφαιρέσατε εσείς, δεν χρειάζεται να κάνετε τίποτα.',
      'Αν δεν το αφαιρέσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ],
    en: [
      'A second sign-in step was removed',
      'A second sign-in step was removed from your account. If you removed it, you do not need to do anything.',
      'If you did not remove it, set a new password at once and contact us.',
    ],
  },
  'recovery-code-used': {
    el: [
      'Χρήση κωδικού ανάκτησης',
      'Στον λογαριασμό σας χρησιμοποιήθηκε ένας κωδικός ανάκτησης. Ο κωδικός αυτός δεν ισχύει πια. Αν ήσασταν εσείς, δεν χρειάζεται να κάνετε τίποτα.',
      'Αν δεν ήσασταν εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ],
    en: [
      'A recovery code was used',
      'A recovery code was used for your account. That code is no longer valid. If this was you, you do not need to do anything.',
      'If this was not you, set a new password at once and contact us.',
    ],
  },
  'second-factor-reset': {
    el: [
      'Το δεύτερο βήμα σύνδεσης αφαιρέθηκε',
      'Μετά από αίτημα, αφαιρέσαμε το δεύτερο βήμα σύνδεσης από τον λογαριασμό σας. Όλες οι συσκευές σας αποσυνδέθηκαν. Στην επόμενη σύνδεση θα χρειαστείτε μόνο το συνθηματικό σας.',
      'Αν δεν το ζητήσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ],
    en: [
      'Your second sign-in step was removed',
      'On request, we removed the second sign-in step of your account and signed you out everywhere. The next sign-in asks only for your password.',
      'If you did not ask for this, set a new password at once and contact us.',
    ],
  },
} satisfies Record<string, Texts<[subject: string, happened: string, otherwise: string]>>
