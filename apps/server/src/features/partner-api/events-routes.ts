import { listEvents } from '@portal/contract/partner-points.ts'
import { handleForPartner, type Routes } from '#server/http/mount-endpoint.ts'
import * as events from '#server/ledger/events/list.ts'

export const partnerEventsRoutes: Routes = (scope, context) => {
  handleForPartner(scope, listEvents, ({ partner, query }) => events.listEvents(context, partner, query))
}
