import { listEvents } from '@portal/contract/partner-points.ts'
import { handleForPartner, type Routes } from '#server/http/handle.ts'
import * as events from '#server/ledger/events/list.ts'

export const partnerEventsRoutes: Routes = (scope, portal) => {
  handleForPartner(scope, listEvents, ({ partner, query }) => events.listEvents(portal, partner, query))
}
