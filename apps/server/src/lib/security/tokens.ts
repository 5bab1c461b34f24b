import { createHash, randomBytes } from 'node:crypto'

/** A secret that nobody guesses (256 bits), safe in addresses and cookies. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What the database keeps of a token: it recognizes it, and can't give it away. Tokens are random, so no salt. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * The CSRF token that belongs to a session: derived, so that nothing more is kept, and so that a cookie planted by a
 * neighbouring subdomain doesn't fit.
 */
export const csrfTokenOf = (sessionToken: string) =>
  createHash('sha256').update(`csrf:${sessionToken}`).digest('base64url')

/** The value of X-Account for an account: a hash of its `sub`, so that it reveals neither the id nor the `sub`. */
export const accountTagOf = (sub: string) =>
  createHash('sha256').update(`account:${sub}`).digest('base64url').slice(0, 22)
