import { identityScopes } from '@portal/contract/partners.ts'

export { identityScopes }

/** Scopes of the points API, for client credentials. */
export const apiScopes = ['points:read', 'points:write'] as const

export const scopes: readonly string[] = [...identityScopes, ...apiScopes]
