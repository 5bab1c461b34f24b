import type { Description } from '@portal/contract/words/descriptions.ts'
import type { Calendar } from './calendar.ts'
import { type Random, weighted } from './random.ts'

export type InventedRecord = {
  points: number
  description: Description
  createdAt: Date
  details: Record<string, string | number>
  /** The earlier record that this one reverses. */
  reverses?: InventedRecord
}

/** All figures here are invented for the demonstration; real ones come from the company's systems. */
export const pointsPerLitre = 20
const couponPrices = [100, 150, 200, 300, 500, 1000]
export const materials = [
  { material: 'ύφασμα', points: 8 },
  { material: 'βιβλία', points: 6 },
  { material: 'ξύλο', points: 25 },
  { material: 'μέταλλο', points: 20 },
  { material: 'πλαστικό', points: 5 },
  { material: 'ηλεκτρική συσκευή', points: 40 },
] as const
/** Names and a number of data/places.csv, and one that it does not have. */
const places = [
  'Πράσινο ΑΤΜ Δημαρχείου',
  'Πράσινο ΑΤΜ Λαϊκής Αγοράς',
  'Πορτοκαλί κάδος 3ου Γυμνασίου',
  'K-01',
  'Πορτοκαλί κάδος σταθμού λεωφορείων',
] as const
const shops = [
  'Παντοπωλείο «Η Γωνιά»',
  'Βιβλιοπωλείο «Το Μολύβι»',
  'Φούρνος «Το Ζυμωτό»',
  'Φυτώριο «Η Γλάστρα»',
] as const

const material = weighted([5, 5, 2, 2, 4, 2])
const price = weighted([8, 6, 5, 4, 3, 2])

type Kind = 'oil' | 'cancellation' | 'reused' | 'delivered' | 'coupon' | 'return'
const kinds: Kind[] = ['oil', 'cancellation', 'reused', 'delivered', 'coupon', 'return']
// Impossible kinds (a coupon without enough points) become deliveries, so the weights of rare kinds exceed their share.
const kindInWinter = weighted([56, 2.6, 16, 10, 13.5, 4.4])
const kindInSummer = weighted([40, 2.6, 24, 15, 13.5, 4.4])

/**
 * Generates the records of one participant, oldest first. The balance never becomes negative: coupons and cancellations
 * require enough points at their time.
 */
export function historyOf(
  random: Random,
  calendar: Calendar,
  { count, since }: { count: number; since: number },
): InventedRecord[] {
  const days = Array.from({ length: count }, () => calendar.dayFrom(since, random))
  const times = days
    .map((day) => ({ createdAt: calendar.timeOf(day, random), winter: calendar.seasonOf(day) > 1 }))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())

  let balance = 0
  /** Deliveries and coupons that can still be reversed, newest last. */
  const deliveries: InventedRecord[] = []
  const coupons: InventedRecord[] = []

  const generate = (kind: Kind, createdAt: Date): InventedRecord => {
    if (kind === 'cancellation' && (deliveries.at(-1)?.points ?? Infinity) <= balance)
      return reverse(deliveries, 'collection_cancelled', createdAt)
    if (kind === 'return' && coupons.length > 0)
      return reverse(coupons, random.next() < 0.5 ? 'coupon_cancelled' : 'coupon_reimbursed', createdAt)
    if (kind === 'coupon') {
      const preferred = couponPrices[price(random)] ?? 100
      const cost = [preferred, 150, 100].find((cost) => cost <= balance)
      if (cost) return remember(coupons, couponOf(random, cost, createdAt))
    }
    if (kind === 'reused' || kind === 'return') return itemsOf(random, 'item_reused', createdAt)
    if (kind === 'delivered') return itemsOf(random, 'item_delivered', createdAt)
    return remember(deliveries, oilOf(random, createdAt))
  }

  return times.map(({ createdAt, winter }) => {
    const roll = winter ? kindInWinter(random) : kindInSummer(random)
    const record = generate(kinds[roll] ?? 'oil', createdAt)
    balance += record.points
    return record
  })
}

function remember(list: InventedRecord[], record: InventedRecord): InventedRecord {
  list.push(record)
  if (list.length > 5) list.shift()
  return record
}

/** Removes the newest record of the list and returns its reversal, with the opposite sign. */
function reverse(list: InventedRecord[], description: Description, createdAt: Date): InventedRecord {
  const original = list.pop()
  const { points = 0, details = {} } = original ?? {}
  return { points: -points, description, createdAt, details, ...(original && { reverses: original }) }
}

function oilOf(random: Random, createdAt: Date): InventedRecord {
  const litres = Math.min(15, Math.max(0.5, Math.round(2 * Math.exp(0.75 + 0.55 * random.normal())) / 2))
  const sticker = `ΛΑ-${String(random.below(1_000_000)).padStart(6, '0')}`
  const details = { litres, sticker, collection_point: random.pick(places) }
  return { points: litres * pointsPerLitre, description: 'oil_collected', createdAt, details }
}

function itemsOf(
  random: Random,
  description: 'item_reused' | 'item_delivered',
  createdAt: Date,
): InventedRecord {
  const kind = materials[material(random)] ?? materials[0]
  const count = 1 + Math.floor(4 * random.next() ** 2)
  const points = kind.points * count * (description === 'item_reused' ? 1 : 2)
  return { points, description, createdAt, details: { item_count: count, material: kind.material } }
}

function couponOf(random: Random, cost: number, createdAt: Date): InventedRecord {
  const coupon = `Κ${random
    .below(36 ** 5)
    .toString(36)
    .toUpperCase()
    .padStart(5, '0')}`
  return {
    points: -cost,
    description: 'coupon_created',
    createdAt,
    details: { coupon, shop: random.pick(shops) },
  }
}
