import type { ActivitySums, Dashboard, showDashboard } from '@portal/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { day, figure, listOf, month, objectOf, oneOf, orNull, text, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import type { Days } from '#web/shared/period/period.ts'

const sums = {
  collected: whole,
  cookingoils: whole,
  reuse: whole,
  redeemed: whole,
  oil_cancelled: whole,
  coupons_cancelled: whole,
  litres: figure,
  items: whole,
  without_litres: whole,
  without_items: whole,
  records: whole,
  new_accounts: whole,
}
const days = { from: day, to: day }
const totals = objectOf<ActivitySums>(sums)

const dashboard = objectOf<Dashboard>({
  period: orNull(objectOf<NonNullable<Dashboard['period']>>(days)),
  totals,
  previous: orNull(objectOf<NonNullable<Dashboard['previous']>>({ ...days, totals })),
  unit: oneOf('day', 'week', 'month'),
  series: listOf(objectOf<Dashboard['series'][number]>({ ...days, ...sums })),
  municipalities: listOf(
    objectOf<Dashboard['municipalities'][number]>({ id: orNull(whole), name: orNull(text), ...sums }),
  ),
  active_citizens: listOf(objectOf<Dashboard['active_citizens'][number]>({ month, citizens: whole })),
})

const dashboardRoute = route<typeof showDashboard>(routes.showDashboard, dashboard)

/** Dashboard data of a range of days. */
export const dashboardOptions = ({ from, to }: Days) =>
  queryOptions({
    queryKey: ['dashboard', { from, to }],
    queryFn: ({ signal }) => call(dashboardRoute, { query: { from, to } }, signal),
    refetchOnWindowFocus: false,
  })
