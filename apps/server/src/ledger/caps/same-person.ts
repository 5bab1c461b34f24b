import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

/**
 * Accounts that may be of one person: they share the mailbox (`name+anything@…` is that of `name@…`), the telephone, or a
 * network on a day. Names say nothing: a person may change the own one, and namesakes are many.
 */

const mailbox = (user: string) => sql`regexp_replace(${sql.ref(`${user}.email_key`)}, '[+][^@]*@', '@')`
const number = (user: string) =>
  sql`right(regexp_replace(${sql.ref(`${user}.telephone`)}, '[^0-9]', '', 'g'), 10)`

/** The networks from which an account called on a day of Athens; not loopback, which is a proxy of this machine. */
const networks = (user: string, day: RawBuilder<unknown>) => sql`
  select network from audit_entries
  where actor_kind in ('citizen', 'staff') and actor_id = ${sql.ref(`${user}.id`)}
    and network not in ('127.0.0.1', '127.0.0.*', '::')
    and at >= athens_start(${day}) and at < athens_start(${day} + 1)`
/** The same, shortened as those of citizens are in the audit log (`truncated`). */
const shortened = (user: string, day: RawBuilder<unknown>) => sql`
  select regexp_replace(network, '[.][0-9]+$', '.*') from (${networks(user, day)}) one_day`

const sharesMailbox = sql<boolean>`${mailbox('one')} = ${mailbox('other')}`
const sharesTelephone = sql<boolean>`(length(${number('one')}) = 10 and ${number('one')} = ${number('other')})`
const sharesNetwork = (days: readonly string[]) => sql<boolean>`exists (
  select from unnest(${days}::date[]) as asked (day)
  where exists (${shortened('one', sql`asked.day`)} intersect ${shortened('other', sql`asked.day`)}))`

type Decided = {
  /** Who decided. */
  staffId: number
  points: number
  /** Names the record, request or claim. */
  occasion: string
  /** Since when the person could ask for it: the networks of that day and of today count. */
  since?: Date
  /** Id of the claim, or of the request that settles one. */
  claim?: number
  approval?: number
} & ({ participantId: number; requesterId?: never } | { participantId?: never; requesterId: number })

/**
 * Flags a decision for managers if the deciding member of staff and the person concerned may be the same. Between two members
 * of staff the network does not count: an office has one.
 */
export async function flagSamePerson(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  decided: Decided,
): Promise<void> {
  const { staffId, points, occasion, since, claim = 0, approval = 0 } = decided
  const { participantId = null, requesterId = null } = decided
  const today = athensDay(clock.now())
  const days = since ? [...new Set([athensDay(since), today])] : [today]
  const { rows } = await sql<Record<'email' | 'telephone' | 'network' | 'filing', boolean>>`
    select ${sharesMailbox} as email, ${sharesTelephone} as telephone,
      ${participantId === null ? sql`false` : sharesNetwork(days)} as network,
      exists (select from delivery_claims where (id = ${claim} or approval_id = ${approval})
        and participant_id = other.id and one.id = any(staff_at_filing)) as filing
    from users one, users other
    where one.id = ${staffId} and other.id = ${participantId ?? requesterId}`.execute(trx)
  const found = Object.entries(rows[0] ?? {}).flatMap(([name, isShared]) => (isShared ? [name] : []))
  if (found.length === 0) return
  const flag = { partnerId: null, rejected: false, cap: 0, day: today, points, participantId }
  await queries.insertFlags(trx, [{ ...flag, staffId, requesterId, shared: found, occasion }], clock.now())
}

/** Returns the members of staff who may be a citizen who files something now. @param network of the call */
export async function findStaffLike(
  db: Db,
  { id: citizenId, network }: { id: number; network: string },
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select one.id from users one, users other
    where one.role is not null and other.id = ${citizenId}
      and (${sharesMailbox} or ${sharesTelephone}
        or ${network} in (${networks('one', sql`${athensDay(now)}::date`)}))
    order by one.id`.execute(db)
  return rows.map(({ id }) => id)
}
