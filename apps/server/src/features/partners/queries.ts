import type { Description } from '@portal/contract/descriptions.ts'
import { sql } from 'kysely'
import { compileOnce, type Db } from '#server/db/database.ts'
import type { Registration } from './registration.ts'

/** Cast to text[]: the drivers do not parse arrays of custom enum types. */
const descriptions = sql<Description[]>`partners.descriptions::text[]`.as('descriptions')

const tokenOwners = compileOnce((db: Db, { id, now }: { id: string; now: Date }) =>
  db
    .selectFrom('oidcPayloads')
    .innerJoin('partners', (join) =>
      join.on('partners.clientId', '=', sql<string>`oidc_payloads.payload ->> 'clientId'`),
    )
    .select(['partners.id', 'partners.clientId', 'partners.name', 'partners.firstParty', descriptions])
    .select(['partners.dailyCap', 'partners.personCap'])
    .select(['partners.scopes as granted', 'oidcPayloads.payload'])
    .where('oidcPayloads.model', '=', 'ClientCredentials')
    .where('oidcPayloads.id', '=', id)
    .where('oidcPayloads.expiresAt', '>', now)
    .where('partners.disabledAt', 'is', null),
)

/**
 * Finds the enabled partner of an unexpired client credentials token, with the token's payload.
 * @param id hash of the token
 */
export const findTokenOwner = async (db: Db, id: string, now: Date) => (await tokenOwners(db, { id, now }))[0]

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
  'dailyCap',
  'personCap',
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

/** PostgreSQL array literal; enum values need no quotes. */
const asArray = (values: readonly string[]) => `{${values.join(',')}}`

/** @returns false if the client id is already used */
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

/** Lists the origins of all enabled partners. */
export async function listOrigins(db: Db): Promise<{ origin: string; firstParty: boolean }[]> {
  const rows = await db
    .selectFrom('partners')
    .select(['origins', 'firstParty'])
    .where('disabledAt', 'is', null)
    .execute()
  return rows.flatMap(({ origins, firstParty }) => origins.map((origin) => ({ origin, firstParty })))
}
