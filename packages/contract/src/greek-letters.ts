/** Greek words as they are compared and as people write them in Latin letters. Without zod: the browser needs it, too. */

/** Lower case, no accents, no final sigma: the form in which names are compared, the same as the database's norm(). */
export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ς', 'σ')

const greek = 'αβγδεζηθικλμνξοπρστυφχψω'
const latin = 'a v g d e z i th i k l m n x o p r s t i f ch ps o'.split(' ')
const letters = new Map([
  ...Array.from(greek, (letter, at) => [letter, latin[at] ?? letter] as const),
  ['y', 'i'],
  ['w', 'o'],
])

/** Greek letters as Latin ones: the same as the database's to_latin(). @param word folded */
export const toLatin = (word: string) =>
  Array.from(word.replaceAll('ου', 'ou'), (letter) => letters.get(letter) ?? letter).join('')

const keys = new Map(
  Array.from('ερτυθιοπασδφγηξκλζχψωβνμ', (letter, at) => ['ertyuiopasdfghjklzxcvbnm'[at] ?? '', letter]),
)

/** Latin letters by their keys on a Greek keyboard: people type Greek words without switching it. */
export const asGreekKeys = (word: string) => Array.from(word, (letter) => keys.get(letter) ?? letter).join('')
