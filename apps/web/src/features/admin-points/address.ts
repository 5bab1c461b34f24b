import { type Range, rangeIn, rangeQuery } from '#web/shared/period/period.ts'

/** State of the staff's points page. All of it is in the address, so that the view can be shared. */
export type PointsView = Range & {
  /** As in the address; undefined for all participants. */
  participantId: string | undefined
  /** Starts at 1. */
  page: number
  /** Search text of the participants' list. */
  search: string
}

/**
 * Returns the address of a view: `/admin/points/17/page/2?period=last-month`. A relative period stays relative: opened
 * later, the link shows the last month of that day.
 */
export function addressOf({ participantId, page, search, ...range }: PointsView) {
  const person = participantId === undefined ? '' : `/${participantId}`
  const filters = { ...rangeQuery(range, 'all'), search }
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  return {
    pathname: `/admin/points${person}/page/${page}`,
    search: query.size > 0 ? `?${query.toString()}` : '',
  }
}

/** Parses an address. An invalid page number is page 1. */
export function viewOf(
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): PointsView {
  const page = Number(params['page'])
  return {
    participantId: params['participantId'],
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    ...rangeIn(query, 'all'),
    search: query.get('search') ?? '',
  }
}

/** The default filters. */
export const noFilters = { participantId: undefined, period: 'all', from: '', to: '' } as const
