import type { Role } from '@portal/contract/security/permissions.ts'
import type {
  addStaff,
  anonymizeStaff,
  changeStaffRole,
  disableStaff,
  enableStaff,
  endStaffSessions,
} from '@portal/contract/staff.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { personSentences, textSentences } from '#web/shared/forms/field-text.ts'

export const text = {
  title: 'Προσωπικό',
  intro:
    'Κάθε μέλος του προσωπικού έχει δικό του λογαριασμό. Ο ρόλος ορίζει τι μπορεί να κάνει το μέλος. Καταγράφουμε κάθε αλλαγή. Για κάθε αλλαγή σε αυτή τη σελίδα, εκτός από την ανωνυμοποίηση, ενημερώνουμε με email τους άλλους υπαλλήλους με ρόλο «Διαχείριση».',
  failed: 'Ο κατάλογος του προσωπικού δεν είναι διαθέσιμος αυτή τη στιγμή.',

  listHeading: 'Λογαριασμοί',
  person: 'Όνομα',
  role: 'Ρόλος',
  state: 'Κατάσταση',
  signedIn: 'Τελευταία σύνδεση',
  actions: 'Ενέργειες',
  you: 'Εσείς',
  never: 'Καμία',
  active: 'Ενεργός',
  waiting: 'Δεν έχει ορίσει συνθηματικό',
  disabled: 'Ανενεργός',
  notConfirmed: 'Περιμένει επιβεβαίωση',
  approvesFrom: (when: string) => `Θα μπορεί να εγκρίνει από ${when}`,
  buttonOf: (action: string, name: string) => `${action}: ${name}`,

  addHeading: 'Νέος λογαριασμός',
  add: 'Προσθήκη',
  emailHint:
    'Θα στείλουμε σε αυτή τη διεύθυνση σύνδεσμο για να οριστεί συνθηματικό. Ο σύνδεσμος ισχύει για τρεις ημέρες.',
  chooseRole: 'Επιλέξτε ρόλο',
  addQuestion: 'Προσθήκη στο προσωπικό;',
  addMeans: (role: string) =>
    `Ο νέος υπάλληλος θα έχει ρόλο «${role}». Θα λάβει email με σύνδεσμο για να ορίσει συνθηματικό.`,
  notAdded: 'Ο λογαριασμός δεν προστέθηκε',
  added: (name: string) => `Προστέθηκε: ${name}`,
  mailed: (email: string) => `Στείλαμε στη διεύθυνση ${email} σύνδεσμο για να οριστεί συνθηματικό.`,
  cancel: 'Ακύρωση',

  notChanged: 'Δεν άλλαξε τίποτα',
}

type Named = { first_name: string; last_name: string; email: string }
export const nameOf = ({ first_name, last_name, email }: Named) =>
  `${first_name} ${last_name}`.trim() || email

export const roleMeanings: Record<Role, string> = {
  clerk:
    'Αναζητά χρήστες, κινήσεις και αυτοκόλλητα, βλέπει την «Επισκόπηση» και κατεβάζει αρχεία Excel. Γράφει σημειώσεις κλήσεων, εκδίδει αυτοκόλλητα και στέλνει νέα μηνύματα ενεργοποίησης και συνδέσμους για νέο συνθηματικό. Απαντά σε αναφορές παραδόσεων και ζητά αλλαγές διευθύνσεων email.',
  manager:
    'Κάνει ό,τι και η Εξυπηρέτηση. Επιπλέον βλέπει το «Ιστορικό ενεργειών», εγκρίνει αιτήματα, απαντά σε αιτήματα για προσωπικά δεδομένα και κάνει ελέγχους στη σελίδα «Έλεγχοι». Διαγράφει σημειώσεις κλήσεων, περιορίζει την επεξεργασία δεδομένων και βλέπει τα στοιχεία χρηστών με περιορισμό. Κλειδώνει, ξεκλειδώνει και αποσυνδέει λογαριασμούς χρηστών. Για αιτήματα στο χαρτί κατεβάζει αντίγραφο των δεδομένων ενός χρήστη ή τον διαγράφει. Μπορεί να εγκρίνει, να διαγράφει και να ολοκληρώνει ελέγχους 24 ώρες αφότου επιβεβαιώσει τον λογαριασμό του άλλο μέλος της Εποπτείας. Μόνο το πρώτο μέλος που ορίζεται στην Εποπτεία δεν χρειάζεται επιβεβαίωση.',
  operator:
    'Κάνει ό,τι και η Εξυπηρέτηση, εκτός από τις αναφορές παραδόσεων και τις αλλαγές διευθύνσεων email. Επιπλέον διαχειρίζεται τους λογαριασμούς του προσωπικού. Κλειδώνει, ξεκλειδώνει και αποσυνδέει λογαριασμούς χρηστών.',
}

/** What an operator does to an account, and the texts of its button, question and result. */
export type Change = 'role' | 'endSessions' | 'disable' | 'enable' | 'anonymize'

type ChangeText = {
  button: string
  question: string
  means: string
  done: (name: string) => string
}

export const changeTexts: Record<Change, ChangeText> = {
  role: {
    button: 'Αλλαγή ρόλου',
    question: 'Αλλαγή ρόλου',
    means: 'Ο νέος ρόλος ισχύει αμέσως.',
    done: (name) => `Ο ρόλος αποθηκεύτηκε: ${name}`,
  },
  endSessions: {
    button: 'Αποσύνδεση από παντού',
    question: 'Να αποσυνδεθεί ο υπάλληλος από παντού;',
    means:
      'Τερματίζονται όλες οι συνδέσεις του υπαλλήλου. Ο υπάλληλος μπορεί να συνδεθεί ξανά με το συνθηματικό του. Θα λάβει email.',
    done: (name) => `Αποσυνδέθηκε από παντού: ${name}`,
  },
  disable: {
    button: 'Απενεργοποίηση',
    question: 'Απενεργοποίηση λογαριασμού;',
    means:
      'Ο υπάλληλος θα αποσυνδεθεί αμέσως από παντού και το συνθηματικό του θα πάψει να ισχύει. Μπορείτε να ενεργοποιήσετε ξανά τον λογαριασμό, μέχρι να ανωνυμοποιηθεί.',
    done: (name) => `Απενεργοποιήθηκε: ${name}`,
  },
  enable: {
    button: 'Ενεργοποίηση',
    question: 'Ενεργοποίηση λογαριασμού;',
    means:
      'Θα στείλουμε στον υπάλληλο email με σύνδεσμο για να ορίσει νέο συνθηματικό. Ο σύνδεσμος ισχύει για τρεις ημέρες.',
    done: (name) => `Ενεργοποιήθηκε: ${name}`,
  },
  anonymize: {
    button: 'Ανωνυμοποίηση',
    question: 'Ανωνυμοποίηση πρώην υπαλλήλου;',
    means:
      'Το όνομα, η διεύθυνση email και τα δεύτερα βήματα σύνδεσης του υπαλλήλου διαγράφονται. Ο λογαριασμός φεύγει από τον κατάλογο. Όσα έκανε ο υπάλληλος μένουν, όπως στο «Ιστορικό ενεργειών», με τον αριθμό του λογαριασμού. Η ανωνυμοποίηση δεν αναιρείται.',
    done: (name) => `Ανωνυμοποιήθηκε: ${name}`,
  },
}

/** Labels of the fields, also used in their error messages. */
export const labels = { first_name: 'Όνομα', last_name: 'Επώνυμο', email: 'Email', role: 'Ρόλος' }
export type StaffFields = keyof typeof labels

export const addSentences: SentencesOf<typeof addStaff> = {
  ...textSentences,
  name_invalid: personSentences.name_invalid,
  email_invalid: 'Εισάγετε μια έγκυρη διεύθυνση email.',
  email_taken:
    'Υπάρχει ήδη λογαριασμός χρήστη ή προσωπικού με αυτή τη διεύθυνση email ή υπήρχε μέχρι πριν από λίγες ημέρες. Χρησιμοποιήστε άλλη διεύθυνση, όπως την υπηρεσιακή.',
  choice_invalid: 'Επιλέξτε ρόλο.',
}

export const changeSentences: SentencesOf<
  | typeof changeStaffRole
  | typeof endStaffSessions
  | typeof disableStaff
  | typeof enableStaff
  | typeof anonymizeStaff
> = {
  staff_enabled: 'Ο λογαριασμός είναι ενεργός. Απενεργοποιήστε τον πρώτα.',
  required: 'Επιλέξτε ρόλο.',
  null: 'Επιλέξτε ρόλο.',
  choice_invalid: 'Επιλέξτε ρόλο.',
  not_found: 'Ο λογαριασμός δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
  own_staff_account:
    'Δεν μπορείτε να αλλάξετε τον δικό σας ρόλο ούτε να απενεργοποιήσετε τον δικό σας λογαριασμό. Ζητήστε το από κάποιον άλλον με ρόλο «Διαχείριση».',
  last_operator:
    'Πρέπει να μείνει τουλάχιστον ένας ενεργός λογαριασμός με ρόλο «Διαχείριση». Προσθέστε πρώτα άλλον.',
}
