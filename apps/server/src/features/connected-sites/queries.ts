import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

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
