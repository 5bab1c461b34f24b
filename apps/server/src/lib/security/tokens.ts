import { hash, randomBytes } from 'node:crypto'

/** Generates a random 256-bit secret in base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Hashes a token for storage (SHA-256). No salt is needed, because tokens are random. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url')

/**
 * Derives the CSRF token of a session: nothing needs to be stored, and a cookie set by another subdomain is not
 * accepted.
 */
export const csrfTokenOf = (sessionToken: string) => hash('sha256', `csrf:${sessionToken}`, 'base64url')

/** Returns the X-Account value of an account: a hash of its `sub`, which reveals neither the id nor the `sub`. */
export const accountTagOf = (sub: string) => hash('sha256', `account:${sub}`, 'base64url').slice(0, 22)
