import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Db } from '#server/db/database.ts'
import { findClient, type RegisteredPartner } from '#server/features/partners/service.ts'
import { type Clock, later } from '#server/lib/time/clock.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import * as queries from './queries.ts'
import { currentContext } from './request-context.ts'

type Context = { db: Db; clock: Clock }

/** Models whose ids are not credentials. The ids of all other models are tokens, codes or cookie values. */
const plainIdModels = new Set(['Grant', 'Interaction'])

/**
 * Storage adapter of oidc-provider on the portal's database and clock. Ids that are credentials are stored as hashes
 * and removed from the payload, so that the table contains no usable credentials.
 */
export function adapterFor({ db, clock }: Context, model: string): Adapter {
  const key = (id: string) => (plainIdModels.has(model) ? id : hashToken(id))
  type Row = { id: string; payload: Record<string, unknown>; consumedAt: Date | null }
  const restore = (row: Row | undefined, id?: string): AdapterPayload | undefined =>
    row && {
      ...row.payload,
      ...((id ?? plainIdModels.has(model)) && { jti: id ?? row.id }),
      ...(row.consumedAt && { consumed: Math.floor(row.consumedAt.getTime() / 1000) }),
    }

  if (model === 'Client') return clients({ db })
  return {
    upsert: async (id, given, expiresIn) => {
      const payload = { ...given }
      delete payload.jti
      const row = {
        model,
        id: key(id),
        payload: withoutCookie(payload),
        // Rows with a grant id are deleted with the grant. Interactions must outlive the session they began in.
        grantId: model === 'Interaction' ? null : (payload.grantId ?? null),
        userCode: payload.userCode ?? null,
        uid: payload.uid ?? null,
        createdAt: clock.now(),
        expiresAt: expiresIn === undefined ? null : later(clock.now(), expiresIn * 1000),
      }
      if (model === 'Session') await upsertSession(db, row, payload)
      else await queries.upsertPayload(db, row, null)
    },
    find: async (id) => restore(await queries.findPayload(db, model, key(id), clock.now()), id),
    findByUid: async (uid) => restore(await queries.findPayloadByUid(db, model, uid, clock.now())),
    // User codes belong to the device flow, which is disabled.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      if (await queries.consumePayload(db, model, key(id), clock.now())) return
      // Concurrent use of a code or refresh token is treated as reuse: revoke the grant (RFC 9700, 4.14).
      const used = await queries.findGrantId(db, model, key(id))
      if (used?.grantId) await queries.deleteGrant(db, used.grantId)
      throw new errors.InvalidGrant('already used')
    },
    destroy: async (id) => void (await queries.deletePayload(db, model, key(id))),
    revokeByGrantId: async (grantId) => void (await queries.deletePayloadsOfGrant(db, model, grantId)),
  }
}

/** Removes the session cookie that an interaction's payload repeats. It is never read. */
function withoutCookie(payload: AdapterPayload): Record<string, unknown> {
  if (!payload.session) return payload
  const { cookie: _, ...session } = payload.session
  return { ...payload, session }
}

/**
 * Stores a provider session, bound to the portal session of the request, and records its sign-ins at sites. A signed-in
 * provider session without a portal session is never found again.
 */
async function upsertSession(db: Db, row: queries.NewPayload, payload: AdapterPayload): Promise<void> {
  const { visitor } = currentContext()
  const sessionHash = visitor && visitor.sub === payload.accountId ? visitor.sessionHash : null
  await db.transaction().execute(async (trx) => {
    await queries.upsertPayload(trx, row, sessionHash)
    if (!sessionHash || !payload.accountId) return
    for (const [clientId, { sid, grantId }] of Object.entries(payload.authorizations ?? {})) {
      if (sid && grantId)
        await queries.upsertSignIn(trx, { sid, sessionHash, clientId, grantId, sub: payload.accountId })
    }
  })
}

const clients = ({ db }: Pick<Context, 'db'>): Adapter => ({
  find: async (clientId) => {
    const partner = await findClient({ db }, clientId)
    return partner && metadataOf(partner)
  },
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  upsert: async () => {},
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
})

/** Converts a registered partner into OpenID Connect client metadata (Dynamic Client Registration). */
function metadataOf(partner: RegisteredPartner): AdapterPayload {
  const signsIn = partner.redirectUris.length > 0
  return {
    client_id: partner.clientId,
    client_name: partner.name,
    client_uri: partner.homeUrl,
    // The provider requires a value. provider.ts compares it as a hash; no enabled algorithm uses it as a key.
    client_secret: partner.secretHash,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: [...(signsIn ? ['authorization_code', 'refresh_token'] : []), 'client_credentials'],
    response_types: signsIn ? ['code'] : [],
    redirect_uris: partner.redirectUris,
    post_logout_redirect_uris: partner.postLogoutRedirectUris,
    ...(partner.backchannelLogoutUri && {
      backchannel_logout_uri: partner.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    // Always include auth_time in ID tokens.
    require_auth_time: signsIn,
    // The provider derives an identifier of the site from the redirect URI, which only sites have. `subAt` does not use it.
    subject_type: signsIn ? partner.subjectType : 'public',
    scope: partner.scopes.join(' '),
    first_party: partner.firstParty,
    partner_id: partner.id,
  }
}
