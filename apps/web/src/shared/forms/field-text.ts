import type { PasswordRule } from '@portal/contract/password-rules.ts'
import type { textRules } from '@portal/contract/error-codes.ts'
import type { Sentence } from '#web/api/common-error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

// portal.md §5 quotes the sentence for the municipality, with other quotation marks.
const missing = inLanguage({
  el: (_: unknown, label: string) =>
    `Παρακαλώ συμπληρώστε το πεδίο ${label === 'Δήμος' ? '"Δήμος"' : `«${label}»`}.`,
  en: (_: unknown, label: string) => `Please fill in “${label}”.`,
})
const unfit = inLanguage({
  el: (_: unknown, label: string) =>
    `Το πεδίο «${label}» περιέχει χαρακτήρες που δεν γίνονται δεκτοί. Συμπληρώστε το ξανά.`,
  en: (_: unknown, label: string) => `“${label}” contains characters that are not accepted. Enter it again.`,
})

/** Errors of any text field. */
export const textSentences: Record<(typeof textRules)[number], Sentence> = {
  required: missing,
  blank: missing,
  null: missing,
  null_characters: unfit,
  not_a_string: unfit,
  too_long: inLanguage({
    el: (error, label) =>
      error.params?.['max'] === undefined
        ? `Γράψτε λιγότερους χαρακτήρες στο πεδίο «${label}».`
        : `Γράψτε έως ${formatNumber(Number(error.params['max']))} χαρακτήρες στο πεδίο «${label}».`,
    en: (error, label) =>
      error.params?.['max'] === undefined
        ? `Write fewer characters in “${label}”.`
        : `Write at most ${formatNumber(Number(error.params['max']))} characters in “${label}”.`,
  }),
}

const broken = inLanguage({
  el: 'Ο σύνδεσμος δεν είναι σωστός. Ανοίξτε τον ξανά από το μήνυμα που σας στείλαμε.',
  en: 'The link is wrong. Open it again from the email that we sent you.',
})

/** Errors of the parts of a link. */
export const linkSentences: typeof textSentences = {
  required: broken,
  null: broken,
  blank: broken,
  null_characters: broken,
  too_long: broken,
  not_a_string: broken,
}

const chooseAgain = inLanguage({
  el: 'Παρακαλώ επιλέξτε δήμο από τον κατάλογο.',
  en: 'Please choose a municipality from the list.',
})

/** Errors of a person's name, telephone number or municipality. */
export const personSentences: Record<
  'name_invalid' | 'telephone_invalid' | 'pk_type' | 'pk_unknown',
  Sentence
> = inLanguage({
  el: {
    name_invalid: (_, label) =>
      `Στο πεδίο «${label}» δεν γίνονται δεκτές διευθύνσεις ιστοσελίδων ή email. Γράψτε μόνο γράμματα, κενά ή παύλες.`,
    telephone_invalid: 'Γράψτε έναν έγκυρο αριθμό τηλεφώνου, με 10 ψηφία ή με + και τον κωδικό της χώρας.',
    pk_type: chooseAgain,
    pk_unknown: chooseAgain,
  },
  en: {
    name_invalid: (_, label) =>
      `“${label}” cannot contain web or email addresses. Use only letters, spaces or hyphens.`,
    telephone_invalid: 'Enter a valid telephone number, with 10 digits or with + and the country code.',
    pk_type: chooseAgain,
    pk_unknown: chooseAgain,
  },
})

/** Errors of a new password, exactly as in portal.md §8 where it specifies the text. */
export const passwordSentences: Record<PasswordRule | 'passwords_differ', string> = inLanguage({
  el: {
    password_too_short: 'Το συνθηματικό πρέπει να έχει τουλάχιστον 8 χαρακτήρες.',
    password_too_common: 'Πολύ κοινό συνθηματικό.',
    password_entirely_numeric: 'Αυτό το συνθηματικό αποτελείται μόνο απο αριθμούς.',
    password_too_similar_email: 'Το συνθηματικό μοιάζει πολύ με το email σας. Διαλέξτε άλλο.',
    password_too_similar_first_name: 'Το συνθηματικό μοιάζει πολύ με το όνομά σας. Διαλέξτε άλλο.',
    password_too_similar_last_name: 'Το συνθηματικό μοιάζει πολύ με το επώνυμό σας. Διαλέξτε άλλο.',
    passwords_differ: 'Η επαλήθευση συνθηματικού δεν ταιριάζει με το συνθηματικό.',
  },
  en: {
    password_too_short: 'The password needs at least 8 characters.',
    password_too_common: 'This password is too common. Choose another one.',
    password_entirely_numeric: 'This password has only digits. Add letters or symbols.',
    password_too_similar_email: 'The password is too similar to your email. Choose another one.',
    password_too_similar_first_name: 'The password is too similar to your first name. Choose another one.',
    password_too_similar_last_name: 'The password is too similar to your last name. Choose another one.',
    passwords_differ: 'The two passwords are not the same.',
  },
})
