import { createHmac } from 'node:crypto'
import { emailKeyOf } from '#server/db/email-key.ts'
import type { AppContext } from '../context/app-context.ts'
import { hmacKey } from '../security/hmac-keys.ts'

/** Security events in the log, with their meaning. Stable names: rules of SIEMs match them. docs/operations.md lists them. */
export const securityEvents = {
  'auth.sign_in': 'a sign-in succeeded',
  'auth.sign_in_failed': 'wrong password, unknown address or inactive account',
  'auth.second_factor_failed': 'a wrong code or passkey after the right password',
  'auth.locked_out':
    'a password or second factor was rejected unchecked, because a limit of tries was reached',
  'auth.password_wrong': 'a password change with a wrong current password',
  'link.rejected': 'a mailed link that is unknown, expired or already used',
  'token.reuse': 'a refresh token or authorization code was used again; its tokens were revoked',
  'access.denied': 'a call without the required permission',
  'csrf.rejected': 'a call from another site, or without the CSRF token',
  'limit.reached': 'a call was rejected by another limit',
  'partner.token_rejected': "a partner's access token that is unknown, expired or disabled",
  'partner.scope_missing': "a partner's access token without the required scope",
  'partner.secret_rejected': 'a wrong client secret, or an unknown client id',
} as const
export type SecurityEvent = keyof typeof securityEvents

export type SecurityFacts = {
  /** Route pattern; addresses contain tokens and names. */
  route: string
  /** Network of the call (`networkOf`). */
  network: string
  /** Id of the signed-in account. */
  account?: number | undefined
  /** Keyed hash of the typed e-mail address: the same for the same address, also if it has no account. */
  address?: string | undefined
  /** Client id of the partner. */
  partner?: string | undefined
}

/** Logs a security event. @param log the logger of the request, which adds the request id */
export const logSecurityEvent = (
  log: { warn: (facts: object, message: string) => void; info: (facts: object, message: string) => void },
  event: SecurityEvent,
  facts: SecurityFacts,
): void => log[event === 'auth.sign_in' ? 'info' : 'warn']({ event, ...facts }, 'security event')

/** Returns the keyed hash of an e-mail address for security events. */
export async function addressHash(
  context: Pick<AppContext, 'db' | 'config'>,
  email: string,
): Promise<string> {
  const key = await hmacKey(context, 'security events')
  return createHmac('sha256', key).update(emailKeyOf(email)).digest('base64url').slice(0, 22)
}
