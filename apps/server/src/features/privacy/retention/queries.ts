import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { lockedAccounts } from '#server/lib/restrictions/restrictions.ts'

/** Days are YYYY-MM-DD in Athens. An account is inactive if its last activity is before the day. */
export type Cutoffs = { now: Date; warnBefore: string; eraseBefore: string; warnedBefore: Date }

/**
 * Active customers with the day of their last activity: the last sign-in, the sign-up, the activation, or the end of the
 * month of the last record. Without restricted accounts: their data may only be stored. Without locked ones: their owners
 * cannot sign in.
 */
const people = ({ now }: Pick<Cutoffs, 'now'>) => sql`
  select u.id, u.email, a.warned_at, case when a.warned_at is not null then a.warning_accepted_at end as accepted_at,
    greatest(a.last_sign_in_on, athens_day(u.created_at), athens_day(u.activated_at),
    (b.last_month + interval '1 month - 1 day')::date) as active_on
  from users u
  left join balances b on b.participant_id = u.id
  left join account_activity a on a.user_id = u.id
  where u.is_active and not u.is_staff and not exists (select from account_restrictions r where r.user_id = u.id)
    and u.id not in ${lockedAccounts(now)}`

/** @returns false if a server has already run today's job. @param key of the job */
export async function takeDay(
  db: Db,
  key: 'retention day' | 'old details day',
  day: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into portal_state (key, value) values (${key}, ${day})
    on conflict (key) do update set value = excluded.value where portal_state.value <> excluded.value
    returning key`.execute(db)
  return rows.length > 0
}

/**
 * Removes the warnings of accounts that have points records since, or are due later because of a longer period, and those that
 * no mail server accepted, and those of locked accounts: they are sent again.
 */
export const removeWarnings = (db: Db, cutoffs: Cutoffs) =>
  sql`
    update account_activity set warned_at = null
    where warned_at is not null
      and (user_id in ${lockedAccounts(cutoffs.now)} or user_id in (
        select id from (${people(cutoffs)}) p
        where warned_at is not null and (active_on >= ${cutoffs.warnBefore}::date
          or (accepted_at is null and warned_at <= ${cutoffs.warnedBefore}))))`.execute(db)

/** Accounts whose warning was accepted and whose periods have ended. */
const isDue = ({ eraseBefore, warnedBefore }: Cutoffs) =>
  sql<boolean>`accepted_at <= ${warnedBefore} and active_on < ${eraseBefore}::date`

/** Notes that the warning came back. @returns false if the account has no warning that was accepted */
export async function rejectWarning(trx: Trx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    update account_activity set warning_accepted_at = null
    where user_id = ${userId} and warned_at is not null and warning_accepted_at is not null
    returning user_id`.execute(trx)
  return rows.length > 0
}

/** Lists inactive accounts without a warning, the longest inactive first. `activeOn`: YYYY-MM-DD */
export async function listToWarn(
  db: Db,
  cutoffs: Cutoffs,
  limit: number,
): Promise<{ id: number; email: string; activeOn: string }[]> {
  const { rows } = await sql<{ id: number; email: string; activeOn: string }>`
    select id, email, active_on::text as active_on from (${people(cutoffs)}) p
    where warned_at is null and active_on < ${cutoffs.warnBefore}::date
      and not exists (select from erasures e where e.user_id = p.id)
    order by p.active_on, id limit ${limit}`.execute(db)
  return rows
}

/** @returns false if the account was warned before or has been used since */
export async function markWarned(
  trx: Trx,
  userId: number,
  now: Date,
  { warnBefore }: Cutoffs,
): Promise<boolean> {
  const { rows } = await sql`
    insert into account_activity (user_id, warned_at) values (${userId}, ${now})
    on conflict (user_id) do update set warned_at = excluded.warned_at, warning_accepted_at = null
    where account_activity.warned_at is null
      and coalesce(account_activity.last_sign_in_on < ${warnBefore}::date, true)
    returning user_id`.execute(trx)
  return rows.length > 0
}

/** Lists accounts to erase, those warned first first. */
export async function listToErase(db: Db, cutoffs: Cutoffs, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${people(cutoffs)}) p
    where ${isDue(cutoffs)}
    order by accepted_at, id limit ${limit}`.execute(db)
  return rows
}

/** Locks a warning until the transaction ends: a sign-in waits for it. @returns false if the account is not due */
export async function lockInactive(trx: Trx, userId: number, cutoffs: Cutoffs): Promise<boolean> {
  await sql`select from account_activity where user_id = ${userId} for update`.execute(trx)
  const { rows } = await sql`
    select from (${people(cutoffs)}) p
    where id = ${userId} and ${isDue(cutoffs)}`.execute(trx)
  return rows.length > 0
}

/**
 * Numbers of accounts. `oldestActive`: the longest inactive account without a warning; `firstErasable`: the first day on
 * which an account that was warned is erased; `notAccepted`: warnings that no mail server has accepted. Days; null: none.
 */
export type Inactive = {
  accounts: number
  toWarn: number
  toErase: number
  warned: number
  notAccepted: number
  oldestActive: string | null
  firstErasable: string | null
}

/** @param inactiveDays, warningDays the periods */
export async function countInactive(
  db: Db,
  cutoffs: Cutoffs,
  { inactiveDays, warningDays }: { inactiveDays: number; warningDays: number },
): Promise<Inactive> {
  const { rows } = await sql<Inactive>`
    select count(*)::int as accounts,
      (count(*) filter (where warned_at is null and active_on < ${cutoffs.warnBefore}::date))::int as to_warn,
      (count(*) filter (where ${isDue(cutoffs)}))::int as to_erase,
      (count(*) filter (where warned_at is not null))::int as warned,
      (count(*) filter (where warned_at is not null and accepted_at is null))::int as not_accepted,
      (min(active_on) filter (where warned_at is null))::text as oldest_active,
      (min(greatest(active_on + ${inactiveDays}::int + 1, athens_day(accepted_at) + ${warningDays}::int))
        filter (where accepted_at is not null))::text as first_erasable
    from (${people(cutoffs)}) p`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A count returned no row.')
  return row
}
