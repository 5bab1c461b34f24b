import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { MigrationMismatch, runMigrate } from './migrate.ts'

const everything = 'select, insert, update, delete'

/**
 * Tables of which the server may change every row. Foreign keys reject the removal of municipalities and rates that are in use,
 * and a trigger changes of rates other than an earlier end; `rates add` locks their table.
 */
const changed = `
account_activity account_locks account_restrictions account_tokens approvals approvers card_codes coupon_gifts
coupons data_requests delivery_claims desk_entries device_links email_changes erasures imports ledger_flags
municipalities offer_days offer_pictures oidc_payloads notice_news open_streams page_drafts page_values
partner_days partner_sign_ins passkeys pending_sign_ins places points_mails printed_cards rate_limits rates
recovery_codes rejected_records repeated_records second_factor_set_ups sessions signing_keys totp_secrets users
waiting_deliveries
`

/**
 * What the application's role may do with each table. It may not update or delete append-only rows; the counters are
 * written by triggers and functions of the owner (`security definer`). A row lock needs `update` on one column.
 */
export const privileges: Record<string, string> = {
  ...Object.fromEntries(
    changed
      .trim()
      .split(/\s+/)
      .map((table) => [table, everything]),
  ),
  activity_day: 'select',
  activity_delta: 'select',
  activity_month: 'select',
  audit_entries: 'select, insert',
  audit_texts: 'select, insert, delete',
  balances: 'select, update (last_month)',
  brand: 'select, insert, update',
  call_notes: 'select, insert, delete',
  chain_anchors: 'select',
  chain_blocks: 'select, insert',
  chain_erasures: 'select',
  consent_texts: 'select, insert',
  devices: 'select, insert, update',
  erasure_mentions: 'select, insert, delete',
  export_ends: 'select, insert',
  export_people: 'select, insert',
  exports: 'select, insert',
  import_parts: 'select, insert, delete',
  kysely_migration: 'select',
  kysely_migration_lock: '',
  offers: 'select, insert, update',
  notice_versions: 'select, insert',
  page_texts: 'select, insert, delete',
  participants_delta: 'select',
  participants_total: 'select',
  partner_consents: 'select, insert, update (withdrawn_at), delete',
  partner_references: 'select, insert, delete',
  partner_subjects: 'select, insert, delete',
  partners: 'select, insert, update',
  points_day: 'select',
  points_delta: 'select',
  points_month: 'select',
  points_records: 'select, insert',
  portal_state: 'select, insert, update',
  staff_reads: 'select, insert, delete',
  sticker_batches: 'select, insert, update (note)',
  stickers: 'select, insert, update',
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
