import type { Dashboard } from '@portal/contract/dashboard.ts'
import { addDays, formatDay } from '#web/ui/date-picker/athens-days.ts'
import type { Day } from '#web/lib/days.ts'

export type Unit = Dashboard['unit']
export type Span = { from: Day; to: Day }

// A month has no time zone: UTC, in which the day texts are parsed.
const monthName = new Intl.DateTimeFormat('el', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('el', { month: 'short', timeZone: 'UTC' })
const atMidnight = (day: Day) => new Date(`${day}T00:00:00Z`)

/** '21/11', and for months 'Νοε ’26'. */
export function axisLabel({ from }: Span, unit: Unit): string {
  if (unit !== 'month') return formatDay(from).slice(0, 5)
  return `${shortMonth.format(atMidnight(from)).replace('.', '')} ’${from.slice(2, 4)}`
}

/** '2026-11' → 'Νοέμβριος 2026'. */
export const monthLabel = (month: string): string => monthName.format(atMidnight(`${month}-01`))

/** '22/10/2026 – 21/11/2026', or a single day. */
export const spanLabel = ({ from, to }: Span): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

/** The unit of time in a sentence: 'την ημέρα 16/11/2026', 'την εβδομάδα 16/11/2026 – 22/11/2026', 'τον Νοέμβριο 2026'. */
export function whenLabel(span: Span, unit: Unit): string {
  const label = fullLabel(span, unit)
  if (unit === 'month') return `τον ${label.replace('ος ', 'ο ')}`
  return span.from === span.to ? `την ημέρα ${label}` : `την εβδομάδα ${label}`
}

/** Row label: the day, the days of the week, or the month; for a partial month its first and last day. */
export function fullLabel(span: Span, unit: Unit): string {
  if (unit !== 'month') return spanLabel(span)
  const { from, to } = span
  const begun = from.endsWith('-01') ? '' : `από ${formatDay(from).slice(0, 5)}`
  const ended = addDays(to, 1).endsWith('-01') ? '' : `έως ${formatDay(to).slice(0, 5)}`
  const part = [begun, ended].filter(Boolean).join(' ')
  return monthLabel(from.slice(0, 7)) + (part && ` (${part})`)
}
