import type { Role } from '@portal/contract/security/permissions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

const markKey = 'demonstration'

/** Checks that this database belongs to the demonstration, whose passwords are public. */
export const isMarked = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('portalState').select('key').where('key', '=', markKey).executeTakeFirst()) !==
  undefined

export const insertMark = (db: Db) =>
  db.insertInto('portalState').values({ key: markKey, value: 'yes' }).execute()

/** Locks the registration of the example site until the end of the transaction. */
export const lockExampleSite = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtext('portal example site'))`.execute(trx)

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

export const listHomes = (db: Db) =>
  db
    .selectFrom('municipalities')
    .select(['id', 'name', 'regionalUnit'])
    .orderBy('sortName')
    .orderBy('regionalUnit')
    .execute()

export type NewPerson = {
  email: string
  firstName: string
  lastName: string
  telephone: string
  municipalityId: number | null
  createdAt: Date
  role?: Role
  passwordHash?: string
}

/** Creates active accounts. @returns their ids by e-mail address */
export async function insertPeople(db: Db, people: NewPerson[]): Promise<Map<string, number>> {
  const texts = (of: (person: NewPerson) => string | null) => sql`${people.map(of)}::text[]`
  const { rows } = await sql<{ id: number; email: string }>`
    insert into users
      (email, first_name, last_name, telephone, municipality_id, is_staff, role, password_hash, is_active, created_at, activated_at)
    select email, first_name, last_name, telephone, municipality_id, role is not null, role, password_hash, true, created_at, created_at
    from unnest(
      ${texts((person) => person.email)}, ${texts((person) => person.firstName)}, ${texts((person) => person.lastName)},
      ${texts((person) => person.telephone)}, ${people.map((person) => person.municipalityId)}::int[],
      ${texts((person) => person.role ?? null)}, ${texts((person) => person.passwordHash ?? null)},
      ${people.map((person) => person.createdAt.toISOString())}::timestamptz[]
    ) with ordinality as rows
      (email, first_name, last_name, telephone, municipality_id, role, password_hash, created_at, place)
    order by place
    returning id, email`.execute(db)
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Returns those of the e-mail addresses that have an account. */
export async function findPresent(db: Db, emails: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).execute()
  return new Set(rows.map(({ email }) => email))
}

export const findId = async (db: Db, email: string): Promise<number | undefined> =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id

/** Returns the ids of generated people: accounts without a password. */
export const listSomePeople = async (db: Db, limit: number): Promise<number[]> =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('passwordHash', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Returns codes of stickers without an owner. */
export const listFreeCodes = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('stickers')
      .select('code')
      .where('boundTo', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ code }) => code)

/** Checks if there is an account with an e-mail address of a domain. */
export const hasPeopleAt = async (db: Db, domain: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('emailKey', 'like', `%@${domain}`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Updates the planner statistics and merges the pending lists of the search indexes after a bulk insert. */
export async function vacuumTables(db: Db): Promise<void> {
  for (const table of ['users', 'balances', 'points_records'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
