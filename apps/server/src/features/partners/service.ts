import type { Partner, Portal } from '#server/platform/portal.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/tokens.ts'
import * as queries from './queries.ts'

/**
 * Which partner's program an access token stands for. Looked up at every call, so that disabling a partner, or taking a
 * scope from it, takes effect at once.
 * @param token of the client credentials grant; one that stands for a person opens nothing here
 * @param scope what the call needs; undefined: a token of any scope will do
 * @throws Refusal access_token_invalid, scope_missing
 */
export async function findPartner(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  token: string | undefined,
  scope: string | undefined,
): Promise<Partner> {
  const found = token ? await queries.findTokenOwner(db, hashToken(token), clock.now()) : undefined
  if (!found) throw new Refusal('access_token_invalid')
  const { granted, payload, ...partner } = found
  const asked = typeof payload.scope === 'string' ? payload.scope.split(' ') : []
  const scopes = asked.filter((one) => granted.includes(one))
  if (scope && !scopes.includes(scope)) throw new Refusal('scope_missing', { scope })
  return { ...partner, scopes }
}
