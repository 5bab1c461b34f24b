/** Limits of devices, without zod, because their page uses them, too. Times in milliseconds. */

const minute = 60_000

/** Time without use after which a device asks for its PIN. */
export const idleMs = 15 * minute
/** Wrong PINs after which only an operator unlocks a device. */
export const maxPinTries = 5
export const pinPattern = /^\d{4,6}$/
/** How long the device that has read the code of a card may name it in entries. */
export const visitMs = 15 * minute
/** Maximum time between an entry and its sending. */
export const maxEntryAgeMs = 72 * 60 * minute
/** How long after its use a coupon's use may be undone, by the same device. */
export const undoMs = 10 * minute
/** Maximum entries of a call. */
export const maxEntries = 100
