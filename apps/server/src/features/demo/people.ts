import type { Calendar } from './calendar.ts'
import { span } from './calendar.ts'
import { emailsAt, type Names } from './names.ts'
import { type Random, randomOf, weighted } from './random.ts'

/** A municipality where invented people live. */
export type Home = { id: number; regionalUnit: string; population: number }

export type InventedPerson = {
  email: string
  firstName: string
  lastName: string
  telephone: string
  municipalityId: number
  createdAt: Date
  /** The day of the calendar from which on there are records. */
  since: number
}

/** The area codes of Western Macedonia by its regional units. */
const areaCodes: Record<string, string> = {
  Κοζάνης: '2461',
  Γρεβενών: '2462',
  Καστοριάς: '2467',
  Φλώρινας: '2385',
}

/** Landlines with a 0 behind the area code and mobiles of 692: numbers that ought to be nobody's. */
function telephoneOf(random: Random, regionalUnit: string): string {
  const digits = (n: number) => String(random.below(10 ** n)).padStart(n, '0')
  if (random.next() < 0.8) return `692${digits(7)}`
  const area = areaCodes[regionalUnit] ?? '2310'
  return `${area}0${digits(9 - area.length)}`
}

type Neighbourhood = {
  seed: number
  homes: readonly [Home, ...Home[]]
  calendar: Calendar
  /** What stands behind the @ of their addresses. */
  domain: string
  names: Names
}

/** Invents people one after another: the same seed, the same people. */
export function peopleOf({ seed, homes, calendar, domain, names }: Neighbourhood) {
  const emailOf = emailsAt(domain)
  const home = weighted(homes.map(({ population }) => population))
  return (place: number, records: number): InventedPerson & { random: Random } => {
    const random = randomOf(seed, place)
    const { firstName, lastName } = names(random)
    const { id, regionalUnit } = homes[home(random)] ?? homes[0]
    // More people join the longer the portal is known; who did much has been there for some time.
    const joined = Math.floor(span * random.next() ** 0.8)
    const since = Math.max(0, Math.min(joined, span - 1 - records * 4))
    return {
      email: emailOf(firstName, lastName, random),
      firstName,
      lastName,
      telephone: telephoneOf(random, regionalUnit),
      municipalityId: id,
      createdAt: calendar.momentOf(since, random),
      since: Math.min(since + 1, span - 1),
      random,
    }
  }
}

/**
 * Deals records out to people, unevenly as life does: most have a few, some have hundreds. The sum is `records` exactly.
 * @returns how many each has, by their places
 */
export function dealOut(seed: number, participants: number, records: number): (place: number) => number {
  const random = randomOf(seed, -2)
  const sums = new Float64Array(participants + 1)
  for (let place = 0; place < participants; place += 1)
    sums[place + 1] = (sums[place] ?? 0) + Math.exp(1.1 * random.normal())
  const total = sums[participants] ?? 1
  const until = (place: number) => Math.round(((sums[place] ?? 0) / total) * records)
  return (place) => until(place + 1) - until(place)
}
