import { fold } from '@portal/contract/words/greek-letters.ts'
import type { Random } from './random.ts'

type NonEmpty = readonly [string, ...string[]]
const nonEmpty = (list: readonly string[]): NonEmpty => {
  const [first, ...others] = list
  if (first === undefined) throw new Error('The list of names is empty.')
  return [first, ...others]
}

// faker's Greek female first names are in capitals without accents, so they are not used.
const female = nonEmpty(
  (
    'Μαρία Ελένη Κατερίνα Βασιλική Σοφία Αγγελική Γεωργία Δήμητρα Αναστασία Ευαγγελία Κωνσταντίνα Παναγιώτα Ιωάννα ' +
    'Ειρήνη Αικατερίνη Χριστίνα Παρασκευή Αθανασία Φωτεινή Δέσποινα Όλγα Αλεξάνδρα Ευγενία Θεοδώρα Σταυρούλα Ζωή Άννα ' +
    'Χρυσούλα Στυλιανή Μαγδαληνή Αντωνία Ευθυμία Νίκη Ουρανία Καλλιόπη Πολυξένη Θωμαΐς Δόμνα Ραλλού Λαμπρινή'
  ).split(' '),
)

/** Returns the female form of a surname: Παπαδόπουλος, Παπαδοπούλου; Αγγελίδης, Αγγελίδου; Βιτάλης, Βιτάλη. */
export function feminine(surname: string): string {
  const endings: [RegExp, string][] = [
    [/όπουλος$/, 'οπούλου'],
    [/([ίΐά]δ)ης$/, '$1ου'],
    [/ύς$/, 'ύ'],
    [/ός$/, 'ού'],
    [/ος$/, 'ου'],
    [/([ηήαάεέ])ς$/, '$1'],
  ]
  // Γεννάδιος, Γενναδίου: the accent moves.
  const early = /^(.*[άέήίόύώ][^αεηιουω]*)ιος$/.exec(surname)?.[1]
  if (early)
    return `${early
      .normalize('NFD')
      .replace(/\u0301(?!.*\u0301)/, '')
      .normalize('NFC')}ίου`
  const ending = endings.find(([pattern]) => pattern.test(surname))
  return ending ? surname.replace(...ending) : surname
}

/** Generates a first and last name of the same gender. */
export type Names = (random: Random) => { firstName: string; lastName: string }

/** Loads faker on demand, because it is large; used only for Greek names. */
export async function loadNames(): Promise<Names> {
  const { faker } = await import('@faker-js/faker/locale/el')
  const { first_name: firstNames, last_name: lastNames } = faker.rawDefinitions.person ?? {}
  const male = nonEmpty(firstNames?.male ?? [])
  // Keep the male forms (faker mixes both) and genitives such as Γεωργίου, which are the same for both.
  const surnames = nonEmpty(
    (lastNames?.generic ?? []).filter(
      (name) => name.endsWith('ς') || (name.endsWith('ου') && !/(ίδου|άδου|πούλου)$/.test(name)),
    ),
  )
  return (random) => {
    const lastName = random.pick(surnames)
    return random.next() < 0.54
      ? { firstName: random.pick(female), lastName: lastName.split('-').map(feminine).join('-') }
      : { firstName: random.pick(male), lastName }
  }
}

const latin: Record<string, string> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

/** Transliterates a name for an e-mail address: Παπαδοπούλου, papadopoulou. */
const greeklish = (name: string) =>
  Array.from(
    fold(name)
      .replaceAll('ου', 'oy')
      .replace(/([αε])υ/g, '$1β')
      .replaceAll('oy', 'ou'),
    (letter) => latin[letter] ?? letter,
  )
    .join('')
    .replace(/[^a-z]/g, '')

/** Generates unique e-mail addresses in common forms. @param domain part after the @ */
export function emailsAt(domain: string): (firstName: string, lastName: string, random: Random) => string {
  const taken = new Map<string, number>()
  return (firstName, lastName, random) => {
    const [first, last] = [greeklish(firstName), greeklish(lastName)]
    const local = random.pick([
      `${first}.${last}`,
      `${first.slice(0, 1)}.${last}`,
      `${last}.${first}`,
      `${first}${last.slice(0, 1)}`,
    ])
    const before = taken.get(local) ?? 0
    taken.set(local, before + 1)
    return `${local}${before === 0 ? '' : before + 1}@${domain}`
  }
}
