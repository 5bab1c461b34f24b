import { fold } from '@portal/contract/greek-letters.ts'
import type { Random } from './random.ts'

type Some = readonly [string, ...string[]]
const some = (list: readonly string[]): Some => {
  const [first, ...others] = list
  if (first === undefined) throw new Error('The list of names is empty.')
  return [first, ...others]
}

// faker's Greek women are written in capitals without accents: these are our own.
const female = some(
  (
    'Μαρία Ελένη Κατερίνα Βασιλική Σοφία Αγγελική Γεωργία Δήμητρα Αναστασία Ευαγγελία Κωνσταντίνα Παναγιώτα Ιωάννα ' +
    'Ειρήνη Αικατερίνη Χριστίνα Παρασκευή Αθανασία Φωτεινή Δέσποινα Όλγα Αλεξάνδρα Ευγενία Θεοδώρα Σταυρούλα Ζωή Άννα ' +
    'Χρυσούλα Στυλιανή Μαγδαληνή Αντωνία Ευθυμία Νίκη Ουρανία Καλλιόπη Πολυξένη Θωμαΐς Δόμνα Ραλλού Λαμπρινή'
  ).split(' '),
)

/** A man's surname as his sister bears it: Παπαδόπουλος, Παπαδοπούλου; Αγγελίδης, Αγγελίδου; Βιτάλης, Βιτάλη. */
export function feminine(surname: string): string {
  const endings: [RegExp, string][] = [
    [/όπουλος$/, 'οπούλου'],
    [/(ίδ|άδ)ης$/, '$1ου'],
    [/ύς$/, 'ύ'],
    [/ός$/, 'ού'],
    [/ος$/, 'ου'],
    [/([ηήαάεέ])ς$/, '$1'],
  ]
  // Γεννάδιος, Γενναδίου: the accent moves along.
  const early = /^(.*[άέήίόύώ][^αεηιουω]*)ιος$/.exec(surname)?.[1]
  if (early)
    return `${early
      .normalize('NFD')
      .replace(/\u0301(?!.*\u0301)/, '')
      .normalize('NFC')}ίου`
  const ending = endings.find(([pattern]) => pattern.test(surname))
  return ending ? surname.replace(...ending) : surname
}

/** Makes a first and a last name that fit each other. */
export type Names = (random: Random) => { firstName: string; lastName: string }

/** Only who invents people loads faker: it is large, and its Greek is of use for names alone. */
export async function loadNames(): Promise<Names> {
  const { faker } = await import('@faker-js/faker/locale/el')
  const { first_name: firstNames, last_name: lastNames } = faker.rawDefinitions.person ?? {}
  const male = some(firstNames?.male ?? [])
  // Surnames as men bear them; faker mixes both forms. Genitives such as Γεωργίου serve both.
  const surnames = some(
    (lastNames?.generic ?? []).filter(
      (name) => name.endsWith('ς') || (name.endsWith('ου') && !/(ίδου|άδου|πούλου)$/.test(name)),
    ),
  )
  return (random) => {
    const lastName = random.pick(surnames)
    return random.next() < 0.54
      ? { firstName: random.pick(female), lastName: feminine(lastName) }
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

/** A name as people write it in an e-mail address: Παπαδοπούλου, papadopoulou. */
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

/** Addresses in the ways that people make them up, none twice. @param domain behind the @ */
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
