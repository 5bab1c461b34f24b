import type { updateMe } from '@portal/contract/accounts.ts'
import { personSentences, textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Ρυθμίσεις λογαριασμού',
    emailHint: 'Με αυτή τη διεύθυνση email συνδέεστε.',
    email: 'Αλλαγή διεύθυνσης email',
    password: 'Αλλαγή συνθηματικού',
    reset: 'Επαναφορά',
    update: 'Ενημέρωση',
    saved: 'Οι αλλαγές σας αποθηκεύτηκαν',
    kept: 'Όσα πεδία αφήσατε κενά έμειναν όπως ήταν.',
    wasReset: 'Τα πεδία δείχνουν ξανά τα αποθηκευμένα στοιχεία σας.',
    failed: 'Οι αλλαγές σας δεν αποθηκεύτηκαν',
    /** Further pages by their path. */
    more: {
      stickers: {
        title: 'Αυτοκόλλητα',
        intro: 'Με τα αυτοκόλλητα καταλαβαίνουμε ποια μπουκάλια είναι δικά σας.',
        link: 'Τα αυτοκόλλητά μου',
      },
      security: {
        title: 'Ασφάλεια',
        intro: 'Ορίστε δεύτερο βήμα σύνδεσης, δείτε πού έχετε συνδεθεί και αποσυνδεθείτε από άλλες συσκευές.',
        link: 'Ασφάλεια λογαριασμού',
      },
      'access-log': {
        title: 'Ποιος είδε τα στοιχεία μου',
        intro: 'Δείτε ποιος άνοιξε, κατέβασε ή άλλαξε τα στοιχεία σας, και πότε.',
        link: 'Ποιος είδε τα στοιχεία μου',
      },
      sites: {
        title: 'Συνδεδεμένοι ιστότοποι',
        intro: 'Δείτε ποιοι ιστότοποι μαθαίνουν στοιχεία σας και ανακαλέστε την πρόσβασή τους.',
        link: 'Συνδεδεμένοι ιστότοποι',
      },
      data: {
        title: 'Δεδομένα',
        intro:
          'Κατεβάστε τα δεδομένα σας και δείτε τι κάνετε για άλλα αιτήματα, όπως τη διαγραφή του λογαριασμού σας.',
        link: 'Τα δεδομένα μου',
      },
    },
    passwordTitle: 'Αλλαγή συνθηματικού',
    passwordIntro: 'Μετά την αλλαγή θα αποσυνδεθείτε από όλες τις άλλες συσκευές.',
    passwordLinkIntro: 'Επιλέξτε νέο συνθηματικό. Μετά θα χρειαστεί να συνδεθείτε ξανά.',
    back: 'Επιστροφή στις ρυθμίσεις',
    logIn: 'Σύνδεση',
  },
  en: {
    title: 'Account settings',
    emailHint: 'You sign in with this email address.',
    email: 'Change email address',
    password: 'Change password',
    reset: 'Reset',
    update: 'Save',
    saved: 'Your changes were saved',
    kept: 'The fields that you left empty were not changed.',
    wasReset: 'The fields show your saved details again.',
    failed: 'Your changes were not saved',
    /** Further pages by their path. */
    more: {
      stickers: {
        title: 'Stickers',
        intro: 'Stickers tell us which bottles are yours.',
        link: 'My stickers',
      },
      security: {
        title: 'Security',
        intro: 'Set up a second sign-in step, see where you are signed in and sign out on other devices.',
        link: 'Account security',
      },
      'access-log': {
        title: 'Who saw my data',
        intro: 'See who opened, downloaded or changed your data, and when.',
        link: 'Who saw my data',
      },
      sites: {
        title: 'Connected sites',
        intro: 'See which sites receive your data and withdraw their access.',
        link: 'Connected sites',
      },
      data: {
        title: 'Data',
        intro:
          'Download your data, and see what to do for other requests, such as the deletion of your account.',
        link: 'My data',
      },
    },
    passwordTitle: 'Change password',
    passwordIntro: 'After the change you will be signed out on all other devices.',
    passwordLinkIntro: 'Choose a new password. You then need to sign in again.',
    back: 'Back to the settings',
    logIn: 'Sign in',
  },
})

/** Labels of the fields, also used in their error messages. */
export const labels = inLanguage({
  el: {
    first_name: 'Όνομα',
    last_name: 'Επώνυμο',
    telephone: 'Τηλέφωνο',
    municipality: 'Δήμος',
  },
  en: {
    first_name: 'First name',
    last_name: 'Last name',
    telephone: 'Telephone',
    municipality: 'Municipality',
  },
})

export type SettingsFields = keyof typeof labels

export const sentences: SentencesOf<typeof updateMe> = {
  ...textSentences,
  ...personSentences,
}
