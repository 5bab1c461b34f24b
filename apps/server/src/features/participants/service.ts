import type { Participant, ParticipantDetails } from '@portal/contract/participants.ts'
import type { Db } from '#server/db/database.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { summaryOf } from '#server/features/points/service.ts'
import { type AuditEntry, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { listRestricted, seesRestricted } from '#server/lib/restrictions/restrictions.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'
import { readSearch } from './search.ts'

type Context = { db: Db }
type ListQuery = { search?: string | undefined; limit?: string | undefined; offset?: string | undefined }

/** Default and maximum page size (wire.md). */
const defaultLimit = 500
const maxLimit = 500
export type Participants = {
  participants: Participant[]
  /** Number of matches; a lower bound if `more`. */
  total: number
  more: boolean
  limit: number
  offset: number
  /** True if the request has a `limit`: the answer then links to the next page. */
  isPaginated: boolean
}

/** The audit entry of a list, search or export of participants. */
export function readEntryOf(search: string | undefined, details: AuditEntry['details']): AuditEntry {
  const isSearch = readSearch(search ?? '').length > 0
  return isSearch
    ? { action: 'participants.search', details, text: search }
    : { action: 'participants.list', details }
}

/** Parses the page of a list; the default for values that are no numbers. */
export const readPage = ({ limit, offset }: ListQuery) => ({
  take: Math.min(readCount(limit) || defaultLimit, maxLimit),
  skip: readCount(offset) ?? 0,
})

/** Lists the participants that match a search: surnames that start with it first, then the others. Default: all. */
export async function listParticipants({ db }: Context, asked: ListQuery): Promise<Participants> {
  const { take: limit, skip: offset } = readPage(asked)
  const words = readSearch(asked.search ?? '')
  const found = words.length === 0 ? await listAll(db, offset, limit) : await search(db, words, offset, limit)
  return {
    participants: found.rows.map(participantOf),
    total: found.total,
    more: found.more,
    limit,
    offset,
    isPaginated: asked.limit !== undefined,
  }
}

/**
 * Marks restricted people, and hides all but their names from staff who may not see them.
 * @param db the main database
 */
export async function markRestricted<Person extends Participant>(
  { db }: Context,
  reader: Actor,
  people: Person[],
): Promise<Person[]> {
  const ids = people.map(({ id }) => id)
  const restricted = await listRestricted(db, ids)
  if (restricted.size === 0) return people
  const rest = seesRestricted(reader) ? {} : hidden
  return people.map((person) =>
    restricted.has(person.id) ? { ...person, ...rest, restricted: true } : person,
  )
}

const hidden = {
  telephone: '',
  email: '',
  municipality_name: null,
  points_transactions: 0,
  points_summary: summaryOf({ available: 0, reuse: 0, cookingoils: 0, redeemed: 0 }),
}

/** @throws ApiError not_found if there is no such account, or it is staff or closed */
export async function findParticipant({ db }: Context, id: number): Promise<ParticipantDetails> {
  const row = await queries.findParticipant(db, id)
  if (!row) throw new ApiError('not_found')
  return detailsOf(row)
}

/** Maximum accounts in the list of those that are not activated: a search for one person. */
const maxUnactivated = 20

/** Lists the accounts that are not activated and match a search, newest first; none without a search. */
export async function listUnactivated(
  { db }: Context,
  search: string | undefined,
): Promise<ParticipantDetails[]> {
  const words = readSearch(search ?? '')
  return words.length === 0
    ? []
    : (await queries.listUnactivated(db, words, maxUnactivated)).map((row) => detailsOf(row))
}

/**
 * Queues another activation mail.
 * @throws ApiError not_found if the account is activated, closed or unknown; throttled, together with the requests of
 *   its owner
 */
export async function resendActivation(context: AppContext, actor: Actor, id: number): Promise<void> {
  const { db, clock } = context
  const account = await queries.findUnactivated(db, id)
  if (!account) throw new ApiError('not_found')
  await takeTry(context, 'signUpByAccountTotal', `again ${account.email}`)
  await changeAs(db, actor, async (trx) => {
    await mailOwner(context, trx, account, { kind: 'activation', query: '' })
    await writeAudit({ db: trx, clock }, byActor(actor), {
      action: 'account.resend_activation',
      subjectId: account.id,
    })
  })
}

const readCount = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)

async function listAll(db: Db, skip: number, take: number) {
  const total = await queries.countParticipants(db)
  return { total, more: false, rows: skip < total ? await queries.listParticipants(db, { skip, take }) : [] }
}

/** The screen shows '1.000+' above it. */
const countLimit = 1_000

async function search(db: Db, words: ReturnType<typeof readSearch>, skip: number, take: number) {
  const { total, rows } = await queries.searchParticipants(db, words, { skip, take })
  const more = total === undefined || total > countLimit
  return { total: more ? countLimit : total, more, rows }
}

const detailsOf = (row: queries.DetailsRow): ParticipantDetails => ({
  ...participantOf(row),
  created_at: athensTime(row.createdAt),
  is_active: row.isActive,
})

const participantOf = (row: queries.ParticipantRow): Participant => ({
  id: row.id,
  full_name: `${row.firstName} ${row.lastName}`.trim(),
  first_name: row.firstName,
  last_name: row.lastName,
  telephone: row.telephone,
  email: row.email,
  municipality_name: row.municipalityName,
  points_transactions: row.nRecords,
  points_summary: summaryOf(row),
})
