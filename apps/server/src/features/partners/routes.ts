import { describePartner } from '@portal/contract/partners.ts'
import { handleForPartner, type Routes } from '#server/http/mount-endpoint.ts'

export const partnerRoutes: Routes = (scope) => {
  handleForPartner(scope, describePartner, ({ partner }) => ({
    client_id: partner.clientId,
    name: partner.name,
    scopes: [...partner.scopes],
    descriptions: [...partner.descriptions],
  }))
}
