/**
 * Why staff lock an account, as they may tell its owner: no typed text, which could say anything about a person. Imports
 * nothing, so that the browser loads no schemas with it.
 */
export const lockReasons = ['own_request', 'stolen', 'misuse'] as const
export type LockReason = (typeof lockReasons)[number]

/** Maximum days of a lock with an end. */
export const maxLockDays = 365

/** For staff. */
export const lockReasonNames: Record<LockReason, string> = {
  own_request: 'το ζήτησε ο χρήστης',
  stolen: 'υποψία ότι τον λογαριασμό χρησιμοποιεί άλλος',
  misuse: 'έλεγχος για κατάχρηση',
}
