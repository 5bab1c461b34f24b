/**
 * Rules for a person's name and telephone, without zod: forms that send neither to a schema check by them too.
 * What an import brought stays as it is until its owner edits it.
 */

// Control characters, line and paragraph separators, bidirectional overrides and isolates (UAX #9).
const control = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

// What mail programs turn into a link. 'St.John' and 'Γ.Παπαδόπουλος' are names.
const link =
  /:\/\/|\/\/|\bwww\.|\S@\S|\b(?!(?:st|dr|mr|mrs|ms|jr|sr)\.)[a-z0-9-]{2,}\.[a-z]{2,}|\.(?:ελ|ευ)(?!\p{L})/iu

/** Whether a text can be a person's name: no control characters, no address of a site or mailbox. */
export const isPersonName = (text: string): boolean => !control.test(text) && !link.test(text)

/**
 * Whether a text is a telephone number: 7 to 15 digits (ITU-T E.164) with an optional + and the usual separators. A Greek
 * number, by its prefix (+30, 0030) or by its first digit (2 or 6), has ten.
 */
export function isTelephone(text: string): boolean {
  if (!/^\+?[\d \u00a0()./–-]+$/.test(text)) return false
  const digits = text.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return false
  const abroad = text.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : undefined
  const national = abroad === undefined ? digits : abroad.startsWith('30') ? abroad.slice(2) : undefined
  if (national === undefined) return true
  return abroad === undefined ? !/^[26]/.test(national) || national.length === 10 : national.length === 10
}
