import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Db } from '#server/db/database.ts'
import { findClient, type RegisteredPartner } from '#server/features/partners/service.ts'
import { type Clock, later } from '#server/lib/time/clock.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import * as queries from './queries.ts'
import { currentVisitor } from './request-context.ts'

type Context = { db: Db; clock: Clock }

/** Their ids open nothing by themselves; the ids of all others are what a browser or a site holds. */
const openIds = new Set(['Grant', 'Interaction'])

/**
 * How oidc-provider keeps things: on the portal's database, by the portal's clock. Ids that open something are kept as
 * hashes and taken out of the payload, so that who reads the table can use nothing of it.
 */
export function adapterFor({ db, clock }: Context, model: string): Adapter {
  const key = (id: string) => (openIds.has(model) ? id : hashToken(id))
  type Row = { id: string; payload: Record<string, unknown>; consumedAt: Date | null }
  const restore = (row: Row | undefined, id?: string): AdapterPayload | undefined =>
    row && {
      ...row.payload,
      ...((id ?? openIds.has(model)) && { jti: id ?? row.id }),
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
        // What a grant gave goes with it. The way to a new one doesn't: it outlives the session that it began in.
        grantId: model === 'Interaction' ? null : (payload.grantId ?? null),
        userCode: payload.userCode ?? null,
        uid: payload.uid ?? null,
        createdAt: clock.now(),
        expiresAt: expiresIn === undefined ? null : later(clock.now(), expiresIn * 1000),
      }
      if (model === 'Session') await keepSession(db, row, payload)
      else await queries.upsertPayload(db, row, null)
    },
    find: async (id) => restore(await queries.findPayload(db, model, key(id), clock.now()), id),
    findByUid: async (uid) => restore(await queries.findPayloadByUid(db, model, uid, clock.now())),
    // Codes that people type in belong to the device flow, which the portal hasn't.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      if (await queries.consumePayload(db, model, key(id), clock.now())) return
      // Two calls at once with one code or one refresh token: as if they had come one after the other (RFC 9700, 4.14).
      const used = await queries.findGrantId(db, model, key(id))
      if (used?.grantId) await queries.deleteGrant(db, used.grantId)
      throw new errors.InvalidGrant('already used')
    },
    destroy: async (id) => void (await queries.deletePayload(db, model, key(id))),
    revokeByGrantId: async (grantId) => void (await queries.deletePayloadsOfGrant(db, model, grantId)),
  }
}

/** An interaction repeats the cookie of the session that it began in. Nobody asks for it there. */
function withoutCookie(payload: AdapterPayload): Record<string, unknown> {
  if (!payload.session) return payload
  const { cookie: _, ...session } = payload.session
  return { ...payload, session }
}

/**
 * Binds the provider's session to that of the portal in whose name the call is, and notes the sites it has signed in at.
 * One that no session of the portal stands behind is never found again.
 */
async function keepSession(db: Db, row: queries.NewPayload, payload: AdapterPayload): Promise<void> {
  const visitor = currentVisitor()
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

/** What is registered, in the words of OpenID Connect Dynamic Client Registration. */
function metadataOf(partner: RegisteredPartner): AdapterPayload {
  const signsIn = partner.redirectUris.length > 0
  return {
    client_id: partner.clientId,
    client_name: partner.name,
    client_uri: partner.homeUrl,
    // The provider wants one to be there. It is compared with in provider.ts, as a hash; no algorithm is on that would
    // use it as a key.
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
    // A site may want to know how long ago somebody signed in; it needn't ask for it.
    require_auth_time: signsIn,
    scope: partner.scopes.join(' '),
    first_party: partner.firstParty,
  }
}
