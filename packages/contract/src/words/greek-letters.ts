/** Comparison and transliteration of Greek words. Without zod, because the browser uses it, too. */

/** Normalizes text for comparison: lower case, no accents, no final sigma. Same as the database's norm(). */
export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ς', 'σ')

const greek = 'αβγδεζηθικλμνξοπρστυφχψω'
const latin = 'a v g d e z i th i k l m n x o p r s t i f ch ps o'.split(' ')
/** Transliterations of letters; 'ου' is `ou`. */
export const letters = new Map([
  ...Array.from(greek, (letter, at) => [letter, latin[at] ?? letter] as const),
  ['y', 'i'],
  ['w', 'o'],
])

/** Transliterates Greek letters to Latin ones. Same as the database's to_latin(). @param word folded */
export const toLatin = (word: string) =>
  Array.from(word.replaceAll('ου', 'ou'), (letter) => letters.get(letter) ?? letter).join('')

const keys = new Map(
  Array.from('ερτυθιοπασδφγηξκλζχψωβνμ', (letter, at) => ['ertyuiopasdfghjklzxcvbnm'[at] ?? '', letter]),
)

/** Maps Latin letters to the Greek letters on the same keys, for Greek words typed with a Latin keyboard layout. */
export const asGreekKeys = (word: string) => Array.from(word, (letter) => keys.get(letter) ?? letter).join('')
