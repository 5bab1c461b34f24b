import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

/** Lists the sign-ins of an account at partner sites, of all its live sessions, the newest first. */
export const listSignIns = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('partnerSignIns as i')
    .innerJoin('sessions as s', 's.tokenHash', 'i.sessionHash')
    .innerJoin('partners as p', 'p.id', 'i.partnerId')
    .leftJoin('oidcPayloads as g', (join) =>
      join.onRef('g.id', '=', 'i.grantId').on('g.model', '=', 'Grant').on('g.expiresAt', '>', now),
    )
    .select(['p.clientId', 'p.name', 'p.homeUrl', 'p.firstParty', 'p.scopes as registered'])
    .select(['p.company', 'p.purpose', 'p.purposeEn', 'p.privacyUrl'])
    .select((where) => where.fn.coalesce('g.createdAt', 's.createdAt').as('since'))
    .select(sql<string | null>`g.payload -> 'openid' ->> 'scope'`.as('granted'))
    .select(sql<string | null>`g.payload -> 'rejected' -> 'openid' ->> 'scope'`.as('rejected'))
    .where('s.userId', '=', userId)
    .where('s.expiresAt', '>', now)
    .where('p.disabledAt', 'is', null)
    .orderBy('since', 'desc')
    .execute()

/**
 * Removes a site from the provider's sessions of an account: otherwise its next sign-in has the `sid` of the ended one.
 */
export const forgetAuthorizations = (trx: Trx, userId: number, clientId: string) =>
  sql`
    update oidc_payloads set payload = payload #- array['authorizations', ${clientId}]::text[]
    where model = 'Session' and session_hash in (select token_hash from sessions where user_id = ${userId})`.execute(
    trx,
  )

/** Ends the sign-ins of an account at a partner; the trigger deletes grants and tokens and enqueues the logouts. */
export const deleteSignIns = (trx: Trx, userId: number, clientId: string) =>
  trx
    .deleteFrom('partnerSignIns')
    .where('sessionHash', 'in', (from) =>
      from.selectFrom('sessions').select('tokenHash').where('userId', '=', userId),
    )
    .where('partnerId', '=', (from) =>
      from.selectFrom('partners').select('id').where('clientId', '=', clientId),
    )
    .returning('partnerId')
    .execute()

export const insertText = (trx: Trx, text: Insertable<Database['consentTexts']>) =>
  trx
    .insertInto('consentTexts')
    .values(text)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const insertConsent = (trx: Trx, consent: Insertable<Database['partnerConsents']>) =>
  trx.insertInto('partnerConsents').values(consent).execute()

export const withdrawConsents = (trx: Trx, userId: number, clientId: string, withdrawnAt: Date) =>
  trx
    .updateTable('partnerConsents')
    .set({ withdrawnAt })
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is', null)
    .where('partnerId', '=', (from) =>
      from.selectFrom('partners').select('id').where('clientId', '=', clientId),
    )
    .execute()

/** All consents of an account, also withdrawn ones, the newest first. */
export const listConsentsOf = (db: Db, userId: number) =>
  db
    .selectFrom('partnerConsents as c')
    .innerJoin('partners as p', 'p.id', 'c.partnerId')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .leftJoin('consentTexts as t', 't.hash', 'c.textHash')
    .select(['p.name as site', 'c.givenAt', 'c.withdrawnAt', 'c.scopes', 'c.refused', 'c.language'])
    .select(['c.textVersion as version', 't.body as words'])
    .select((where) => where.fn<string | null>('sub_at', ['c.partnerId', 'u.sub']).as('sub'))
    .where('c.userId', '=', userId)
    .orderBy('c.id', 'desc')
    .execute()

/** Deletes consents and the identifiers at sites. */
export async function deleteConsentsOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('partnerConsents').where('userId', '=', userId).execute()
  await trx.deleteFrom('partnerSubjects').where('userId', '=', userId).execute()
}

/** @param sub of the account @returns the one by which a partner knows it; null if it has none there */
export async function findSubAt(db: Db, partnerId: number, sub: string): Promise<string | null> {
  const { rows } = await sql<{ sub: string | null }>`
    select sub_at(${partnerId}::int, ${sub}::uuid) as sub`.execute(db)
  return rows[0]?.sub ?? null
}

export const insertSubject = (db: Db, partnerId: number, sub: string) =>
  sql`
    insert into partner_subjects (partner_id, user_id) select ${partnerId}::int, id from users where sub = ${sub}::uuid
    on conflict do nothing`.execute(db)

/** Removes a scope from the grants of a person at a partner. */
export const removeScope = (db: Db, sub: string, partnerId: number, scope: string) =>
  sql`
    update oidc_payloads set payload = jsonb_set(payload, '{openid,scope}',
      to_jsonb(array_to_string(array_remove(string_to_array(payload -> 'openid' ->> 'scope', ' '), ${scope}), ' ')))
    where model = 'Grant' and payload -> 'openid' ? 'scope'
      and id in (select grant_id from partner_sign_ins where partner_id = ${partnerId} and sub = ${sub}::uuid)`.execute(
    db,
  )
