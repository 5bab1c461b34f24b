import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Actor, AppContext } from '../context/app-context.ts'
import { athensDay } from '../time/athens.ts'

/** Whom members of staff have read today, as far as this process has counted them; 'all' after the flag. */
type ReadBy = Map<number, ReadonlySet<number> | 'all'>
const counted = new WeakMap<Db, { day: string; readBy: ReadBy }>()

function readByOn(db: Db, day: string): ReadBy {
  const known = counted.get(db)
  const today = known?.day === day ? known : { day, readBy: new Map() }
  counted.set(db, today)
  return today.readBy
}

/**
 * Counts the different people whose data a member of staff has read on a day of Athens, and raises one flag for managers
 * above CAP_STAFF_READS_DAY. Call before the data is sent.
 * @param people ids of accounts
 */
export async function countPeopleRead(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  { id, isStaff }: Pick<Actor, 'id' | 'isStaff'>,
  people: readonly number[],
): Promise<void> {
  const cap = config.staffReadsDay
  if (cap === 0 || !isStaff || people.length === 0) return
  const now = clock.now()
  const day = athensDay(now)
  // Most pages of a list are read again, or after the flag: with two statements for each, a page took half as long again.
  const readBy = readByOn(db, day)
  const known = readBy.get(id) ?? new Set<number>()
  if (known === 'all') return
  const added = people.filter((person) => !known.has(person))
  if (added.length === 0) return
  // Ordered, so that two calls with the same people do not wait for each other. Nothing is counted after the flag.
  await sql`
    insert into staff_reads (staff_id, day, participant_id)
    select ${id}::bigint, ${day}::date, person
    from unnest(${added.slice(0, cap + 1)}::bigint[]) person, set_config('synchronous_commit', 'off', true)
    where not exists (select from ledger_flags where staff_id = ${id}::bigint and day = ${day}::date and occasion is null)
    order by person on conflict do nothing`.execute(db)
  // A statement of its own: it sees what calls at the same time have added.
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from staff_reads where staff_id = ${id}::bigint and day = ${day}::date limit ${cap + 1}) people`.execute(
    db,
  )
  const points = rows[0]?.n ?? 0
  if (points <= cap) {
    readBy.set(id, new Set([...known, ...added]))
    return
  }
  await db
    .insertInto('ledgerFlags')
    .values({
      partnerId: null,
      participantId: null,
      staffId: id,
      day,
      rejected: false,
      cap,
      points,
      raisedAt: now,
    })
    .onConflict((conflict) => conflict.constraint('ledger_flags_once').doNothing())
    .execute()
  readBy.set(id, 'all')
}

/** Deletes what was counted on days before today. */
export const deleteOldPeopleRead = ({ db, clock }: { db: Db } & Pick<AppContext, 'clock'>) =>
  sql`delete from staff_reads where day < ${athensDay(clock.now())}::date`.execute(db)
