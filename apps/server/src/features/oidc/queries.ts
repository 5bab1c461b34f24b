import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Who is signed in to the portal by a session's cookie, with what the provider has to know of it. */
export const findVisitor = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.sub', 'users.isStaff', 'users.email'])
    .select(['sessions.tokenHash as sessionHash', 'sessions.createdAt as since'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', now)
    .where('users.isActive', '=', true)
    .executeTakeFirst()

/** A citizen's account as partner sites may learn of it. */
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
  /** Of the first one under this id; that one's stays. */
  createdAt: Date
  expiresAt: Date | null
}

/**
 * Keeps a payload. One that belongs to a session of the portal is bound to it, and to none where that has just ended.
 * @param sessionHash null: it belongs to none
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

/** Notes where a session of the portal has signed in. Nothing where the session has just ended. */
export async function upsertSignIn(
  db: Db,
  signIn: { sid: string; sessionHash: string; clientId: string; grantId: string; sub: string },
): Promise<void> {
  await sql`
    insert into partner_sign_ins (sid, session_hash, partner_id, grant_id, sub)
    select ${signIn.sid}, sessions.token_hash, partners.id, ${signIn.grantId}, ${signIn.sub}::uuid
    from sessions, partners
    where sessions.token_hash = ${signIn.sessionHash} and partners.client_id = ${signIn.clientId}
    on conflict (sid) do update set session_hash = excluded.session_hash, grant_id = excluded.grant_id`.execute(
    db,
  )
}

const kept = (db: Db, model: string, now: Date) =>
  db
    .selectFrom('oidcPayloads')
    .select(['oidcPayloads.id', 'oidcPayloads.payload', 'oidcPayloads.consumedAt'])
    .where('oidcPayloads.model', '=', model)
    .where((where) =>
      where.or([where('oidcPayloads.expiresAt', 'is', null), where('oidcPayloads.expiresAt', '>', now)]),
    )

/**
 * The same, of a session of the provider in which somebody is signed in: while the portal's session that it is bound to
 * lives, and the account is one of a citizen.
 */
const keptSession = (db: Db, now: Date) =>
  kept(db, 'Session', now).where(
    sql<boolean>`(oidc_payloads.payload ->> 'accountId' is null or exists (
      select 1 from sessions join users on users.id = sessions.user_id
      where sessions.token_hash = oidc_payloads.session_hash and sessions.expires_at > ${now}
        and users.is_active and not users.is_staff
        and users.sub::text = oidc_payloads.payload ->> 'accountId'))`,
  )

export const findPayload = (db: Db, model: string, id: string, now: Date) =>
  (model === 'Session' ? keptSession(db, now) : kept(db, model, now))
    .where('oidcPayloads.id', '=', id)
    .executeTakeFirst()

export const findPayloadByUid = (db: Db, model: string, uid: string, now: Date) =>
  (model === 'Session' ? keptSession(db, now) : kept(db, model, now))
    .where('oidcPayloads.uid', '=', uid)
    .executeTakeFirst()

/** @returns false where it was consumed before */
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

/** When it was first kept. */
export const findBeginning = async (db: Db, model: string, id: string) =>
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

/** A grant, and everything that was given by it. */
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

/** Ends sign-ins at partner sites; the trigger has the sites told. */
export const deleteSignIns = (db: Db, sids: string[]) =>
  sids.length === 0 ? Promise.resolve([]) : db.deleteFrom('partnerSignIns').where('sid', 'in', sids).execute()

/**
 * Takes logouts that sites are to be told of now; others that ask at the same time get others. Each comes again after a
 * pause, twice as long every time and at most a quarter of an hour, unless it is deleted before. `next_try_at` is rounded to
 * milliseconds, possibly up: one of this moment is due by a clock that is rounded alike.
 */
export async function takeLogouts(db: Db, atMost: number) {
  const { rows } = await sql<{ id: number; partnerId: number; sid: string; sub: string }>`
    update partner_logouts
    set tries = tries + 1, next_try_at = now() + least(900, 2 ^ (least(tries, 20) + 1)) * interval '1 second'
    where id in (
      select id from partner_logouts where next_try_at <= now()::timestamptz(3) order by id limit ${atMost} for update skip locked)
    returning id, partner_id, sid, sub`.execute(db)
  return rows
}

export const deleteLogout = (db: Db, id: number) =>
  db.deleteFrom('partnerLogouts').where('id', '=', id).execute()

/** Of sites that weren't to be reached for four days. */
export const deleteStaleLogouts = (db: Db) =>
  db
    .deleteFrom('partnerLogouts')
    .where('createdAt', '<', sql<Date>`now() - interval '4 days'`)
    .execute()

export const findLogoutAddress = (db: Db, partnerId: number) =>
  db
    .selectFrom('partners')
    .select(['clientId', 'backchannelLogoutUri'])
    .where('id', '=', partnerId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
