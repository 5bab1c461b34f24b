import { showDashboard } from '@portal/contract/dashboard.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { read } from '#server/lib/standby/standby.ts'
import * as dashboard from './service.ts'

export const dashboardRoutes: Routes = (scope, context) => {
  handleFor(scope, showDashboard, ({ actor, query }) =>
    read(context, actor, (db) => dashboard.showDashboard({ ...context, db }, query)),
  )
}
