import { describePartner } from '@portal/contract/partners.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'

export const partnerRoutes: Routes = (scope) => {
  handle(scope, describePartner, ({ partner }) => ({
    client_id: partner.clientId,
    name: partner.name,
    scopes: [...partner.scopes],
    descriptions: [...partner.descriptions],
  }))
}
