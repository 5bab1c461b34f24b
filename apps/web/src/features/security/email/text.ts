import type { confirmEmailChange, requestEmailChange, restoreEmail } from '@portal/contract/accounts.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { linkSentences, textSentences } from '#web/shared/forms/field-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Αλλαγή διεύθυνσης email',
    present: (email: string) => `Τώρα συνδέεστε με τη διεύθυνση ${email}.`,
    intro:
      'Θα στείλουμε έναν σύνδεσμο στη νέα διεύθυνση. Η αλλαγή γίνεται όταν ανοίξετε τον σύνδεσμο και πατήσετε «Επιβεβαίωση διεύθυνσης». Ως τότε δεν αλλάζει τίποτα.',
    wayBack: 'Για 7 ημέρες θα μπορείτε να αναιρέσετε την αλλαγή από την παλιά διεύθυνση.',
    email: 'Νέα διεύθυνση email',
    submit: 'Αποστολή συνδέσμου',
    failed: 'Ο σύνδεσμος δεν στάλθηκε',
    sent: 'Ελέγξτε τα μηνύματα της νέας διεύθυνσης',
    sentTo: (email: string) =>
      `Στείλαμε μήνυμα στη διεύθυνση ${email}. Ανοίξτε το και ακολουθήστε τις οδηγίες του.`,
    missing: 'Αν δεν βρείτε το μήνυμα μέσα σε λίγα λεπτά, κοιτάξτε και στα ανεπιθύμητα μηνύματα.',
    waits: (email: string, until: string) =>
      `Περιμένουμε την επιβεβαίωση της διεύθυνσης ${email} έως ${until}. Με νέο αίτημα παύει να ισχύει το προηγούμενο που στείλατε από εδώ.`,
    recent: (from: string) => `Η διεύθυνσή σας άλλαξε πρόσφατα. Μπορείτε να την αλλάξετε ξανά από ${from}.`,
    unknown: 'Δεν μπορέσαμε να δούμε αν έχετε ζητήσει αλλαγή διεύθυνσης. Παρακαλώ προσπαθήστε ξανά.',
    confirmMeans: 'Για να αλλάξετε τη διεύθυνση email, γράψτε το συνθηματικό σας.',
    confirmFactorMeans:
      'Για να αλλάξετε τη διεύθυνση email, γράψτε το συνθηματικό σας και κάντε το δεύτερο βήμα σύνδεσης που έχετε ορίσει.',
    links: {
      confirm: {
        title: 'Επιβεβαίωση διεύθυνσης email',
        intro: 'Πατήστε το κουμπί για να επιβεβαιώσετε τη νέα διεύθυνση email του λογαριασμού σας.',
        more: 'Μετά θα συνδέεστε με τη νέα διεύθυνση. Το συνθηματικό σας μένει το ίδιο.',
        button: 'Επιβεβαίωση διεύθυνσης',
        done: 'Η διεύθυνση email άλλαξε',
        doneIntro: 'Από εδώ και πέρα συνδέεστε με τη νέα διεύθυνση και το ίδιο συνθηματικό.',
        failed: 'Η επιβεβαίωση δεν έγινε',
      },
      restore: {
        title: 'Δεν αλλάξατε εσείς τη διεύθυνση email;',
        intro:
          'Αν δεν αλλάξατε εσείς τη διεύθυνση, πατήστε το παρακάτω κουμπί. Ο λογαριασμός επιστρέφει στην παλιά διεύθυνση.',
        more: 'Όλες οι συσκευές θα αποσυνδεθούν από τον λογαριασμό και το συνθηματικό του θα πάψει να ισχύει. Θα σας στείλουμε μήνυμα για να ορίσετε νέο συνθηματικό.',
        button: 'Δεν το έκανα εγώ',
        done: 'Η παλιά διεύθυνση email ισχύει ξανά',
        doneIntro:
          'Σας στείλαμε μήνυμα με σύνδεσμο για νέο συνθηματικό. Αν μετά σας ζητηθεί δεύτερο βήμα σύνδεσης που δεν ορίσατε εσείς, επικοινωνήστε μαζί μας.',
        failed: 'Η αναίρεση δεν έγινε',
      },
    },
  },
  en: {
    title: 'Change email address',
    present: (email: string) => `You now sign in with ${email}.`,
    intro:
      'We will send a link to the new address. The address changes when you open the link and press “Confirm address”. Until then nothing changes.',
    wayBack: 'For 7 days you can undo the change from the old address.',
    email: 'New email address',
    submit: 'Send link',
    failed: 'The link was not sent',
    sent: 'Check the emails of the new address',
    sentTo: (email: string) => `We sent an email to ${email}. Open it and follow its instructions.`,
    missing: 'If you cannot find the email after a few minutes, also look in your spam folder.',
    waits: (email: string, until: string) =>
      `We are waiting for the confirmation of ${email} until ${until}. A new request replaces the earlier one that you sent from here.`,
    recent: (from: string) => `Your address was changed recently. You can change it again from ${from} on.`,
    unknown: 'We could not check if you asked to change your address. Please try again.',
    confirmMeans: 'To change your email address, enter your password.',
    confirmFactorMeans:
      'To change your email address, enter your password and confirm with the second sign-in step that you set up.',
    links: {
      confirm: {
        title: 'Confirm email address',
        intro: 'Press the button to make this the email address of your account.',
        more: 'You will then sign in with the new address. Your password stays the same.',
        button: 'Confirm address',
        done: 'Your email address was changed',
        doneIntro: 'From now on, sign in with the new address and the same password.',
        failed: 'The confirmation did not work',
      },
      restore: {
        title: 'Was it not you who changed the email address?',
        intro:
          'If you did not change the address, press the button below. The account gets its old address back.',
        more: 'All devices will be signed out of the account and its password stops working. We will send you an email to set a new password.',
        button: 'It was not me',
        done: 'Your old email address is back',
        doneIntro:
          'We sent you an email with a link for a new password. If you are then asked for a second sign-in step that you did not set up, contact us.',
        failed: 'Taking back the change did not work',
      },
    },
  },
})

const invalid = inLanguage({
  el: 'Γράψτε μια έγκυρη διεύθυνση email, όπως onoma@example.gr.',
  en: 'Enter a valid email address, such as name@example.com.',
})

export const sentences: SentencesOf<typeof requestEmailChange> = {
  ...textSentences,
  email_invalid: invalid,
  email_same: inLanguage({
    el: 'Αυτή είναι ήδη η διεύθυνση του λογαριασμού σας. Γράψτε άλλη.',
    en: 'Your account already has this address. Enter another one.',
  }),
  email_change_recent: ({ params }) => text.recent(formatDateTime(String(params?.['from']))),
  confirmation_required: inLanguage({
    el: 'Πατήστε ξανά «Αποστολή συνδέσμου» και επιβεβαιώστε ότι είστε εσείς.',
    en: 'Press “Send link” again and confirm that it is you.',
  }),
  throttled: throttledText,
}

const ended = inLanguage({
  el: 'Ο σύνδεσμος δεν είναι σωστός, δεν ισχύει πια ή έχει ήδη χρησιμοποιηθεί. Συνδεθείτε για να δείτε ποια διεύθυνση ισχύει ή επικοινωνήστε μαζί μας.',
  en: 'The link is wrong, is no longer valid or was already used. Sign in to see which address applies, or contact us.',
})

export const changeSentences: SentencesOf<typeof confirmEmailChange> & SentencesOf<typeof restoreEmail> = {
  ...linkSentences,
  uid_invalid: ended,
  token_invalid: ended,
  email_taken: inLanguage({
    el: 'Η διεύθυνση ανήκει σε άλλον λογαριασμό ή ανήκε μέχρι πριν από λίγες ημέρες. Συνδεθείτε στον λογαριασμό σας και ζητήστε αλλαγή σε άλλη διεύθυνση.',
    en: 'The address belongs to another account, or did so until a few days ago. Sign in to your account and choose another address.',
  }),
  throttled: throttledText,
}
