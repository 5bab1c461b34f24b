import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import { compileOnce, type Db } from '#server/db/database.ts'
import { type Counted, countTries } from '#server/lib/rate-limit/rate-limit.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import type { Registration } from './registration.ts'

/** Cast to text[]: the drivers do not parse arrays of custom enum types. */
const descriptions = sql<Description[]>`partners.descriptions::text[]`.as('descriptions')

type Counting = { client: string; key: string; count: number; now: Date; fresh: Date }
type TokenOwner = {
  id: number
  clientId: string
  name: string
  firstParty: boolean
  isPairwise: boolean
  descriptions: Description[]
  dailyCap: number | null
  personCap: number | null
  granted: string[]
  payload: { scope?: unknown }
  /** Null if the tries were not counted. */
  counted: Counted | null
}

const tokenOwners = compileOnce(
  (_db: Db, one: Counting & { id: string }) => sql<Omit<TokenOwner, 'counted'> & Partial<Counted>>`
    with owner as materialized (
      select p.id, p.client_id, p.name, p.first_party, p.subject_type = 'pairwise' as is_pairwise, p.descriptions::text[] as descriptions, p.daily_cap, p.person_cap,
        p.scopes as granted, o.payload
      from oidc_payloads o join partners p on p.client_id = o.payload ->> 'clientId'
      where o.model = 'ClientCredentials' and o.id = ${one.id} and o.expires_at > ${one.now} and p.disabled_at is null),
    counted as (${countTries(one, sql`owner, set_config('synchronous_commit', 'off', true) where client_id = ${one.client}`)})
    select id, client_id, name, first_party, is_pairwise, descriptions, daily_cap, person_cap, granted, payload, tries, resets_at
    from owner left join counted on true`,
)

/**
 * Finds the enabled partner of an unexpired client credentials token, with the token's payload.
 * @param id hash of the token
 * @param counting tries to count, if `client` is the client id
 */
export async function findTokenOwner(
  db: Db,
  id: string,
  counting: Counting,
): Promise<TokenOwner | undefined> {
  const [row] = await tokenOwners(db, { id, ...counting })
  if (!row) return undefined
  const { tries, resetsAt, ...owner } = row
  return { ...owner, counted: tries && resetsAt ? { tries, resetsAt } : null }
}

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
  'lastCallAt',
  'webhookUrl',
  'webhookFailures',
  'webhookRetryAt',
  'webhookFailedAt',
  'webhookFailedStatus',
  'company',
  'purpose',
  'purposeEn',
  'privacyUrl',
  'subjectType',
  'version',
  'previousSecretUntil',
  'previousSecretUsedAt',
] as const

export const listPartners = (db: Db) =>
  db.selectFrom('partners').select(registered).select(descriptions).orderBy('id').execute()

export const findPartner = (db: Db, clientId: string) =>
  db
    .selectFrom('partners')
    .select([...registered, 'secretHash', 'previousSecretHash'])
    .select(descriptions)
    .where('clientId', '=', clientId)
    .executeTakeFirst()

/** Locks a partner until the transaction ends. */
export const lockPartner = (db: Db, clientId: string) =>
  db.selectFrom('partners').select('id').where('clientId', '=', clientId).forUpdate().execute()

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

/** An operator's change is based on the version that was shown. */
const nextVersion = sql<number>`version + 1`

export const updatePartner = (db: Db, id: number, { descriptions, ...change }: Registration) =>
  db
    .updateTable('partners')
    .set({ ...change, descriptions: asArray(descriptions), version: nextVersion })
    .where('id', '=', id)
    .execute()

/** Keeps the present `sub` of people who signed in at a partner, before it gets pairwise ones. */
export const keepSubjects = (db: Db, partnerId: number) =>
  sql`
    insert into partner_subjects (partner_id, user_id, sub)
    select ${partnerId}::int, u.id, u.sub from users u
    where u.id in (select user_id from partner_consents where partner_id = ${partnerId})
      or u.sub in (select sub from partner_sign_ins where partner_id = ${partnerId})
    on conflict do nothing`.execute(db)

/** Ends all sign-ins at a partner; the trigger removes the grants and queues the logout calls. */
export const deleteSignIns = (db: Db, partnerId: number) =>
  db.deleteFrom('partnerSignIns').where('partnerId', '=', partnerId).execute()

type Secrets = { secretHash: string; previousSecretHash: string | null; previousSecretUntil: Date | null }

export const updateSecret = (db: Db, id: number, secrets: Secrets) =>
  db
    .updateTable('partners')
    .set({ ...secrets, previousSecretUsedAt: null, version: nextVersion })
    .where('id', '=', id)
    .execute()

/** Writes the time of a use of the previous secret, at most once a minute. */
export const notePreviousSecret = (db: Db, id: number, now: Date) =>
  db
    .updateTable('partners')
    .set({ previousSecretUsedAt: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('previousSecretUsedAt', 'is', null),
        where('previousSecretUsedAt', '<', later(now, -minutes(1))),
      ]),
    )
    .execute()

export const updateDisabled = (db: Db, id: number, disabledAt: Date | null) =>
  db.updateTable('partners').set({ disabledAt, version: nextVersion }).where('id', '=', id).execute()

/** Writes the time of a call, unless another process has just done so. */
export const noteCall = (db: Db, id: number, now: Date) =>
  db
    .updateTable('partners')
    .set({ lastCallAt: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('lastCallAt', 'is', null), where('lastCallAt', '<', later(now, -minutes(1)))]),
    )
    .execute()

/** Lists the origins of all enabled partners. */
export async function listOrigins(db: Db): Promise<{ origin: string; firstParty: boolean }[]> {
  const rows = await db
    .selectFrom('partners')
    .select(['origins', 'firstParty'])
    .where('disabledAt', 'is', null)
    .execute()
  return rows.flatMap(({ origins, firstParty }) => origins.map((origin) => ({ origin, firstParty })))
}
