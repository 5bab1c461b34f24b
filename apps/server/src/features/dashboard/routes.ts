import { showDashboard } from '@portal/contract/dashboard.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { read } from '#server/lib/standby/standby.ts'
import * as dashboard from './service.ts'

export const dashboardRoutes: Routes = (scope, context) => {
  handle(scope, showDashboard, async ({ actor, query }) => {
    const { from, to } = dashboard.readSpan(query)
    // The sums of a day in a small municipality may be those of one person (decision 012).
    await auditRead(context, actor, { action: 'dashboard.read', details: { from, to } })
    return read(context, actor, (db) => dashboard.showDashboard({ ...context, db }, query))
  })
}
