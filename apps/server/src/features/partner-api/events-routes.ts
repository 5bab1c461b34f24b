import { findBalance, listEvents } from '@portal/contract/partner-points.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as events from '#server/ledger/events/list.ts'
import { findBalance as readBalance } from '#server/ledger/find-balance.ts'

export const partnerReadRoutes: Routes = (scope, context) => {
  handle(scope, findBalance, ({ partner, params }) => readBalance(context, partner, params.participant))
  handle(scope, listEvents, ({ partner, query }) => events.listEvents(context, partner, query))
}
