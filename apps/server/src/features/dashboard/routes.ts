import { showDashboard } from '@portal/contract/dashboard.ts'
import { handle, type Routes } from '#server/http/handle.ts'
import * as dashboard from './service.ts'

export const dashboardRoutes: Routes = (scope, portal) => {
  handle(scope, showDashboard, ({ query }) => dashboard.showDashboard(portal, query))
}
