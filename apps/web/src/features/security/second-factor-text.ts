import type {
  addPasskey,
  addTotp,
  beginTotp,
  makeRecoveryCodes,
  removePasskey,
} from '@portal/contract/second-factor.ts'
import { problemText, type SentencesOf } from '#web/api/common-error-text.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { inLanguage } from '#web/lib/language.ts'
import { sentences as confirmSentences } from '#web/shared/confirmation/text.ts'

export const text = inLanguage({
  el: {
    heading: 'Σύνδεση σε δύο βήματα',
    intro:
      'Με τη σύνδεση σε δύο βήματα, μετά το συνθηματικό ζητάμε και κάτι που έχετε μόνο εσείς, όπως το κινητό σας. Έτσι, το συνθηματικό σας δεν αρκεί για να μπει κάποιος άλλος στον λογαριασμό σας.',
    required:
      'Για να συνεχίσετε, χρειάζεστε δεύτερο βήμα σύνδεσης. Προσθέστε έναν από τους παρακάτω τρόπους.',
    notLoaded: 'Οι τρόποι σύνδεσης δεν φορτώθηκαν',
    cancel: 'Ακύρωση',
    add: 'Προσθήκη',
    remove: 'Αφαίρεση',
    next: 'Συνέχεια',
    failed: 'Η αλλαγή δεν έγινε',

    app: 'Εφαρμογή κωδικών',
    appMeans: 'Μια εφαρμογή στο κινητό σας, όπως το Google Authenticator, που δείχνει έναν εξαψήφιο κωδικό.',
    appSince: (when: string) => `Προστέθηκε: ${when}.`,
    appUnavailable: 'Η υπηρεσία δεν προσφέρει αυτόν τον τρόπο σύνδεσης.',
    changePhone: 'Αλλαγή συσκευής',
    appAdded: 'Η εφαρμογή κωδικών προστέθηκε',
    appRemoved: 'Η εφαρμογή κωδικών αφαιρέθηκε',
    appScan: 'Ανοίξτε την εφαρμογή στο κινητό σας και σαρώστε αυτή την εικόνα.',
    appType: 'Αν δεν γίνεται η σάρωση, γράψτε στην εφαρμογή αυτό το κλειδί:',
    appOpen: 'Άνοιγμα εφαρμογής σε αυτή τη συσκευή',
    qr: 'Κωδικός QR για την εφαρμογή κωδικών',
    appCode: 'Κωδικός που δείχνει η εφαρμογή',

    passkeys: 'Κλειδιά πρόσβασης (passkeys)',
    passkeysMean:
      'Επιβεβαιώνετε ότι είστε εσείς, για παράδειγμα με το δακτυλικό σας αποτύπωμα, το πρόσωπό σας ή το PIN της συσκευής σας.',
    passkeyFacts: (added: string, used: string | null) =>
      `Προστέθηκε: ${added}. Τελευταία χρήση: ${used ?? 'καμία'}.`,
    noPasskeys:
      'Αυτός ο περιηγητής δεν υποστηρίζει κλειδιά πρόσβασης. Για να προσθέσετε κλειδί, χρησιμοποιήστε άλλον.',
    addPasskey: 'Προσθήκη κλειδιού',
    passkeyName: 'Όνομα κλειδιού',
    passkeyHint: 'Ένα όνομα για να ξεχωρίζετε το κλειδί, για παράδειγμα «Κινητό».',
    passkeyAdded: 'Το κλειδί πρόσβασης προστέθηκε',
    passkeyRemoved: 'Το κλειδί πρόσβασης αφαιρέθηκε',
    passkeyFailed:
      'Η συσκευή δεν έφτιαξε κλειδί πρόσβασης. Ίσως έχει ήδη ένα για τον λογαριασμό σας. Αν όχι, δοκιμάστε ξανά.',

    codes: 'Κωδικοί ανάκτησης',
    codesMean:
      'Με έναν κωδικό ανάκτησης κάνετε το δεύτερο βήμα σύνδεσης αν χάσετε το κινητό ή τη συσκευή σας. Κάθε κωδικός ισχύει μία φορά.',
    codesLeft: (left: number) =>
      left === 0
        ? 'Δεν απομένει κανένας κωδικός. Φτιάξτε νέους.'
        : `${plural(left, 'Απομένει', 'Απομένουν')} ${left} από τους 10 κωδικούς.`,
    newCodes: 'Νέοι κωδικοί',
    codesShown:
      'Αποθηκεύστε τώρα τους κωδικούς: δεν θα τους δείξουμε ξανά. Κρατήστε τους σε ασφαλές μέρος, χωριστά από το κινητό σας.',
    download: 'Λήψη σε αρχείο',
    file: 'kodikoi-anaktisis.txt',
    codesKept: 'Τους αποθήκευσα',
    codesReplaced: 'Οι προηγούμενοι κωδικοί δεν ισχύουν πια',
    codesQuestion: 'Να φτιαχτούν νέοι κωδικοί ανάκτησης;',
    codesQuestionMeans: 'Αν έχετε ήδη κωδικούς ανάκτησης, θα πάψουν να ισχύουν.',

    removeQuestion: (what: string) => `Να αφαιρεθεί ο τρόπος σύνδεσης «${what}»;`,
    removeMeans: 'Θα αποσυνδεθείτε από τις άλλες συσκευές σας.',
    removeLast:
      'Δεν έχετε άλλον τρόπο για το δεύτερο βήμα σύνδεσης: μετά θα συνδέεστε μόνο με το συνθηματικό σας.',

    confirmMeans: 'Για να αλλάξετε τον τρόπο σύνδεσης, γράψτε το συνθηματικό σας.',
    confirmFactorMeans:
      'Για να αλλάξετε τον τρόπο σύνδεσης, γράψτε το συνθηματικό σας και κάντε το δεύτερο βήμα σύνδεσης που έχετε ορίσει.',
  },
  en: {
    heading: 'Sign in with two steps',
    intro:
      'With two steps, we ask after your password for something that only you have, such as your phone. Then your password alone does not open your account.',
    required: 'To continue, you need a second sign-in step. Add one of the ways below.',
    notLoaded: 'The ways to sign in could not be loaded',
    cancel: 'Cancel',
    add: 'Add',
    remove: 'Remove',
    next: 'Continue',
    failed: 'Nothing was changed',

    app: 'Code app',
    appMeans: 'An app on your phone, such as Google Authenticator, that shows a six-digit code.',
    appSince: (when: string) => `Added on ${when}.`,
    appUnavailable: 'The service does not offer this way to sign in.',
    changePhone: 'Change device',
    appAdded: 'The code app was added',
    appRemoved: 'The code app was removed',
    appScan: 'Open the app on your phone and scan this picture.',
    appType: 'If you cannot scan it, enter this key in the app:',
    appOpen: 'Open the app on this device',
    qr: 'QR code for the code app',
    appCode: 'Code that the app shows',

    passkeys: 'Passkeys',
    passkeysMean:
      'You confirm that it is you, for example with your fingerprint, your face or the PIN of your device.',
    passkeyFacts: (added: string, used: string | null) => `Added: ${added}. Last used: ${used ?? 'never'}.`,
    noPasskeys: 'This browser does not support passkeys. To add one, use another browser.',
    addPasskey: 'Add a passkey',
    passkeyName: 'Name of the passkey',
    passkeyHint: 'A name by which you recognise the passkey, for example “Phone”.',
    passkeyAdded: 'The passkey was added',
    passkeyRemoved: 'The passkey was removed',
    passkeyFailed:
      'The device did not create a passkey. It may already have one for your account. If not, try again.',

    codes: 'Recovery codes',
    codesMean:
      'A recovery code is your second sign-in step if you lose your phone or device. Each code works once.',
    codesLeft: (left: number) =>
      left === 0
        ? 'No code is left. Create new ones.'
        : `${left} of 10 codes ${plural(left, 'is', 'are')} left.`,
    newCodes: 'New codes',
    codesShown:
      'Save the codes now: we will not show them again. Keep them in a safe place, not together with your phone.',
    download: 'Download as a file',
    file: 'recovery-codes.txt',
    codesKept: 'I saved them',
    codesReplaced: 'Your old codes no longer work',
    codesQuestion: 'Create new recovery codes?',
    codesQuestionMeans: 'If you already have recovery codes, they will stop working.',

    removeQuestion: (what: string) => `Remove “${what}”?`,
    removeMeans: 'You will be signed out on your other devices.',
    removeLast: 'You have no other second sign-in step: after that you sign in with your password only.',

    confirmMeans: 'To change how you sign in, enter your password.',
    confirmFactorMeans:
      'To change how you sign in, enter your password and confirm with the second sign-in step that you set up.',
  },
})

/** Instead of a removal of the last factor of an account that needs one: the server rejects it. */
export const lastRequired = inLanguage({
  el: 'Ο λογαριασμός σας χρειάζεται δεύτερο βήμα σύνδεσης. Για να αφαιρέσετε τον τρόπο που έχετε, προσθέστε πρώτα έναν άλλον.',
  en: 'Your account needs a second sign-in step. To remove the way that you have, add another one first.',
})

export const sentences: typeof confirmSentences &
  SentencesOf<typeof beginTotp> &
  SentencesOf<typeof addTotp> &
  SentencesOf<typeof addPasskey> &
  SentencesOf<typeof removePasskey> &
  SentencesOf<typeof makeRecoveryCodes> = {
  ...confirmSentences,
  passkeys_full: inLanguage({
    el: 'Έχετε ήδη δέκα κλειδιά πρόσβασης. Αφαιρέστε πρώτα ένα.',
    en: 'You already have ten passkeys. Remove one first.',
  }),
  second_factor_last: lastRequired,
  second_factor_missing: inLanguage({
    el: 'Προσθέστε πρώτα εφαρμογή κωδικών ή κλειδί πρόσβασης.',
    en: 'Add a code app or a passkey first.',
  }),
  totp_unavailable: inLanguage({
    el: 'Η υπηρεσία δεν προσφέρει σύνδεση με εφαρμογή κωδικών. Επιλέξτε άλλον τρόπο.',
    en: 'The service does not offer code apps. Choose another way.',
  }),
  set_up_expired: inLanguage({
    el: 'Η προσθήκη έληξε ή διακόπηκε. Πατήστε «Ακύρωση» και ξεκινήστε ξανά από την αρχή.',
    en: 'The set-up has expired or was interrupted. Press “Cancel” and start again.',
  }),
  confirmation_required: inLanguage({
    el: 'Επιβεβαιώστε ξανά ότι είστε εσείς.',
    en: 'Confirm again that it is you.',
  }),
  not_found: inLanguage({
    el: 'Αυτός ο τρόπος σύνδεσης έχει ήδη αφαιρεθεί. Ανανεώστε τη σελίδα.',
    en: 'This way to sign in was already removed. Reload the page.',
  }),
}

export const problemOf = (error: unknown): string => problemText(sentences, error)
