import type { Description } from '@portal/contract/words/descriptions.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { spellingsOf } from '#server/db/email-key.ts'
import type { Database } from '#server/db/schema.ts'

export const findPerson = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .leftJoin('municipalities', 'municipalities.id', 'users.municipalityId')
    .leftJoin('balances', 'balances.participantId', 'users.id')
    .leftJoin('accountActivity', 'accountActivity.userId', 'users.id')
    .leftJoin('pointsMails', 'pointsMails.userId', 'users.id')
    .leftJoin('accountLocks', 'accountLocks.userId', 'users.id')
    .leftJoin('accountRestrictions', 'accountRestrictions.userId', 'users.id')
    .select(['accountRestrictions.restrictedAt', 'accountRestrictions.liftsAt'])
    .select([
      'accountLocks.lockedAt',
      'accountLocks.reason as lockReason',
      'accountLocks.endsAt as lockedUntil',
    ])
    .select('pointsMails.mode as pointsMails')
    .select(['accountActivity.lastSignInOn', 'accountActivity.warnedAt'])
    .select(['users.id', 'users.sub', 'users.email', 'users.firstName', 'users.lastName', 'users.telephone'])
    .select([
      'users.language',
      'users.role',
      'users.isActive',
      'users.createdAt',
      'users.activatedAt',
      'users.erasedAt',
    ])
    .select((where) => where('users.passwordHash', 'is not', null).as('hasPassword'))
    .select(['municipalities.name as town', 'municipalities.regionalUnit', 'municipalities.region'])
    .select(['balances.available', 'balances.cookingoils', 'balances.reuse', 'balances.redeemed'])
    .where('users.id', '=', id)
    .executeTakeFirst()

export type BookingRow = Pick<
  Selectable<Database['pointsRecords']>,
  'id' | 'description' | 'points' | 'createdAt' | 'receivedAt' | 'reference'
> & { site: string | null; details: Record<string, unknown> | null }

export async function listRecords(db: Db, id: number) {
  const { rows } = await sql<BookingRow & { reversalOf: number | null }>`
    select r.id, r.description, r.points, r.created_at, r.received_at, p.name as site, r.reference, r.details, r.reversal_of
    from points_records r left join partners p on p.id = r.partner_id
    where r.participant_id = ${id} order by r.created_at desc, r.id desc`.execute(db)
  return rows
}

/** Deliveries with the person's stickers that wait, because the sticker is lost. */
export async function listWaiting(db: Db, id: number) {
  const { rows } = await sql<BookingRow & { sticker: string }>`
    select w.id, w.sticker_code as sticker, w.description, w.points, w.created_at, w.received_at, p.name as site,
      w.reference, w.details
    from stickers s
    join waiting_deliveries w on w.sticker_code = s.code and w.record_id is null and w.withdrawn_by is null
    join partners p on p.id = w.partner_id
    where s.bound_to = ${id} order by w.created_at desc, w.id desc`.execute(db)
  return rows
}

type CouponRow = Omit<
  Selectable<Database['coupons']>,
  'participantId' | 'code' | 'codeHash' | 'usedDeviceId'
> & { usedWhere: string | null; giftAt: Date | null; giftUntil: Date | null }

export async function listCoupons(db: Db, id: number) {
  const { rows } = await sql<CouponRow>`
    select c.record_id, c.ending, c.title, c.title_en, c.shop, c.valid_until, c.used_at, c.cancelled_at, c.offer_id,
      d.name as used_where, g.created_at as gift_at, g.expires_at as gift_until
    from coupons c
    left join devices d on d.id = c.used_device_id
    -- Of a link that was used, the giver has the coupon no longer.
    left join coupon_gifts g on g.record_id = c.record_id and g.taken_at is null
    where c.participant_id = ${id} order by c.record_id desc`.execute(db)
  return rows
}

export const listCards = (db: Db, id: number) =>
  db
    .selectFrom('printedCards')
    .select(['createdAt', 'revokedAt'])
    .where('participantId', '=', id)
    .orderBy('id', 'desc')
    .execute()

/** What devices of partners recorded about a person. */
export async function listDeskEntries(db: Db, id: number) {
  const { rows } = await sql<{
    device: string
    entry: string
    outcome: string
    recordId: number | null
    happenedAt: Date
    receivedAt: Date
    sticker: string | null
    material: string | null
    quantity: number | null
    points: number | null
  }>`
    select d.name || ', ' || p.name as device, e.kind as entry, e.state as outcome, e.record_id, e.happened_at, e.received_at,
      e.sticker_code as sticker, e.material, e.quantity::float8 as quantity, e.points
    from desk_entries e join devices d on d.id = e.device_id join partners p on p.id = d.partner_id
    where e.participant_id = ${id} order by e.id desc`.execute(db)
  return rows
}

export const listSessions = (db: Db, id: number) =>
  db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt', 'expiresAt', 'browser', 'system', 'network'])
    .where('userId', '=', id)
    .orderBy('createdAt', 'desc')
    .execute()

export const findTotp = (db: Db, id: number) =>
  db.selectFrom('totpSecrets').select('createdAt').where('userId', '=', id).executeTakeFirst()

export const listPasskeys = (db: Db, id: number) =>
  db
    .selectFrom('passkeys')
    .select(['name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', id)
    .orderBy('id')
    .execute()

/** Number of recovery codes that were not used. */
export async function countRecoveryCodes(db: Db, id: number): Promise<number> {
  const codes = db.selectFrom('recoveryCodes').select('place').where('userId', '=', id)
  return (await codes.where('usedAt', 'is', null).execute()).length
}

export async function listSites(db: Db, id: number) {
  const { rows } = await sql<{ name: string; scope: string | null }>`
    select distinct p.name, g.payload -> 'openid' ->> 'scope' as scope
    from users u
    join partner_sign_ins i on i.sub = u.sub
    join partners p on p.id = i.partner_id
    left join oidc_payloads g on g.model = 'Grant' and g.id = i.grant_id
    where u.id = ${id} order by p.name`.execute(db)
  return rows
}

export const listLinks = (db: Db, id: number) =>
  db
    .selectFrom('accountTokens')
    .select(['purpose', 'createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', id)
    .orderBy('createdAt', 'desc')
    .execute()

export async function listMails(db: Db, { id, email }: { id: number; email: string }) {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db)
  if (!found[0]?.exists) return []
  const sent = await spellingsOf(db, email, {
    email: sql`(data ->> 'email')`,
    source: sql`from pgboss.job where name = 'account-mails'`,
  })
  const { rows } = await sql<{ kind: string; state: string; createdAt: Date }>`
    select data ->> 'kind' as kind, state::text as state, created_on as created_at from pgboss.job
    where name = 'account-mails' and (data ->> 'userId' = ${String(id)}
      or data ->> 'email' = any(${sent}::text[]))
    order by created_on desc`.execute(db)
  return rows
}

/** Entries about a person, and of a citizen's own actions. The network only of the person's own. `details` also name the site. */
export async function listAudit(db: Db, id: number) {
  const { rows } = await sql<{
    at: Date
    actorKind: string
    role: string | null
    name: string | null
    network: string | null
    action: string
    details: Record<string, unknown>
  }>`
    select e.at, e.actor_kind, e.action,
      case when named.name is null then e.details else e.details || jsonb_build_object('site', named.name) end as details,
      case when e.actor_kind = 'staff' then u.role end as role,
      coalesce(p.name, e.actor_name) as name,
      case when e.actor_kind in ('citizen', 'staff') and e.actor_id = ${id}::bigint then e.network end as network
    from audit_entries e
    left join users u on e.actor_kind = 'staff' and u.id = e.actor_id
    left join devices d on e.actor_kind = 'device' and d.id = e.actor_id
    left join partners p on p.id = case when e.actor_kind = 'partner' then e.actor_id else d.partner_id end
    left join partners named on named.client_id = e.details ->> 'partner'
    where e.subject_id = ${id}::bigint or (e.actor_kind = 'citizen' and e.actor_id = ${id}::bigint)
    order by e.id desc`.execute(db)
  return rows
}

/** Flags about a person's points, and about what a person of staff read. */
export const listFlags = (db: Db, id: number) =>
  db
    .selectFrom('ledgerFlags')
    .leftJoin('partners', 'partners.id', 'ledgerFlags.partnerId')
    .select(['partners.name as site', 'day', 'rejected', 'creditedTwice', 'cap', 'points'])
    .select(['raisedAt', 'resolvedAt', 'note'])
    .where((where) => where.or([where('participantId', '=', id), where('staffId', '=', id)]))
    .orderBy('ledgerFlags.id', 'desc')
    .execute()

/** Changes of the address, also those that wait. */
export const listEmailChanges = (db: Db, id: number) =>
  db
    .selectFrom('emailChanges')
    .select(['oldEmail', 'newEmail', 'approvalId'])
    .select(['requestedAt', 'expiresAt', 'confirmedAt', 'undoUntil', 'undoneAt'])
    .where('userId', '=', id)
    .orderBy('id', 'desc')
    .execute()

/** Manual records and changes of the address that staff requested and that needed an approval. */
export async function listRequests(db: Db, id: number) {
  const { rows } = await sql<{
    id: number
    description: Description | null
    points: number | null
    why: string
    requestedAt: Date
    decision: string | null
    decidedAt: Date | null
    executedAt: Date | null
    note: string
  }>`
    select id, payload ->> 'description' as description, points, coalesce(payload ->> 'reason', '') as why, requested_at,
      decision, decided_at, executed_at, note
    from approvals where kind in ('points_added', 'email_changed') and (payload ->> 'participantId')::bigint = ${id}
    order by id desc`.execute(db)
  return rows
}

export const listExports = (db: Db, id: number) =>
  db
    .selectFrom('exports')
    .leftJoin('exportEnds', 'exportEnds.exportId', 'exports.id')
    .select(['exports.subject', 'exports.filter', 'exports.begunAt'])
    .select(['exportEnds.endedAt', 'exportEnds.nRows', 'exportEnds.outcome'])
    .where('exports.userId', '=', id)
    .orderBy('exports.id', 'desc')
    .execute()
