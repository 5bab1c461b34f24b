import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { MigrationMismatch, runMigrate } from './migrate.ts'

/**
 * What the application's role may do with each table. It may not update or delete append-only rows; the counters are
 * written by triggers and functions of the owner (`security definer`). A row lock needs `update` on one column.
 */
export const privileges: Record<string, string> = {
  account_activity: 'select, insert, update, delete',
  account_locks: 'select, insert, update, delete',
  account_restrictions: 'select, insert, update, delete',
  account_tokens: 'select, insert, update, delete',
  activity_day: 'select',
  activity_delta: 'select',
  activity_month: 'select',
  approvals: 'select, insert, update, delete',
  approvers: 'select, insert, update, delete',
  audit_entries: 'select, insert',
  audit_texts: 'select, insert, delete',
  balances: 'select, update (last_month)',
  brand: 'select, insert, update',
  call_notes: 'select, insert, delete',
  card_codes: 'select, insert, update, delete',
  chain_anchors: 'select',
  chain_blocks: 'select, insert',
  chain_erasures: 'select',
  consent_texts: 'select, insert',
  coupon_gifts: 'select, insert, update, delete',
  coupons: 'select, insert, update, delete',
  data_requests: 'select, insert, update, delete',
  delivery_claims: 'select, insert, update, delete',
  desk_entries: 'select, insert, update, delete',
  device_links: 'select, insert, update, delete',
  devices: 'select, insert, update',
  email_changes: 'select, insert, update, delete',
  erasure_mentions: 'select, insert, delete',
  erasures: 'select, insert, update, delete',
  export_ends: 'select, insert',
  export_people: 'select, insert',
  exports: 'select, insert',
  imports: 'select, insert, update, delete',
  import_parts: 'select, insert, delete',
  kysely_migration: 'select',
  kysely_migration_lock: '',
  ledger_flags: 'select, insert, update, delete',
  // Foreign keys reject the removal of those that are linked.
  municipalities: 'select, insert, update, delete',
  offer_days: 'select, insert, update, delete',
  offer_pictures: 'select, insert, update, delete',
  offers: 'select, insert, update',
  oidc_payloads: 'select, insert, update, delete',
  notice_news: 'select, insert, update, delete',
  notice_versions: 'select, insert',
  open_streams: 'select, insert, update, delete',
  page_drafts: 'select, insert, update, delete',
  page_texts: 'select, insert, delete',
  page_values: 'select, insert, update, delete',
  participants_delta: 'select',
  participants_total: 'select',
  partner_consents: 'select, insert, update (withdrawn_at), delete',
  partner_days: 'select, insert, update, delete',
  partner_references: 'select, insert, delete',
  partner_sign_ins: 'select, insert, update, delete',
  partner_subjects: 'select, insert, delete',
  partners: 'select, insert, update',
  passkeys: 'select, insert, update, delete',
  pending_sign_ins: 'select, insert, update, delete',
  places: 'select, insert, update, delete',
  points_day: 'select',
  points_delta: 'select',
  points_mails: 'select, insert, update, delete',
  points_month: 'select',
  points_records: 'select, insert',
  portal_state: 'select, insert, update',
  printed_cards: 'select, insert, update, delete',
  rate_limits: 'select, insert, update, delete',
  // `rates add` locks the table. A trigger rejects changes other than an earlier end, foreign keys the deletion of used rates.
  rates: 'select, insert, update, delete',
  recovery_codes: 'select, insert, update, delete',
  rejected_records: 'select, insert, update, delete',
  repeated_records: 'select, insert, update, delete',
  second_factor_set_ups: 'select, insert, update, delete',
  sessions: 'select, insert, update, delete',
  signing_keys: 'select, insert, update, delete',
  staff_reads: 'select, insert, delete',
  sticker_batches: 'select, insert, update (note)',
  stickers: 'select, insert, update',
  totp_secrets: 'select, insert, update, delete',
  users: 'select, insert, update, delete',
  waiting_deliveries: 'select, insert, update, delete',
}

type Role = {
  name: string
  isSuperuser: boolean
  ownsTables: boolean | null
  mayCreate: boolean
}

async function findRole(db: Db): Promise<Role> {
  // A member of the owner can become the owner.
  const { rows } = await sql<Role>`
    select rolname as name, rolsuper as is_superuser,
      (select pg_has_role(relowner, 'member') from pg_class where oid = to_regclass('kysely_migration')) as owns_tables,
      has_schema_privilege('public', 'create') as may_create
    from pg_roles where rolname = current_user`.execute(db)
  if (!rows[0]) throw new Error('The database has no role for this connection.')
  return rows[0]
}

/** Whether the connection's role may change the tables: their owner, a superuser, or anyone who may create the first. */
export async function isOwner(db: Db): Promise<boolean> {
  const { isSuperuser, ownsTables, mayCreate } = await findRole(db)
  return isSuperuser || (ownsTables ?? mayCreate)
}

/**
 * Compares by a lock, which only connections to the same database of the same server share.
 * @throws Error if the connections are to different databases
 */
export async function assertSameDatabase(owner: Db, application: Db): Promise<void> {
  const key = randomInt(2 ** 47)
  const isSame = await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(trx)
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${key}::bigint) as free`.execute(application)
    return rows[0]?.free === false
  })
  if (!isSame) throw new Error('DATABASE_URL and DATABASE_OWNER_URL are different databases.')
}

/**
 * Grants the application's role what `privileges` lists, in one transaction, and takes everything else from it. The
 * tables of the job queue have to exist.
 * @param application a connection as the application's role, to the same database
 * @returns the role's name
 * @throws Error if the role could get further privileges by itself
 */
export async function grantPrivileges(owner: Db, application: Db): Promise<string> {
  const role = await findRole(application)
  await assertSameDatabase(owner, application)
  await owner.transaction().execute(async (trx) => {
    const run = (statement: string) => sql.raw(statement).execute(trx)
    const name = `"${role.name.replaceAll('"', '""')}"`
    await run('revoke create on schema public from public')
    for (const schema of ['public', 'pgboss']) {
      await run(`revoke all on schema ${schema} from ${name}`)
      await run(`revoke all on all tables in schema ${schema} from ${name}`)
      await run(`grant usage on schema ${schema} to ${name}`)
    }
    for (const [table, allowed] of Object.entries(privileges))
      if (allowed) await run(`grant ${allowed} on public.${table} to ${name}`)
    await run(`grant select, insert, update, delete on all tables in schema pgboss to ${name}`)
  })
  if (await isOwner(application))
    throw new Error(
      `The role ${role.name} of DATABASE_URL is a superuser, owns the tables or is a member of their owner. ` +
        'Create another role (docs/operations.md, Roles of the database).',
    )
  if ((await findRole(application)).mayCreate)
    throw new Error(
      `The role ${role.name} of DATABASE_URL may create tables in the schema public. Revoke that.`,
    )
  return role.name
}

/** @throws MigrationMismatch if the role lacks the privileges of this version */
export async function assertPrivileges(db: Db): Promise<void> {
  const needed = Object.keys(privileges).filter((table) => privileges[table])
  const { rows } = await sql<{ table: string }>`
    select name as table from unnest(${needed}::text[]) name
    where not coalesce(has_table_privilege(to_regclass('public.' || name), 'select'), false)`.execute(db)
  if (rows.length > 0)
    throw new MigrationMismatch(
      `The role of DATABASE_URL may not read ${rows.map(({ table }) => table).join(', ')}. Run: ${runMigrate}`,
    )
}
