/** What a partner's site may learn of a person who signs in there: claims by scope (docs/partners.md). */
export const identityScopes = ['openid', 'profile', 'email', 'phone', 'municipality', 'points'] as const

/** What a partner's program may do with the points API, in its own name. */
export const apiScopes = ['points:read', 'points:write'] as const

export const scopes: readonly string[] = [...identityScopes, ...apiScopes]
