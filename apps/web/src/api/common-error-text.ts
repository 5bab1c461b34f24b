import type { Endpoint, ErrorOf } from '@portal/contract/endpoint.ts'
import { plural } from '@portal/contract/words/plural.ts'
import type { ErrorDetail, UnknownError, ErrorCode } from '@portal/contract/error-codes.ts'
import { InvalidReply, ApiError, Unreachable } from './call.ts'
import { inLanguage } from '#web/lib/language.ts'

/** Sentence for an error code in the page's language; a function where it contains the field's label or a number. */
export type Sentence = string | ((error: ErrorDetail, label: string) => string)

/** Sentences for every error code of an endpoint; a missing one is a compile error. */
export type SentencesOf<E extends Endpoint> = Record<ErrorOf<E>, Sentence>

const again = inLanguage({ el: 'Παρακαλώ προσπαθήστε ξανά.', en: 'Please try again.' })
const session = inLanguage({
  el: 'Για λόγους ασφάλειας δεν δεχτήκαμε αυτό που στείλατε. Ανανεώστε τη σελίδα και προσπαθήστε ξανά.',
  en: 'For security reasons, we did not accept what you sent. Reload the page and try again.',
})

/** Errors that any endpoint can return. */
const anyCall: Partial<Record<ErrorCode, Sentence>> = inLanguage({
  el: {
    not_signed_in: 'Η σύνδεσή σας έληξε. Παρακαλώ συνδεθείτε ξανά.',
    not_permitted:
      'Ο λογαριασμός σας δεν έχει δικαίωμα για αυτή την ενέργεια. Αν τη χρειάζεστε, απευθυνθείτε στον διαχειριστή της υπηρεσίας.',
    csrf_cookie_missing: session,
    csrf_token_wrong: session,
    csrf_other_site: session,
    second_factor_required:
      'Για να συνεχίσετε, προσθέστε πρώτα δεύτερο βήμα σύνδεσης στις ρυθμίσεις, στην «Ασφάλεια λογαριασμού».',
    confirmation_required: 'Για αυτή την αλλαγή δώστε ξανά το συνθηματικό σας.',
    account_changed:
      'Σε άλλη καρτέλα συνδεθήκατε με άλλον λογαριασμό. Γι’ αυτό δεν αποθηκεύτηκε τίποτα. Ανανεώστε τη σελίδα και προσπαθήστε ξανά.',
    not_found: 'Δεν βρέθηκε αυτό που ζητήσατε. Ανανεώστε τη σελίδα.',
    too_large: 'Στείλατε πάρα πολλά στοιχεία. Γράψτε λιγότερα και προσπαθήστε ξανά.',
    server_fault: `Παρουσιάστηκε πρόβλημα στην υπηρεσία μας. ${again}`,
    unavailable: 'Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή. Παρακαλώ προσπαθήστε ξανά σε λίγο.',
  },
  en: {
    not_signed_in: 'You were signed out. Please sign in again.',
    not_permitted:
      'Your account is not allowed to do this. If you need it, ask the administrator of the service.',
    csrf_cookie_missing: session,
    csrf_token_wrong: session,
    csrf_other_site: session,
    second_factor_required:
      'To continue, first add a second sign-in step in the settings, under “Account security”.',
    confirmation_required: 'For this change, enter your password again.',
    account_changed:
      'You signed in with another account in another tab, so nothing was saved. Reload the page and try again.',
    not_found: 'What you asked for was not found. Reload the page.',
    too_large: 'You sent too much data. Write less and try again.',
    server_fault: `Something went wrong on our side. ${again}`,
    unavailable: 'The service is not available right now. Please try again later.',
  },
})

const unreachableText = inLanguage({
  el: 'Δεν υπάρχει επικοινωνία με την υπηρεσία. Ελέγξτε τη σύνδεσή σας στο διαδίκτυο και προσπαθήστε ξανά.',
  en: 'The service cannot be reached. Check your internet connection and try again.',
})

const invalidReplyText = inLanguage({
  el: 'Η υπηρεσία έδωσε απάντηση που δεν περιμέναμε. Παρακαλώ προσπαθήστε ξανά σε λίγο.',
  en: 'The service gave an unexpected answer. Please try again later.',
})

/** 'σε ένα λεπτό', 'σε 5 λεπτά': waiting time of a rate-limited client, rounded up to minutes. */
export const throttledText = (error: ErrorDetail): string => {
  const minutes = Math.max(1, Math.ceil(Number(error.params?.['seconds'] ?? 60) / 60))
  return waiting.sentence(minutes < 120 ? waiting.minutes(minutes) : waiting.hours(Math.ceil(minutes / 60)))
}

const waiting = inLanguage({
  el: {
    minutes: (minutes: number) => plural(minutes, 'ένα λεπτό', `${minutes} λεπτά`),
    hours: (hours: number) => `${hours} ώρες`,
    sentence: (wait: string) => `Έγιναν πολλές προσπάθειες. Παρακαλώ δοκιμάστε ξανά σε ${wait}.`,
  },
  en: {
    minutes: (minutes: number) => plural(minutes, 'one minute', `${minutes} minutes`),
    hours: (hours: number) => `${hours} hours`,
    sentence: (wait: string) => `There were too many attempts. Please try again in ${wait}.`,
  },
})

/**
 * Returns the text of an error for the field `label`; for unknown codes the server's own message (portal.md §8).
 */
export function textOf(
  sentences: Partial<Record<ErrorCode, Sentence>>,
  error: ErrorDetail | UnknownError,
  label = '',
): string {
  const sentence = error.code === 'unknown' ? undefined : (sentences[error.code] ?? anyCall[error.code])
  if (error.code === 'unknown' || sentence === undefined) return error.message ?? error.code
  return typeof sentence === 'string' ? sentence : sentence(error, label)
}

/** Error whose message is the sentence shown in the form. */
export class ShownError extends Error {
  override name = 'ShownError'
}

/** Returns the sentence for a failed call, without codes and the server's own words, which portal.md §8 wants in few forms. */
export function problemText(
  sentences: Partial<Record<ErrorCode, Sentence>>,
  error: unknown,
  label = '',
): string {
  if (error instanceof Unreachable || error instanceof ShownError) return rawText(error)
  if (!(error instanceof ApiError)) return invalidReplyText
  const known = error.errors.find(
    (one): one is ErrorDetail =>
      one.code !== 'unknown' && (sentences[one.code] ?? anyCall[one.code]) !== undefined,
  )
  if (known) return textOf(sentences, known, label)
  return error.status >= 500 ? textOf({}, { code: 'unavailable' }) : invalidReplyText
}

/** Returns the raw response of an error without known codes: its JSON, its text, or its status. */
export function rawText(error: unknown): string {
  if (error instanceof Unreachable) return unreachableText
  if (error instanceof InvalidReply) return invalidReplyText
  if (error instanceof ShownError) return error.message
  if (!(error instanceof ApiError)) return String(error)
  if (typeof error.body === 'object' && error.body !== null) return JSON.stringify(error.body, null, 2)
  // Do not show the HTML page of a proxy.
  return error.status >= 500 ? textOf({}, { code: 'unavailable' }) : `HTTP ${error.status}`
}
