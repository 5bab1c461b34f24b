import { fold, toLatin } from '@portal/contract/greek-letters.ts'

/**
 * What a search's word may be spelled like. The database holds each name in Greek (lower case, no accents) and in Latin
 * letters, letter by letter (`to_latin`, migrations/0001): θ th, χ ch, ψ ps, η ι υ all i, ω o. People who type Greek
 * names in Latin letters spell them in many ways; each way is tried.
 */

/** Letters and groups for which the database may hold any of several; the longest that fits is taken. */
const spellings: readonly (readonly [pattern: RegExp, ...ways: string[]])[] = [
  [/^th/, 'th'],
  [/^ch/, 'ch'],
  [/^ps/, 'ps'],
  [/^ph/, 'f'],
  [/^kh/, 'ch'],
  [/^ks/, 'x', 'ks'],
  [/^8/, 'th', '8'],
  [/^ou/, 'ou'],
  // αυ and ευ are written as they sound, or letter by letter.
  [/^a[vfu]/, 'ai', 'av', 'af'],
  [/^e[vfu]/, 'ei', 'ev', 'ef'],
  [/^mp/, 'mp'],
  [/^b/, 'v', 'mp', 'b'],
  [/^n[td]/, 'nt'],
  [/^d/, 'd', 'nt'],
  [/^n[gk]/, 'gg', 'gk', 'ng'],
  [/^g[gk]?/, 'g', 'gg', 'gk'],
  [/^x/, 'x', 'ch'],
  [/^h/, 'i', 'ch', 'h'],
  [/^u/, 'ou', 'i', 'u'],
  [/^y/, 'i'],
  [/^w/, 'o'],
  [/^c/, 'k', 'c', 'ch'],
  [/^j/, 'z', 'tz', 'j'],
  [/^q/, 'k', 'q'],
]

/** Enough for every name that was tried; a longer list costs more than it finds. */
const most = 24

/**
 * The ways in which the database may hold a word typed in Latin letters, most likely first.
 * @param word lower case, no accents
 */
export function latinSpellings(word: string): string[] {
  let ways = ['']
  let rest = word
  while (rest !== '') {
    const rule = spellings.find(([pattern]) => pattern.test(rest))
    const length = rule?.[0].exec(rest)?.[0].length ?? 1
    const [, ...options] = rule ?? [undefined, rest.slice(0, 1)]
    const longer = ways.flatMap((way) => options.map((option) => way + option))
    ways = longer.length > most ? ways.map((way) => way + (options[0] ?? '')) : longer
    rest = rest.slice(length)
  }
  return [...new Set(ways)]
}

/** A word of a search, in every form in which it may stand in `search_norm`. */
export type SearchWord = { forms: string[] }

/** At most this much of a search is read: nobody types more, and each word costs. */
const maxLength = 100
const maxWords = 6

/** Splits a search into words at white space and commas; each must be found, in any order. */
export function readSearch(text: string): SearchWord[] {
  const words = fold(text.slice(0, maxLength).replaceAll('\0', ' '))
    .split(/[\s,]+/)
    .filter(Boolean)
  return words.slice(0, maxWords).map((word) => ({ forms: formsOf(word) }))
}

function formsOf(word: string): string[] {
  // A telephone is kept as digits alone, however it was written.
  if (/^\+?[\d().-]*\d[\d().-]*$/.test(word)) return [...new Set([word.replace(/\D/g, ''), word])]
  if (/^[a-z8]+$/.test(word)) return [...new Set([word, ...latinSpellings(word)])]
  // Some citizens wrote their names in Latin letters; short words would find too many that way.
  return word.length > 2 ? [...new Set([word, toLatin(word)])] : [word]
}
