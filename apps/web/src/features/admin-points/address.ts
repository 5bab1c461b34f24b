import { type Days, daysIn, isPeriod, type Period } from '#web/shared/period/period.ts'

/** What the staff's points page shows; all of it stands in the address, so that it can be sent to a colleague. */
export type PointsView = Days & {
  /** As it stands in the address; absent for everyone. */
  participantId: string | undefined
  /** From 1. */
  page: number
  period: Period
  /** The search in the list of participants. */
  search: string
}

/**
 * The address of a view: `/admin/points/17/page/2?period=last-month`. A relative period stays relative: whoever opens
 * the link later sees the last month of that day (docs/decisions/013).
 */
export function addressOf({ participantId, page, period, from, to, search }: PointsView) {
  const person = participantId === undefined ? '' : `/${participantId}`
  const filters = {
    period: period === 'all' ? '' : period,
    ...(period === 'custom' && { from, to }),
    search,
  }
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  return {
    pathname: `/admin/points${person}/page/${page}`,
    search: query.size > 0 ? `?${query.toString()}` : '',
  }
}

/**
 * Reads an address back. What is no page counts as the first, what is no period as all time, what is no day as none;
 * days without a period are a custom one.
 */
export function viewOf(
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): PointsView {
  const page = Number(params['page'])
  const { from, to } = daysIn(query)
  const asked = query.get('period') ?? (from || to ? 'custom' : 'all')
  const period = isPeriod(asked) ? asked : 'all'
  return {
    participantId: params['participantId'],
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    period,
    ...(period === 'custom' ? { from, to } : { from: '', to: '' }),
    search: query.get('search') ?? '',
  }
}

/** The filters as none were chosen. */
export const noFilters = { participantId: undefined, period: 'all', from: '', to: '' } as const
