import type { Description } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** As texts: the drivers don't know arrays of the portal's own types. */
const descriptions = sql<Description[]>`partners.descriptions::text[]`.as('descriptions')

/**
 * The partner that an access token of client credentials belongs to, with what the token was asked for.
 * @param id the token's hash
 */
export const findTokenOwner = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('oidcPayloads')
    .innerJoin('partners', (join) =>
      join.on('partners.clientId', '=', sql<string>`oidc_payloads.payload ->> 'clientId'`),
    )
    .select(['partners.id', 'partners.clientId', 'partners.name', descriptions])
    .select(['partners.scopes as granted', 'oidcPayloads.payload'])
    .where('oidcPayloads.model', '=', 'ClientCredentials')
    .where('oidcPayloads.id', '=', id)
    .where('oidcPayloads.expiresAt', '>', now)
    .where('partners.disabledAt', 'is', null)
    .executeTakeFirst()
