import type { confirmPasswordReset, setPassword } from '@portal/contract/passwords.ts'
import { passwordSentences, textSentences } from './field-text.ts'
import type { SentencesOf } from '#web/api/error-text.ts'
import { throttledText } from '#web/api/error-text.ts'

export const text = {
  submit: 'Αλλαγή συνθηματικού',
  changed: 'Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς',
  failed: 'Αποτυχία αλλαγής συνθηματικού',
  rejected: 'Μη αποδεκτό συνθηματικό',
  askAgain: 'Ζητήστε νέο σύνδεσμο επαναφοράς',
}

/** Labels of the fields, also used in their error messages. */
export const labels = {
  current_password: 'Τρέχον συνθηματικό',
  new_password: 'Νέο συνθηματικό',
  re_password: 'Επαλήθευση νέου συνθηματικού',
}

export type PasswordFields = keyof typeof labels

const linkInvalid = 'Ο κωδικός επαναφοράς δεν είναι έγκυρος ή έχει λήξει.'

/** Exactly as in portal.md §5 and §8, where they specify the text. */
export const sentences: SentencesOf<typeof confirmPasswordReset> & SentencesOf<typeof setPassword> = {
  ...textSentences,
  ...passwordSentences,
  uid_invalid: linkInvalid,
  token_invalid: linkInvalid,
  password_incorrect: 'Παρακαλώ εισάγετε το σωστό τρέχον συνθηματικό.',
  throttled: throttledText,
}
