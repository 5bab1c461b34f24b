import { showDashboard } from '@portal/contract/dashboard.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as dashboard from './service.ts'

export const dashboardRoutes: Routes = (scope, context) => {
  handle(scope, showDashboard, ({ query }) => dashboard.showDashboard(context, query))
}
