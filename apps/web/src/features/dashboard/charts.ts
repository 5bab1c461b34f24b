import type { ActivitySums, Dashboard } from '@portal/contract/dashboard.ts'
import { formatNumber, fullMunicipalityName } from '#web/lib/format.ts'
import type { ChartPart } from '#web/ui/charts/bar-chart.tsx'
import { axisLabel, fullLabel, monthLabel, whenLabel } from './labels.ts'
import { text } from './text.ts'

/** A time unit or municipality, with one number for each part of its bar. */
export type ChartRow = { key: string; axis: string; label: string; values: number[] }

/** One chart of the dashboard: its data, summary sentence and table. */
export type Chart = {
  /** Listed in the address when the chart is shown as a table. */
  id: string
  title: string
  summary: string
  /** What the numbers exclude or already include. */
  note?: string
  parts: ChartPart[]
  /** Heading of the table's first column. */
  rowTitle: string
  rows: ChartRow[]
  /** Column sums, if meaningful. */
  totals?: number[]
}

type Series = {
  id: string
  title: string
  part: ChartPart
  most: keyof typeof text.most
  valueOf: (sums: ActivitySums) => number
  say: (total: number) => string
  note?: string | false
}

/** Returns the charts over time, in display order. */
export function chartsOf(data: Dashboard): Chart[] {
  const { totals } = data
  const simple = ({ id, title, part, most, valueOf, say, note }: Series): Chart => ({
    id,
    title,
    parts: [part],
    rowTitle: text.units[data.unit],
    ...(note && { note }),
    rows: rowsOf(data, (sums) => [valueOf(sums)]),
    totals: [valueOf(totals)],
    summary: sentence(say(valueOf(totals)), data, most, valueOf),
  })
  return [
    collectedOf(data),
    simple({
      id: 'spent',
      title: text.redeemed,
      part: { label: text.spent, tone: 'orange' },
      most: 'points',
      valueOf: ({ redeemed }) => redeemed,
      say: text.sayRedeemed,
      note: totals.coupons_cancelled > 0 && text.couponsCancelled(totals.coupons_cancelled),
    }),
    simple({
      id: 'litres',
      title: text.litres,
      part: { label: text.litres, tone: 'amber' },
      most: 'litres',
      valueOf: ({ litres }) => litres,
      say: text.sayLitres,
      note: totals.without_litres > 0 && text.withoutLitres(totals.without_litres),
    }),
    simple({
      id: 'items',
      title: text.items,
      part: { label: text.items, tone: 'green' },
      most: 'items',
      valueOf: ({ items }) => items,
      say: text.sayItems,
      note: totals.without_items > 0 && text.withoutItems(totals.without_items),
    }),
    simple({
      id: 'accounts',
      title: text.accounts,
      part: { label: text.accounts, tone: 'green' },
      most: 'accounts',
      valueOf: (sums) => sums.new_accounts,
      say: text.sayAccounts,
    }),
    activeOf(data),
  ]
}

const rowsOf = ({ series, unit }: Dashboard, valuesOf: (sums: ActivitySums) => number[]): ChartRow[] =>
  series.map((part) => ({
    key: part.from,
    axis: axisLabel(part, unit),
    label: fullLabel(part, unit),
    values: valuesOf(part),
  }))

function collectedOf(data: Dashboard): Chart {
  const { collected, cookingoils, reuse, oil_cancelled: cancelled } = data.totals
  return {
    id: 'given',
    title: text.collected,
    rowTitle: text.units[data.unit],
    parts: [
      { label: text.oil, tone: 'amber' },
      { label: text.reuse, tone: 'green' },
    ],
    rows: rowsOf(data, (sums) => [sums.cookingoils, sums.reuse]),
    totals: [cookingoils, reuse],
    summary: sentence(
      text.sayCollected(collected, formatNumber(cookingoils), formatNumber(reuse)),
      data,
      'points',
      (sums) => sums.collected,
    ),
    ...(cancelled > 0 && { note: text.oilCancelled(cancelled) }),
  }
}

function activeOf({ active_citizens: months }: Dashboard): Chart {
  const last = months.at(-1)
  return {
    id: 'active',
    title: text.active,
    rowTitle: text.units.month,
    parts: [{ label: text.citizens, tone: 'green' }],
    rows: months.map(({ month, citizens }) => ({
      key: month,
      axis: axisLabel({ from: `${month}-01`, to: `${month}-01` }, 'month'),
      label: monthLabel(month),
      values: [citizens],
    })),
    summary: last ? `${text.sayActive(monthLabel(last.month), last.citizens)}.` : '',
  }
}

/** Points by municipality, most points given first. */
export function townsOf({ municipalities }: Dashboard): Chart {
  const active = municipalities.filter(({ records }) => records > 0)
  const rows = active.map(({ id, name, cookingoils, reuse, redeemed }) => {
    const label = id === null ? text.townUnknown : name === null ? text.townGone : fullMunicipalityName(name)
    return { key: String(id), axis: '', label, values: [cookingoils, reuse, redeemed] }
  })
  // Not people without a municipality, nor those of one that no longer takes part.
  const named = active.filter(({ name }) => name !== null)
  const [first] = named
  return {
    id: 'towns',
    title: text.towns,
    rowTitle: text.town,
    rows,
    parts: [
      { label: text.oil, tone: 'amber' },
      { label: text.reuse, tone: 'green' },
      { label: text.spent, tone: 'orange' },
    ],
    totals: [0, 1, 2].map((part) => rows.reduce((sum, { values }) => sum + (values[part] ?? 0), 0)),
    summary: first?.name
      ? `${text.sayTowns(named.length, fullMunicipalityName(first.name), text.points(first.collected))}.`
      : `${text.noTowns}.`,
  }
}

/** Summary sentence: the total, and the highest value if there is more than one unit of time and it exceeds 1. */
function sentence(
  sum: string,
  { series, unit }: Dashboard,
  most: Series['most'],
  valueOf: Series['valueOf'],
) {
  const highest = series.reduce<Dashboard['series'][number] | undefined>(
    (best, part) => (best && valueOf(best) >= valueOf(part) ? best : part),
    undefined,
  )
  if (!highest || series.length < 2 || valueOf(highest) <= 1) return `${sum}.`
  return `${sum} ${text.highest(text.most[most], whenLabel(highest, unit), formatNumber(valueOf(highest)))}.`
}
