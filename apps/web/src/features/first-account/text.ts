import type { openFirstAccount } from '@portal/contract/manage-first-steps.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { passwordSentences, personSentences, textSentences } from '#web/shared/forms/field-text.ts'

export const text = {
  title: 'Ο πρώτος λογαριασμός διαχείρισης',
  intro:
    'Ο λογαριασμός αυτός έχει τον ρόλο «Διαχείριση» και προσθέτει τους υπόλοιπους υπαλλήλους. Όλα τα πεδία είναι υποχρεωτικά.',
  emailHint: 'Με αυτή τη διεύθυνση θα συνδέεστε. Σε αυτήν θα φτάνουν και τα μηνύματα της υπηρεσίας.',
  submit: 'Δημιουργία λογαριασμού',
  failed: 'Ο λογαριασμός δεν δημιουργήθηκε',
  passwordRejected: 'Μη αποδεκτό συνθηματικό',
  logIn: 'Σύνδεση',
  broken: 'Ο σύνδεσμος δεν ισχύει',
  brokenMeans:
    'Ο σύνδεσμος ισχύει 24 ώρες και για έναν λογαριασμό. Παύει να ισχύει όταν υπάρχει λογαριασμός υπαλλήλου.',
  brokenNext: 'Αν δεν υπάρχει ακόμη λογαριασμός, ξεκινήστε ξανά τον διακομιστή. Θα γράψει νέο σύνδεσμο.',
  notKept:
    'Ο λογαριασμός δημιουργήθηκε, αλλά ο περιηγητής δεν κράτησε τη σύνδεση. Επιτρέψτε τα cookies και συνδεθείτε.',
}

export const labels = {
  first_name: 'Όνομα',
  last_name: 'Επώνυμο',
  email: 'Email',
  password: 'Συνθηματικό',
  re_password: 'Επαλήθευση συνθηματικού',
}

export type Fields = keyof typeof labels

export const sentences: SentencesOf<typeof openFirstAccount> = {
  ...textSentences,
  ...passwordSentences,
  name_invalid: personSentences.name_invalid,
  token_invalid: `${text.broken}. ${text.brokenNext}`,
  email_invalid: 'Εισάγετε μια έγκυρη διεύθυνση email.',
  email_taken: 'Με αυτή τη διεύθυνση υπάρχει λογαριασμός πολίτη. Γράψτε άλλη διεύθυνση.',
  throttled: throttledText,
}
