import { fold, greekOfCapitals, toLatin, toSound } from '@portal/contract/words/greek-letters.ts'
import { cleanLine } from '@portal/contract/words/pasted-text.ts'

/**
 * Transliterations of Latin letters typed in a search. The database stores each name in Greek (lower case, no
 * accents), transliterated letter by letter (SQL function `to_latin`): θ th, χ ch, ψ ps, η ι υ all i, ω o, and as it
 * sounds. Users transliterate Greek names in many ways; the search tries all of them. The first pattern that matches wins.
 */
const spellings: readonly (readonly [pattern: RegExp, ...ways: string[]])[] = [
  [/^th/, 'th'],
  [/^ch/, 'ch'],
  [/^ps/, 'ps'],
  [/^ph/, 'f'],
  [/^kh/, 'ch'],
  [/^ks/, 'x', 'ks'],
  [/^8/, 'th', '8'],
  [/^ou/, 'ou'],
  // Οικονόμου as Economou, Γιάννης as Yannis.
  [/^e(?=[ck]on)/, 'oi', 'e'],
  [/^yi?(?=[aeou])/, 'gi', 'i'],
  // αυ and ευ are transliterated by sound or letter by letter.
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

/** Maximum spellings per word: enough for all tested names; more slow the search down without further matches. */
const maxSpellings = 24

/**
 * Returns the forms in which the database may store a word typed in Latin letters, most likely first; at most 24.
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
    ways = longer.length > maxSpellings ? ways.map((way) => way + (options[0] ?? '')) : longer
    rest = rest.slice(length)
  }
  return [...new Set(ways)]
}

/**
 * A word of a search, in all forms in which `search_norm` may contain it. `sounds`: further forms, as the word sounds; names
 * that contain only one of these are listed after those that begin with a form.
 */
export type SearchWord = { forms: string[]; sounds?: string[] }

export const allForms = ({ forms, sounds = [] }: SearchWord) => [...forms, ...sounds]

/** Whether a word is compared with surnames in Greek; else in Latin letters. */
export const isGreek = ({ forms }: SearchWord) => !/^[a-z0-9]/.test(forms[0] ?? '')

/** Maximum characters and words of a search that are used: each word adds a condition to the query. */
const maxLength = 100
const maxWords = 6

/** Ten digits or more, in groups as people say them; a complete telephone number. */
const wholeNumber = /(?<![^\s,(])\+?\(?\d(?:[\s().-]*\d){9,}(?![^\s,])/g
/** '+30' and '0030' before further digits. */
const greekPrefix = /(?<![^\s,(])(?:\+|00)\s?30[\s().-]*(?=\d)/g

/**
 * Writes telephone numbers as the ten digits that stored numbers contain, with or without the prefix of the country:
 * '+30 2461-012 345', '0030 2461.012.345' and '30 2461 012345' become '2461012345'.
 */
const joinNumbers = (text: string) =>
  text.replace(greekPrefix, '').replace(wholeNumber, (number) =>
    number
      .replace(/\D/g, '')
      .replace(/^00/, '')
      .replace(/^30(?=\d{10}$)/, ''),
  )

/** Splits a search into words at white space and commas. A match contains all words, in any order. */
export function readSearch(text: string): SearchWord[] {
  const typed = joinNumbers(cleanLine(text.slice(0, maxLength).replaceAll('\0', ' ')))
  const split = (text: string) => text.split(/[\s,]+/).filter(Boolean)
  const capitals = new Map(split(typed).map((word) => [fold(word), greekOfCapitals(word)]))
  return split(fold(typed))
    .slice(0, maxWords)
    .map((word) => {
      const forms = formsOf(word)
      return { forms, sounds: soundsOf(forms, capitals.get(word)) }
    })
}

/** Maximum forms whose sounds are searched, too. */
const maxSounds = 4

/** Not of up to four letters: 'αννα' would find Παναγιώτης by 'ana'. */
function soundsOf(forms: string[], greek: string | undefined): string[] {
  const words = forms.filter((form) => /^\p{L}{3,}$/u.test(form)).slice(0, maxSounds)
  const long = words.map(toSound).filter((sound) => sound.length > 4)
  const sounds = [...long, ...(greek === undefined ? [] : [greek])]
  return [...new Set(sounds)].filter((sound) => !forms.includes(sound))
}

function formsOf(word: string): string[] {
  // The database stores telephone numbers as digits only.
  if (/^\+?[\d().-]*\d[\d().-]*$/.test(word)) return [...new Set([word.replace(/\D/g, ''), word])]
  if (/^[a-z8]+$/.test(word)) return [...new Set([word, ...latinSpellings(word)])]
  // Some names are stored in Latin letters only. Words of up to 2 letters would match too many of them.
  return word.length > 2 ? [...new Set([word, toLatin(word)])] : [word]
}
