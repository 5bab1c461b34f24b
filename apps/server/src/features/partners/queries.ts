import type { Description } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Registration } from './registration.ts'

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
    .select(['partners.id', 'partners.clientId', 'partners.name', 'partners.firstParty', descriptions])
    .select(['partners.scopes as granted', 'oidcPayloads.payload'])
    .where('oidcPayloads.model', '=', 'ClientCredentials')
    .where('oidcPayloads.id', '=', id)
    .where('oidcPayloads.expiresAt', '>', now)
    .where('partners.disabledAt', 'is', null)
    .executeTakeFirst()

const registered = [
  'id',
  'clientId',
  'name',
  'homeUrl',
  'redirectUris',
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'initiateLoginUri',
  'scopes',
  'origins',
  'firstParty',
  'createdAt',
  'disabledAt',
] as const

export const listPartners = (db: Db) =>
  db.selectFrom('partners').select(registered).select(descriptions).orderBy('id').execute()

export const findPartner = (db: Db, clientId: string) =>
  db
    .selectFrom('partners')
    .select([...registered, 'secretHash', 'previousSecretHash', 'previousSecretUntil'])
    .select(descriptions)
    .where('clientId', '=', clientId)
    .executeTakeFirst()

export const hasPartners = async (db: Db) =>
  (await db.selectFrom('partners').select('id').limit(1).executeTakeFirst()) !== undefined

/** PostgreSQL's own way to write an array; the words of an enum need no quotes in it. */
const asArray = (words: readonly string[]) => `{${words.join(',')}}`

/** @returns false where the client id is taken */
export async function insertPartner(
  db: Db,
  { descriptions, ...partner }: Registration & { clientId: string; secretHash: string; createdAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('partners')
    .values({ ...partner, descriptions: asArray(descriptions) })
    .onConflict((conflict) => conflict.column('clientId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const updatePartner = (db: Db, id: number, { descriptions, ...change }: Registration) =>
  db
    .updateTable('partners')
    .set({ ...change, descriptions: asArray(descriptions) })
    .where('id', '=', id)
    .execute()

/** Ends all sign-ins at a partner; the trigger removes the grants and queues the logout calls. */
export const deleteSignIns = (db: Db, partnerId: number) =>
  db.deleteFrom('partnerSignIns').where('partnerId', '=', partnerId).execute()

type Secrets = { secretHash: string; previousSecretHash: string | null; previousSecretUntil: Date | null }

export const updateSecret = (db: Db, id: number, secrets: Secrets) =>
  db.updateTable('partners').set(secrets).where('id', '=', id).execute()

export const updateDisabled = (db: Db, id: number, disabledAt: Date | null) =>
  db.updateTable('partners').set({ disabledAt }).where('id', '=', id).execute()

/** Of all partners that aren't disabled. */
export async function listOrigins(db: Db): Promise<{ origin: string; firstParty: boolean }[]> {
  const rows = await db
    .selectFrom('partners')
    .select(['origins', 'firstParty'])
    .where('disabledAt', 'is', null)
    .execute()
  return rows.flatMap(({ origins, firstParty }) => origins.map((origin) => ({ origin, firstParty })))
}
