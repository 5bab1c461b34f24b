import { type Range, rangeIn, rangeQuery } from '#web/shared/period/period.ts'

/** State of the dashboard. All of it is in the address, so that the view can be shared. */
export type DashboardView = Range & {
  /** Charts that are shown as tables. */
  tables: readonly string[]
}

const usual = 'last-month'

/** Parses an address. */
export const viewOf = (query: URLSearchParams): DashboardView => ({
  ...rangeIn(query, usual),
  tables: (query.get('tables') ?? '').split('.').filter(Boolean),
})

/** Returns the query string of a view: '' for the default, else '?period=all&tables=given.litres'. */
export function searchOf({ tables, ...range }: DashboardView): string {
  const given = { ...rangeQuery(range, usual), tables: tables.join('.') }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
  return query.size > 0 ? `?${query.toString()}` : ''
}
