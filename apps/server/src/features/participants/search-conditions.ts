import { letters, toLatin } from '@portal/contract/words/greek-letters.ts'
import { allForms, isGreek, type SearchWord } from './search.ts'

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
  const all = words.map((word) => withoutLonger(allForms(word)))
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

/** Returns the letters that continue a prefix, and what then remains; the prefix itself if a form has ended. */
function nextOf(rests: string[]): { letter: string; rests: string[] }[] {
  if (rests.includes('')) return [{ letter: '', rests: [''] }]
  const letters = Map.groupBy(rests.flatMap(lettersOf), ({ letter }) => letter)
  return Array.from(letters, ([letter, ways]) => ({
    letter,
    rests: [...new Set(ways.map(({ rest }) => rest))],
  }))
}

/** Maximum ranges of the index of names in which a search looks for surnames. */
const maxPrefixes = 100

/**
 * Returns prefixes, in Greek and Latin letters, of all surnames whose transliteration starts with one of the forms, as long
 * as there are few; none starts with another.
 */
export function surnamePrefixes(forms: string[]): string[] {
  // Prefixes after which the same remains of the forms are continued together: there are many of them for few remainders.
  let found = [{ prefixes: [''], rests: forms }]
  while (!found.every(({ rests }) => rests.includes(''))) {
    const steps = found.map(({ prefixes, rests }) => ({ prefixes, next: nextOf(rests) }))
    const count = steps.reduce((sum, { prefixes, next }) => sum + prefixes.length * next.length, 0)
    if (count > maxPrefixes) break
    const longer = Map.groupBy(
      steps.flatMap(({ prefixes, next }) => next.map((step) => ({ ...step, prefixes }))),
      ({ rests }) => rests.join(' '),
    )
    found = Array.from(longer.values(), (same) => ({
      prefixes: same.flatMap(({ letter, prefixes }) => prefixes.map((prefix) => prefix + letter)),
      rests: same[0]?.rests ?? [],
    }))
  }
  const disjoint: string[] = []
  for (const prefix of found.flatMap(({ prefixes }) => prefixes).sort()) {
    const last = disjoint.at(-1)
    if (last === undefined || !prefix.startsWith(last)) disjoint.push(prefix)
  }
  return disjoint
}
