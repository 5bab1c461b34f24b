import { partnerScopes } from '@portal/contract/manage-partners.ts'

export { identityScopes } from '@portal/contract/partners.ts'

export const scopes: readonly string[] = partnerScopes
