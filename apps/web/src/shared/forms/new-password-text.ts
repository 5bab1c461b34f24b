import type { confirmPasswordReset, setPassword } from '@portal/contract/passwords.ts'
import { passwordSentences, textSentences } from './field-text.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    submit: 'Αλλαγή συνθηματικού',
    changed: 'Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς',
    failed: 'Αποτυχία αλλαγής συνθηματικού',
    rejected: 'Μη αποδεκτό συνθηματικό',
    askAgain: 'Ζητήστε νέο σύνδεσμο επαναφοράς',
  },
  en: {
    submit: 'Change password',
    changed: 'The password of your account was changed',
    failed: 'The password could not be changed',
    rejected: 'Password not accepted',
    askAgain: 'Ask for a new reset link',
  },
})

/** Labels of the fields, also used in their error messages. */
export const labels = inLanguage({
  el: {
    current_password: 'Τρέχον συνθηματικό',
    new_password: 'Νέο συνθηματικό',
    re_password: 'Επαλήθευση νέου συνθηματικού',
  },
  en: {
    current_password: 'Current password',
    new_password: 'New password',
    re_password: 'Repeat the new password',
  },
})

export type PasswordFields = keyof typeof labels

export const linkInvalid = inLanguage({
  el: 'Ο σύνδεσμος επαναφοράς δεν είναι σωστός ή δεν ισχύει πια.',
  en: 'The reset link is wrong or no longer valid.',
})

/** Exactly as in portal.md §5 and §8, where they specify the text. */
export const sentences: SentencesOf<typeof confirmPasswordReset> & SentencesOf<typeof setPassword> = {
  ...textSentences,
  ...passwordSentences,
  uid_invalid: linkInvalid,
  token_invalid: linkInvalid,
  password_incorrect: inLanguage({
    el: 'Παρακαλώ γράψτε το σωστό τρέχον συνθηματικό.',
    en: 'Please enter the correct current password.',
  }),
  throttled: throttledText,
}
