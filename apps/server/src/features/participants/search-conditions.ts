import { letters, toLatin } from '@portal/contract/words/greek-letters.ts'
import { isGreek, type SearchWord } from './search.ts'

/** Parameters of the SQL function `find_participants`. */
export type Conditions = {
  /** Texts of tsqueries on `search_grams`. */
  grams: string[]
  /** Per word, an array literal of LIKE patterns. */
  words: string[]
  /** As `grams` and `words`, of accounts with Greek letters in the e-mail address; null if these are no different. */
  allGrams: string[] | null
  allWords: string[] | null
  /** Of the first word, unless there are many. */
  forms: string[]
  greek: boolean
  beginnings: string[]
  ranges: string[]
}

/** Maximum forms of the first word that `find_participants` compares one by one. */
const maxForms = 4

/** Returns the conditions of a search of at least one word. */
export function conditionsOf(words: SearchWord[]): Conditions {
  const [first] = words
  const greek = first !== undefined && isGreek(first)
  const surnames = first?.forms.slice(0, greek ? 1 : undefined) ?? []
  const all = words.map(({ forms }) => withoutLonger(forms))
  const some = all.map(withoutGreek)
  const isAll = some.every((forms, at) => forms.length === all[at]?.length)
  const [forms = []] = some
  return {
    grams: gramsOf(some),
    words: some.map(patternsOf),
    allGrams: isAll ? null : gramsOf(all),
    allWords: isAll ? null : all.map(patternsOf),
    forms: forms.length > maxForms ? [] : forms,
    greek,
    beginnings: surnames.map((form) => `${escaped(form)}%`),
    ranges: greek ? surnames : surnamePrefixes(surnames),
  }
}

/** Without forms that contain another one. */
const withoutLonger = (forms: string[]) =>
  forms.filter((form) => !forms.some((other) => other !== form && form.includes(other)))

/**
 * Without the Greek form of a word whose transliteration is another form: names that contain the one contain the other,
 * except an υ after an ο.
 */
const withoutGreek = (forms: string[]) =>
  forms.filter((form) => !/^[α-τφ-ω][α-ω]*$/.test(form) || !forms.includes(toLatin(form)))

const patternsOf = (forms: string[]) => arrayLiteral(forms.map((form) => `%${escaped(form)}%`))

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const arrayLiteral = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`

/** The condition, and in four parts; alternatives, which the index takes longer to find, are in the last one. */
function gramsOf(words: string[][]): string[] {
  const isEither = (gram: string) => Number(gram.startsWith('('))
  const grams = words.flatMap(gramsOfWord).sort((a, b) => isEither(a) - isEither(b))
  const [first = '', second = first, third = first, ...others] = grams
  return [grams.join(' & '), first, second, third, others.join(' & ') || first]
}

/** A word: one of its forms. */
function gramsOfWord(forms: string[]): string[] {
  const ways = forms.map(gramsOfForm)
  // What all forms contain is looked up once.
  const common = (ways[0] ?? []).filter((gram) => ways.every((grams) => grams.includes(gram)))
  const others = ways.map((grams) => grams.filter((gram) => !common.includes(gram)))
  if (others.some((grams) => grams.length === 0)) return common
  return [...common, `(${[...new Set(others.map((grams) => `(${grams.join(' & ')})`))].join(' | ')})`]
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
