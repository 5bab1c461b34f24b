import { letters } from '@portal/contract/words/greek-letters.ts'
import { isGreek, type SearchWord } from './search.ts'

/** Parameters of the SQL function `search_participants`. */
export type Conditions = {
  /** Text of a tsquery on `search_grams`. */
  grams: string
  /** Per word, an array literal of LIKE patterns. */
  patterns: string[]
  greek: boolean
  beginnings: string[]
  ranges: string[]
}

/** Returns the conditions of a search of at least one word. */
export function conditionsOf(words: SearchWord[]): Conditions {
  const [first] = words
  const forms = first?.forms ?? []
  const greek = first !== undefined && isGreek(first)
  const surnames = greek ? forms.slice(0, 1) : forms
  return {
    grams: words.map(gramsOf).join(' & '),
    patterns: words.map(({ forms }) => arrayLiteral(forms.map((form) => `%${escaped(form)}%`))),
    greek,
    beginnings: surnames.map((form) => `${escaped(form)}%`),
    ranges: greek ? surnames : surnamePrefixes(surnames),
  }
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const arrayLiteral = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`

/** A word: one of its forms. */
function gramsOf({ forms }: SearchWord): string {
  const ways = forms.map(gramsOfForm)
  // What all forms contain is looked up once.
  const common = (ways[0] ?? []).filter((gram) => ways.every((grams) => grams.includes(gram)))
  const others = ways.map((grams) => grams.filter((gram) => !common.includes(gram)))
  const either = others.some((grams) => grams.length === 0)
    ? []
    : [`(${[...new Set(others.map((grams) => `(${grams.join(' & ')})`))].join(' | ')})`]
  return [...common, ...either].join(' & ')
}

/** Sequences of three letters that cover a form; of a shorter one those that begin with it. */
function gramsOfForm(form: string): string[] {
  const letters = Array.from(form)
  const lexeme = (text: string) => `'${text.replace(/['\\]/g, '$&$&')}'`
  if (letters.length < 3) return [`${lexeme(form)}:*`]
  const starts = letters.slice(2).flatMap((_, at) => (at % 3 === 0 || at === letters.length - 3 ? [at] : []))
  return [...new Set(starts.map((at) => lexeme(letters.slice(at, at + 3).join(''))))]
}

/** Letters and their transliterations, by the first letter of these. */
const lettersByLatin = Map.groupBy([['ου', 'ou'] as const, ...letters], ([, latin]) => latin.slice(0, 1))

/** Returns letters that `toLatin` transliterates to the beginning of a text, or to more, and what remains of the text. */
function lettersOf(latin: string): { letter: string; rest: string }[] {
  const [same = ''] = latin
  return [...(lettersByLatin.get(same) ?? []), [same, same] as const].flatMap(([letter, way]) =>
    latin.startsWith(way) || way.startsWith(latin) ? [{ letter, rest: latin.slice(way.length) }] : [],
  )
}

/** Maximum ranges of the index of names in which a search looks for surnames. */
const maxPrefixes = 100

/**
 * Returns prefixes, in Greek and Latin letters, of all surnames whose transliteration starts with one of the forms, as long
 * as there are few; none starts with another.
 */
export function surnamePrefixes(forms: string[]): string[] {
  let found = forms.map((form) => ({ prefix: '', rest: form }))
  for (;;) {
    const longer = found.flatMap(({ prefix, rest }) =>
      rest === ''
        ? [{ prefix, rest }]
        : lettersOf(rest).map((next) => ({ prefix: prefix + next.letter, rest: next.rest })),
    )
    const prefixes = [...new Set(longer.map(({ prefix }) => prefix))]
    if (prefixes.length > maxPrefixes) break
    found = longer
    if (found.every(({ rest }) => rest === '')) break
  }
  const disjoint: string[] = []
  for (const { prefix } of found.sort((a, b) => (a.prefix < b.prefix ? -1 : 1))) {
    const last = disjoint.at(-1)
    if (last === undefined || !prefix.startsWith(last)) disjoint.push(prefix)
  }
  return disjoint
}
