import type { confirmPassword } from '@portal/contract/second-factor.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

export const text = inLanguage({
  el: {
    confirm: 'Επιβεβαιώστε ότι είστε εσείς',
    password: 'Τρέχον συνθηματικό',
    anyCode: 'Κωδικός εφαρμογής ή ανάκτησης',
    anyCodeHint: 'Ο εξαψήφιος κωδικός που δείχνει τώρα η εφαρμογή ή ένας κωδικός ανάκτησης.',
    recoveryCode: 'Κωδικός ανάκτησης',
    withPasskey: 'Με κλειδί πρόσβασης (passkey)',
    passkeyNotGiven: 'Η συσκευή δεν έδωσε το κλειδί πρόσβασης. Δοκιμάστε ξανά.',
    next: 'Συνέχεια',
    cancel: 'Ακύρωση',
    failed: 'Η αλλαγή δεν έγινε',
    loadFailed: 'Δεν φορτώθηκε η φόρμα επιβεβαίωσης.',
  },
  en: {
    confirm: 'Confirm that it is you',
    password: 'Current password',
    anyCode: 'App code or recovery code',
    anyCodeHint: 'The six-digit code that the app shows now, or a recovery code.',
    recoveryCode: 'Recovery code',
    withPasskey: 'Use a passkey',
    passkeyNotGiven: 'The device did not provide the passkey. Try again.',
    next: 'Continue',
    cancel: 'Cancel',
    failed: 'Nothing was changed',
    loadFailed: 'The form for the confirmation could not be loaded.',
  },
})

/** Of the staff's changes, which are in Greek. */
export const staffMeans = {
  confirmMeans: 'Για αυτή την αλλαγή, γράψτε ξανά το συνθηματικό σας. Ισχύει για τα επόμενα 15 λεπτά.',
  confirmFactorMeans:
    'Για αυτή την αλλαγή, γράψτε ξανά το συνθηματικό σας και κάντε το δεύτερο βήμα σύνδεσης. Ισχύει για τα επόμενα 15 λεπτά.',
}

const passkeyRejected = inLanguage({
  el: 'Το κλειδί πρόσβασης δεν έγινε δεκτό. Δοκιμάστε ξανά.',
  en: 'The passkey was not accepted. Try again.',
})

export const sentences: SentencesOf<typeof confirmPassword> = {
  ...textSentences,
  not_a_dictionary: passkeyRejected,
  passkey_rejected: passkeyRejected,
  password_incorrect: inLanguage({
    el: 'Το συνθηματικό δεν είναι σωστό. Γράψτε το ξανά.',
    en: 'The password is wrong. Enter it again.',
  }),
  second_factor_wrong: inLanguage({
    el: 'Ο κωδικός δεν είναι σωστός ή έχει ήδη χρησιμοποιηθεί. Αν τον δείχνει εφαρμογή, γράψτε τον επόμενο που θα δείξει. Αν είναι κωδικός ανάκτησης, γράψτε άλλον.',
    en: 'The code is wrong or was already used. If an app shows it, enter the next one that it shows. If it is a recovery code, enter another one.',
  }),
  confirmation_factor: inLanguage({
    el: 'Χρειάζεται και το δεύτερο βήμα σύνδεσης. Ανανεώστε τη σελίδα ή δοκιμάστε από άλλον περιηγητή.',
    en: 'The second sign-in step is needed, too. Reload the page or try another browser.',
  }),
  throttled: throttledText,
}
