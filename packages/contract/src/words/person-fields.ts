/**
 * Rules for a person's name, telephone, e-mail address and password. Without zod, because forms use them without a schema.
 * Imported values are not checked until the account edits them.
 */

/** Maximum lengths in characters. E-mail addresses: RFC 5321. Passwords: limits the cost of hashing. */
export const maxLengths = { name: 150, telephone: 32, email: 254, password: 1024 } as const

/** Django 5.2's EmailValidator, without quoted local parts, literal IP addresses and characters that are not displayed. */
export const emailPattern =
  /^(?![^]*[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8])(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9\u00a1-\uffff](?:[a-z0-9\u00a1-\uffff-]{0,61}[a-z0-9\u00a1-\uffff])?\.)+(?!-)(?:[a-z\u00a1-\uffff-]{2,63}|xn--[a-z0-9]{1,59})(?<!-)$/i

// Control characters, line and paragraph separators, and invisible characters such as bidirectional overrides (UAX #9).
// Joiners are allowed: names in Persian and Indian scripts contain them.
const control = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u

/** Abbreviations of Greek given names in Latin letters, and titles: 'Chr.Papadopoulos' is a name, 'chr.info' a link. */
const abbreviations =
  'al|alex|an|ang|ant|ap|ar|arg|ath|ch|chr|christ|con|const|dim|ef|el|em|ev|gr|geo|georg|io|ioan|ir|kon|konst|kyr|lamp|laz|mar|mich|nic|nik|pan|par|per|ph|sof|sot|sp|spyr|stav|ster|theo|theod|vas|vasil|xen'

// Each pattern takes time that grows with the length (linear-time.test.ts): the second may begin only where its run of characters
// does.
// Text that mail programs convert to a link. 'St.John', 'J.Smith' and 'Γ.Παπαδόπουλος' are names.
const links = [
  /:\/\/|\/\/|\bwww\.|\S@\S/iu,
  new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}-])(?!(?:st|dr|mr|mrs|ms|jr|sr)\\.|(?:${abbreviations})\\.[a-z]{4})[\\p{L}\\p{M}\\p{N}-]{2,}\\.[a-z]{2,}`,
    'iu',
  ),
  // Hosts of one letter, with a path or a common top-level domain.
  /\.[a-z]{2,}\/|\.(?:com|net|org|co|me|eu|gr)(?!\p{L})/iu,
  /\.(?:ελ|ευ)(?!\p{L})|\d\.\d+\.\d+\.\d/iu,
]

/** Converts characters that browsers treat as dots in host names (UTS #46), and full-width characters, to ASCII. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .replaceAll('。', '.')

/** Returns whether a text can be a person's name: no control characters, no URL or e-mail address. */
export const isPersonName = (text: string): boolean =>
  !control.test(text) && !links.some((link) => link.test(plain(text)))

/**
 * Returns whether a text is a telephone number: 7 to 15 digits (ITU-T E.164) with an optional + and common separators.
 * A Greek number, with the prefix +30 or 0030 or the first digit 2 or 6, has ten digits.
 */
export function isTelephone(text: string): boolean {
  if (!/^[+\d \u00a0()./–-]+$/.test(text)) return false
  // '(+30) 694 412 3456' has the + in parentheses.
  const number = text.replace(/[^\d+]/g, '')
  if (!/^\+?\d{7,15}$/.test(number)) return false
  const digits = number.replace('+', '')
  const abroad = number.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : undefined
  const national = abroad === undefined ? digits : abroad.startsWith('30') ? abroad.slice(2) : undefined
  if (national === undefined) return true
  return abroad === undefined ? !/^[26]/.test(national) || national.length === 10 : national.length === 10
}
