import { factsOf, isDescription } from '@portal/contract/words/descriptions.ts'
import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { formatDecimal, formatDateTime } from '#web/lib/format.ts'
import { text } from './points-origin-text.ts'
import type { AskedBy, ShownOrigin } from './api.ts'

/** A label and value of a record. */
export type Fact = { term: string; value: string; to?: string }

export type OriginText = {
  /** '2,0 λίτρα × 10 πόντοι ανά λίτρο = 20 πόντοι', and the rate used; undefined if no rate applied. */
  sum?: { line: string; rate: string; note: string }
  /** What a coupon cost, what a cancellation returned or took back, or that the record has no details. */
  sentence?: string
  facts: Fact[]
}

/** Returns the origin as text, in reading order: quantity, place, program, time. */
export function describeOrigin(origin: ShownOrigin, by: AskedBy): OriginText {
  const { details, rate, site, reverses } = origin
  const detail = (name: string) => {
    const value = details[name]
    return value === undefined || value === '' ? undefined : value
  }
  const [litres, items] = [Number(detail('litres') ?? 0), Number(detail('item_count') ?? 0)]
  const sticker = detail('sticker')
  const material = detail('material') ?? rate?.material ?? undefined
  const quantity = litres > 0 ? text.litres(litres) : items > 0 ? text.items(items) : undefined

  const candidates = [
    [text.quantity, rate ? undefined : quantity],
    [text.material, material],
    [text.place, origin.place?.name ?? detail('collection_point')],
    [text.sticker, sticker === undefined ? undefined : printedStickerCode(String(sticker))],
    [text.coupon, detail('coupon')],
    [text.shop, detail('shop')],
    [text.reason, detail('reason')],
  ] as const
  const present = candidates.filter(([, value]) => value !== undefined)
  const explained = sentenceOf(origin)
  const silent = present.length === 0 && !rate && !reverses && explained === undefined
  // Without a rate, the site sets a delivery's points; a coupon's price and a reversal need no explanation.
  const setBySite = site !== null && !rate && !reverses && !explained && quantity !== undefined
  const nothing = silent ? (site === null ? text.importSaysNothing : text.siteSaysNothing(site)) : undefined
  const sentence = explained ?? nothing

  const facts = [
    ...present,
    [text.sum, setBySite ? text.setBySite(site) : undefined],
    [text.site, silent ? undefined : (site ?? (detail('reason') ? text.byStaff : text.imported))],
    [text.happened, formatDateTime(origin.created_at)],
    [text.arrived, formatDateTime(origin.received_at)],
    [text.reference, by === 'clerk' && origin.reference !== '' ? origin.reference : undefined],
  ] as const
  return {
    ...(rate && { sum: sumOf(origin, rate, { litres, items }) }),
    ...(sentence && { sentence }),
    facts: facts.flatMap(([term, value]) => {
      if (value === undefined) return []
      const to = term === text.place ? placesOf(origin) : undefined
      return [{ term, value: String(value), ...(to && { to }) }]
    }),
  }
}

/** Facts that belong to the reason of a record's points. */
const reasons = new Set<string>([text.quantity, text.material, text.place, text.shop, text.reason])

/** Returns the reason of a record's points on one line: the sum, or quantity, place, shop and cancellation. */
export function summarizeOrigin(origin: ShownOrigin): string {
  const { sum, facts } = describeOrigin(origin, 'clerk')
  const values = facts.filter(({ term }) => reasons.has(term)).map(({ value }) => value)
  return [...(sum ? [sum.line] : []), ...values].join(' · ')
}

/** Returns the address of the page that shows the record's collection point. */
const placesOf = ({ place }: ShownOrigin) =>
  place && `/places?municipality=${place.municipality}&kind=${place.kind}`

/** Explains a coupon or a cancellation; deliveries are explained by their rate or by the site. */
function sentenceOf({ description, points }: ShownOrigin): string | undefined {
  if (!isDescription(description)) return undefined
  const { category } = factsOf[description]
  const amount = Math.abs(points)
  if (category === 'redeemed') return (points < 0 ? text.couponCosts : text.couponCancelled)(amount)
  if (points >= 0) return undefined
  return (category === 'reuse' ? text.corrected : text.deliveryCancelled)(amount)
}

type Rate = NonNullable<ShownOrigin['rate']>

function sumOf(
  { points }: ShownOrigin,
  { unit, points_per_unit, valid_from, valid_to, note }: Rate,
  { litres, items }: { litres: number; items: number },
) {
  const [amount, amountText, per] =
    unit === 'litre' ? [litres, text.litres(litres), text.perLitre] : [items, text.items(items), text.perItem]
  const exact = amount * points_per_unit
  // Ignore floating-point errors: 0,1 × 30 is 3.
  const isWhole = Math.abs(exact - Math.round(exact)) < 1e-6
  return {
    line: `${amountText} × ${text.points(points_per_unit)} ${per} = ${isWhole ? '' : text.rounded(formatDecimal(exact))}${text.points(points)}`,
    rate:
      valid_to === null
        ? text.rateFrom(per, formatDay(valid_from))
        : text.rateBetween(per, formatDay(valid_from), formatDay(valid_to)),
    note,
  }
}
