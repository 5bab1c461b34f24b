/** What the staff's points page shows; all of it stands in the address, so that it can be sent to a colleague. */
export type PointsView = {
  /** As it stands in the address; absent for everyone. */
  participantId: string | undefined
  /** From 1. */
  page: number
  /** Days of Athens as YYYY-MM-DD, both included; '' for no limit. */
  from: string
  to: string
  /** The search in the list of participants. */
  search: string
}

/** The address of a view: `/admin/points/17/page/2?from=2026-01-01`. */
export function addressOf({ participantId, page, from, to, search }: PointsView) {
  const person = participantId === undefined ? '' : `/${participantId}`
  const query = new URLSearchParams(Object.entries({ from, to, search }).filter(([, value]) => value !== ''))
  return {
    pathname: `/admin/points${person}/page/${page}`,
    search: query.size > 0 ? `?${query.toString()}` : '',
  }
}

/** Reads an address back. A page that is no number counts as the first. */
export function viewOf(
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): PointsView {
  const page = Number(params['page'])
  return {
    participantId: params['participantId'],
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    search: query.get('search') ?? '',
  }
}
