/** Scopes for claims about the signed-in user (docs/partners.md). */
export const identityScopes = ['openid', 'profile', 'email', 'phone', 'municipality', 'points'] as const

/** Scopes of the points API, for client credentials. */
export const apiScopes = ['points:read', 'points:write'] as const

export const scopes: readonly string[] = [...identityScopes, ...apiScopes]
