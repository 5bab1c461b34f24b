import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { spellingsOf } from '#server/db/email-key.ts'

/** Finds an active citizen account with the columns for claims. */
export const findCitizen = (db: Db, sub: string) =>
  db
    .selectFrom('users')
    .leftJoin('municipalities', 'municipalities.id', 'users.municipalityId')
    .select(['users.id', 'users.email', 'users.firstName', 'users.lastName', 'users.telephone'])
    .select(['municipalities.id as municipalityId', 'municipalities.name as municipalityName'])
    .where('users.sub', '=', sub)
    .where('users.isActive', '=', true)
    .where('users.isStaff', '=', false)
    .executeTakeFirst()

type Payload = Record<string, unknown>

export type NewPayload = {
  model: string
  id: string
  payload: Payload
  grantId: string | null
  userCode: string | null
  uid: string | null
  /** Creation time; updates do not change it. */
  createdAt: Date
  expiresAt: Date | null
}

/**
 * Inserts or updates a payload. It is bound to the portal session, or to none if that session has just ended.
 * @param sessionHash hash of the portal session; null: none
 */
export async function upsertPayload(db: Db, row: NewPayload, sessionHash: string | null): Promise<void> {
  const payload = JSON.stringify(row.payload)
  await sql`
    insert into oidc_payloads (model, id, payload, grant_id, user_code, uid, created_at, expires_at,
      session_hash)
    values (${row.model}, ${row.id}, ${payload}::jsonb, ${row.grantId}, ${row.userCode}, ${row.uid}, ${row.createdAt},
      ${row.expiresAt},
      (select token_hash from sessions where token_hash = ${sessionHash} for key share))
    on conflict (model, id) do update set
      payload = excluded.payload, grant_id = excluded.grant_id, user_code = excluded.user_code, uid = excluded.uid,
      expires_at = excluded.expires_at, session_hash = excluded.session_hash`.execute(db)
}

/**
 * Records a sign-in of a portal session at a partner. Does nothing if the session or the grant has just ended: the
 * provider session of a slower request may still name a site whose access was withdrawn.
 */
export async function upsertSignIn(
  db: Db,
  signIn: { sid: string; sessionHash: string; clientId: string; grantId: string; sub: string },
): Promise<void> {
  await sql`
    insert into partner_sign_ins (sid, session_hash, partner_id, grant_id, sub)
    select ${signIn.sid}, sessions.token_hash, partners.id, ${signIn.grantId}, ${signIn.sub}::uuid
    from sessions, partners
    where sessions.token_hash = ${signIn.sessionHash} and partners.client_id = ${signIn.clientId}
      and exists (select from oidc_payloads where model = 'Grant' and id = ${signIn.grantId})
    on conflict (sid) do update set session_hash = excluded.session_hash, grant_id = excluded.grant_id`.execute(
    db,
  )
}

const livePayloads = (db: Db, model: string, now: Date) =>
  db
    .selectFrom('oidcPayloads')
    .select(['oidcPayloads.id', 'oidcPayloads.payload', 'oidcPayloads.consumedAt'])
    .where('oidcPayloads.model', '=', model)
    .where((where) =>
      where.or([where('oidcPayloads.expiresAt', 'is', null), where('oidcPayloads.expiresAt', '>', now)]),
    )

/**
 * As `livePayloads`, for provider sessions: a session with an account is live only while its portal session is, and if
 * the account is an active citizen's.
 */
const liveSessions = (db: Db, now: Date) =>
  livePayloads(db, 'Session', now).where(
    sql<boolean>`(oidc_payloads.payload ->> 'accountId' is null or exists (
      select 1 from sessions join users on users.id = sessions.user_id
      where sessions.token_hash = oidc_payloads.session_hash and sessions.expires_at > ${now}
        and users.is_active and not users.is_staff
        and users.sub::text = oidc_payloads.payload ->> 'accountId'))`,
  )

export const findPayload = (db: Db, model: string, id: string, now: Date) =>
  (model === 'Session' ? liveSessions(db, now) : livePayloads(db, model, now))
    .where('oidcPayloads.id', '=', id)
    .executeTakeFirst()

export const findPayloadByUid = (db: Db, model: string, uid: string, now: Date) =>
  (model === 'Session' ? liveSessions(db, now) : livePayloads(db, model, now))
    .where('oidcPayloads.uid', '=', uid)
    .executeTakeFirst()

/** @returns false if it was already consumed */
export async function consumePayload(db: Db, model: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oidcPayloads')
    .set({ consumedAt: now })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the creation time of a payload. */
export const findCreatedAt = async (db: Db, model: string, id: string) =>
  (
    await db
      .selectFrom('oidcPayloads')
      .select('createdAt')
      .where('model', '=', model)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.createdAt

export const findGrantId = (db: Db, model: string, id: string) =>
  db
    .selectFrom('oidcPayloads')
    .select('grantId')
    .where('model', '=', model)
    .where('id', '=', id)
    .executeTakeFirst()

export const deletePayload = (db: Db, model: string, id: string) =>
  db.deleteFrom('oidcPayloads').where('model', '=', model).where('id', '=', id).execute()

export const deletePayloadsOfGrant = (db: Db, model: string, grantId: string) =>
  db.deleteFrom('oidcPayloads').where('model', '=', model).where('grantId', '=', grantId).execute()

/** Deletes a grant and all payloads issued under it. */
export const deleteGrant = (db: Db, grantId: string) =>
  db
    .deleteFrom('oidcPayloads')
    .where((where) =>
      where.or([
        where('grantId', '=', grantId),
        where.and([where('model', '=', 'Grant'), where('id', '=', grantId)]),
      ]),
    )
    .execute()

export const deleteExpiredPayloads = (db: Db, now: Date) =>
  db.deleteFrom('oidcPayloads').where('expiresAt', '<=', now).execute()

/** Deletes sign-ins at partner sites; the trigger enqueues their back-channel logouts. */
export const deleteSignIns = (db: Db, sids: string[]) =>
  sids.length === 0 ? Promise.resolve([]) : db.deleteFrom('partnerSignIns').where('sid', 'in', sids).execute()

export const findLogoutAddress = (db: Db, partnerId: number) =>
  db
    .selectFrom('partners')
    .select(['clientId', 'backchannelLogoutUri'])
    .where('id', '=', partnerId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()

/**
 * Deletes an account's sessions, consents and tokens of the provider, and sign-ins that are under way: its own, and those
 * that a site began for its address. Other values, such as a site's `state`, are not compared. @returns the number of rows
 */
export async function deletePayloadsAbout(db: Db, sub: string, email: string): Promise<number> {
  const hints = await spellingsOf(db, email, {
    email: sql`(payload #>> '{params,login_hint}')`,
    source: sql`from oidc_payloads where true`,
  })
  const { numDeletedRows } = await db
    .deleteFrom('oidcPayloads')
    .where(
      sql<boolean>`${sub} in (payload ->> 'accountId', payload #>> '{session,accountId}',
          payload #>> '{result,login,accountId}', payload #>> '{lastSubmission,login,accountId}')
        or payload #>> '{params,login_hint}' = any(${hints}::text[])`,
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
