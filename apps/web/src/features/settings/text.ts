import type { updateMe } from '@portal/contract/accounts.ts'
import { personSentences, textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/error-text.ts'

export const text = {
  title: 'Ρυθμίσεις λογαριασμού',
  emailHint: 'Με αυτό το email συνδέεστε. Για να το αλλάξετε, επικοινωνήστε μαζί μας.',
  password: 'Αλλαγή συνθηματικού',
  reset: 'Επαναφορά',
  update: 'Ενημέρωση',
  saved: 'Οι αλλαγές σας αποθηκεύτηκαν',
  kept: 'Όσα πεδία αφήσατε κενά έμειναν όπως ήταν.',
  wasReset: 'Τα στοιχεία επανήλθαν όπως ήταν αποθηκευμένα.',
  failed: 'Οι αλλαγές σας δεν αποθηκεύτηκαν',
  /** Further pages by their path. */
  more: {
    stickers: {
      title: 'Αυτοκόλλητα',
      intro: 'Με αυτά το μηχάνημα καταλαβαίνει ποια μπουκάλια είναι δικά σας.',
      link: 'Τα αυτοκόλλητά μου',
    },
    security: {
      title: 'Ασφάλεια',
      intro: 'Δείτε πού είστε συνδεδεμένοι και αποσυνδεθείτε από άλλες συσκευές.',
      link: 'Ασφάλεια λογαριασμού',
    },
    'access-log': {
      title: 'Ποιος είδε τα στοιχεία μου',
      intro: 'Δείτε ποιος άνοιξε τα στοιχεία σας και πότε.',
      link: 'Ποιος τα είδε',
    },
    sites: {
      title: 'Συνδεδεμένοι ιστότοποι',
      intro: 'Δείτε ποιοι ιστότοποι μαθαίνουν στοιχεία σας και ανακαλέστε την πρόσβασή τους.',
      link: 'Συνδεδεμένοι ιστότοποι',
    },
    data: {
      title: 'Δεδομένα',
      intro: 'Δείτε όσα γνωρίζουμε για εσάς, ή διαγράψτε τον λογαριασμό σας.',
      link: 'Τα δεδομένα μου',
    },
  },
  passwordTitle: 'Αλλαγή συνθηματικού',
  passwordIntro: 'Μετά την αλλαγή θα αποσυνδεθείτε από όλες τις άλλες συσκευές.',
  passwordLinkIntro: 'Επιλέξτε νέο συνθηματικό. Μετά θα χρειαστεί να συνδεθείτε ξανά.',
  back: 'Επιστροφή στις ρυθμίσεις',
  logIn: 'Σύνδεση',
}

/** Labels of the fields, also used in their error messages. */
export const labels = {
  first_name: 'Όνομα',
  last_name: 'Επώνυμο',
  telephone: 'Τηλέφωνο',
  municipality: 'Δήμος',
}

export type SettingsFields = keyof typeof labels

const chooseAgain = 'Παρακαλώ επιλέξτε δήμο από τον κατάλογο.'

export const sentences: SentencesOf<typeof updateMe> = {
  ...textSentences,
  ...personSentences,
  pk_type: chooseAgain,
  pk_unknown: chooseAgain,
}
