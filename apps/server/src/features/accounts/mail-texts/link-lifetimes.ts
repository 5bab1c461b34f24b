/** How long the links in mails are valid. Named in the mails and in the privacy notice. */

/** Lifetime of an activation link; accounts that are not activated by then are deleted. */
export const activationDays = 7
export const resetHours = 24
/** Lifetime of the first link of an account of staff. */
export const staffLinkDays = 3
/** Lifetime of the link that confirms an erasure. */
export const erasureHours = 24
/** Lifetime of the link 'Δεν ήσασταν εσείς;'; it stays valid after the activation. */
export const disownDays = 30

/** Hours in which another address can be confirmed: requested by the person, or by staff, whom a second person approves some day. */
export const emailChangeHours = { own: 24, byStaff: 72 }
