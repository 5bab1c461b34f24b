/**
 * Rules for a person's name and telephone, without zod: forms that send neither to a schema check by them too.
 * What an import brought stays as it is until its owner edits it.
 */

// Control characters, line and paragraph separators, invisible signs such as bidirectional overrides (UAX #9). The joiners
// belong to names in Persian and Indian scripts.
const control = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u

// What mail programs turn into a link. 'St.John', 'J.Smith' and 'Γ.Παπαδόπουλος' are names.
const links = [
  /:\/\/|\/\/|\bwww\.|\S@\S/iu,
  /(?<![\p{L}\p{N}-])(?!(?:st|dr|mr|mrs|ms|jr|sr)\.)[\p{L}\p{M}\p{N}-]{2,}\.[a-z]{2,}/iu,
  // Hosts of one letter, with a path or a domain that is in wide use.
  /\.[a-z]{2,}\/|\.(?:com|net|org|co|me|eu|gr)(?!\p{L})/iu,
  /\.(?:ελ|ευ)(?!\p{L})|\d\.\d+\.\d+\.\d/iu,
]

/** The dots that browsers take for one in a host (UTS #46), and full-width signs, as plain ones. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .replaceAll('。', '.')

/** Whether a text can be a person's name: no control characters, no address of a site or mailbox. */
export const isPersonName = (text: string): boolean =>
  !control.test(text) && !links.some((link) => link.test(plain(text)))

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
