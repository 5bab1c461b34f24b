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

/** Why staff remove the second factor of a citizen. */
export const factorResetReasons = ['device_lost', 'device_changed', 'factor_broken'] as const
export type FactorResetReason = (typeof factorResetReasons)[number]

/** For staff. */
export const factorResetReasonNames: Record<FactorResetReason, string> = {
  device_lost: 'ο χρήστης έχασε τη συσκευή',
  device_changed: 'ο χρήστης άλλαξε συσκευή',
  factor_broken: 'το δεύτερο βήμα δεν λειτουργεί',
}
