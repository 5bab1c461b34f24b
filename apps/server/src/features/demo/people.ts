import type { Calendar } from './calendar.ts'
import { span } from './calendar.ts'
import { emailsAt, type Names } from './names.ts'
import { type Random, randomOf, weighted } from './random.ts'

/** Municipality of generated people. */
export type Home = { id: number; regionalUnit: string; population: number }

export type InventedPerson = {
  email: string
  firstName: string
  lastName: string
  telephone: string
  municipalityId: number
  createdAt: Date
  /** First day of the calendar with records. */
  since: number
}

/** Telephone area codes of Western Macedonia by regional unit. */
const areaCodes: Record<string, string> = {
  Κοζάνης: '2461',
  Γρεβενών: '2462',
  Καστοριάς: '2467',
  Φλώρινας: '2385',
}

/** Generates mobile numbers with 692 and landlines with 0 after the area code: both should be unassigned. */
function telephoneOf(random: Random, regionalUnit: string): string {
  const digits = (n: number) => String(random.below(10 ** n)).padStart(n, '0')
  if (random.next() < 0.8) return `692${digits(7)}`
  const area = areaCodes[regionalUnit] ?? '2310'
  return `${area}0${digits(9 - area.length)}`
}

type PeopleOptions = {
  seed: number
  homes: readonly [Home, ...Home[]]
  calendar: Calendar
  /** Part of the e-mail addresses after the @. */
  domain: string
  names: Names
}

/** Returns a generator of people: the same seed and index give the same person, if called in the same order. */
export function peopleOf({ seed, homes, calendar, domain, names }: PeopleOptions) {
  const emailOf = emailsAt(domain)
  const home = weighted(homes.map(({ population }) => population))
  return (place: number, records: number): InventedPerson & { random: Random } => {
    const random = randomOf(seed, place)
    const { firstName, lastName } = names(random)
    const { id, regionalUnit } = homes[home(random)] ?? homes[0]
    // Sign-ups increase over time; people with many records joined early enough for them.
    const joined = Math.floor(span * random.next() ** 0.8)
    const since = Math.max(0, Math.min(joined, span - 1 - records * 4))
    return {
      email: emailOf(firstName, lastName, random),
      firstName,
      lastName,
      telephone: telephoneOf(random, regionalUnit),
      municipalityId: id,
      createdAt: calendar.timeOf(since, random),
      since: Math.min(since + 1, span - 1),
      random,
    }
  }
}

/**
 * Distributes records to people in a log-normal distribution: most have a few, some have hundreds. The sum is exactly
 * `records`.
 * @returns function from the index of a person to the number of records
 */
export function distribute(seed: number, participants: number, records: number): (place: number) => number {
  const random = randomOf(seed, -2)
  const sums = new Float64Array(participants + 1)
  for (let place = 0; place < participants; place += 1)
    sums[place + 1] = (sums[place] ?? 0) + Math.exp(1.1 * random.normal())
  const total = sums[participants] ?? 1
  const until = (place: number) => Math.round(((sums[place] ?? 0) / total) * records)
  return (place) => until(place + 1) - until(place)
}
