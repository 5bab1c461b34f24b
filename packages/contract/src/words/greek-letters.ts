/** Comparison and transliteration of Greek words. Without zod, because the browser uses it, too. */

/** Returns a function that replaces each letter of `from` by the one of `to`, as translate() of the database. */
function translation(from: string, to: string): (text: string) => string {
  const map = new Map(Array.from(from, (letter, at) => [letter, to[at] ?? letter]))
  return (text) => text.replace(/./gsu, (letter) => map.get(letter) ?? letter)
}

/** Latin letters that look like Greek ones, as capitals or small. */
const asGreek = translation('abehikmnoptuvwxyz', 'αβεηικμνορτυνωχυζ')

/** Writes Latin letters beside Greek ones as the Greek letters that they look like: 'EΛENH' is typed in two alphabets. */
const unmixed = (text: string) =>
  text.replace(/[abehikmnoptuvwxyzα-ω]+/g, (word) => (/[α-ω]/.test(word) ? asGreek(word) : word))

/** Other characters of Greek letters; µ is the sign of a millionth. */
const common = translation('ς\u00b5ϐϑϕϖϰϱϲϵ', 'σμβθφπκρσε')

/**
 * Normalizes text for comparison: lower case, no accents, no final sigma, one alphabet a word, and common letters for their
 * variants, such as µ (U+00B5). Same as the database's norm().
 */
export const fold = (text: string) =>
  unmixed(
    common(
      text
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, ''),
    ),
  )

/**
 * Returns the Greek word that a word in Latin capitals may be, such as 'MAPIA'.
 * @returns undefined if it has another letter
 */
export const greekOfCapitals = (word: string): string | undefined =>
  /^[ABEHIKMNOPTXYZ]{3,}$/.test(word) ? asGreek(word.toLowerCase()) : undefined

const greek = 'αβγδεζηθικλμνξοπρστυφχψω'
const latin = 'a v g d e z i th i k l m n x o p r s t i f ch ps o'.split(' ')
/** Transliterations of letters; 'ου' is `ou`. */
export const letters = new Map([
  ...Array.from(greek, (letter, at) => [letter, latin[at] ?? letter] as const),
  ['y', 'i'],
  ['w', 'o'],
])

/** Transliterates Greek letters to Latin ones. Same as the first part of the database's to_latin(). @param word folded */
export const toLatin = (word: string) =>
  word.replaceAll('ου', 'ou').replace(/[α-ωyw]/g, (letter) => letters.get(letter) ?? letter)

/** Letters that sound the same, in the order in which they are replaced. */
const sounds = [
  ['αυ', 'av'],
  ['ευ', 'ev'],
  ['ηυ', 'iv'],
] as const
const latinSounds = [
  ['au', 'av'],
  ['eu', 'ev'],
  ['ai', 'e'],
  ['ei', 'i'],
  ['oi', 'i'],
  ['ii', 'i'],
] as const
const replaced = (text: string, pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((text, [letters, sound]) => text.replaceAll(letters, sound), text)

/**
 * Returns a word as it sounds, in Latin letters: ει, οι, η, ι, υ are i, αι is e, double consonants are single. Same as
 * the second part of the database's to_latin(), which has it if it differs from the first. @param word folded
 */
export const toSound = (word: string) =>
  replaced(toLatin(replaced(word, sounds)), latinSounds).replace(/([bcdfhjklmnpqrstvxz])\1/g, '$1')

/** Maps Latin letters to the Greek letters on the same keys, for Greek words typed with a Latin keyboard layout. */
export const asGreekKeys = translation('ertyuiopasdfghjklzxcvbnm', 'ερτυθιοπασδφγηξκλζχψωβνμ')
