import type { PointsSummary, PointsYear } from '@portal/contract/points.ts'
import type { Db } from '#server/db/database.ts'
import type { AuditEntry } from '#server/lib/audit/audit.ts'
import { positionsOf } from '#server/lib/audit/reads.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { readPage, readPageSize, totalPagesOf } from '#server/lib/paging/paging.ts'
import { athensDay, type DayRange, readDayRange } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

type Context = { db: Db }
type ListQuery = {
  page?: string | undefined
  pageSize?: string | undefined
  after?: string | undefined
  before?: string | undefined
}
export type Filter = Pick<ListQuery, 'after' | 'before'> & { participant?: string | undefined }
export type PointsPage = {
  records: queries.PointsRow[]
  count: number
  totalPages: number
  page: queries.PageRequest
}
/** The parsed filter of a list or export; `participant` is undefined for all participants. */
type ReadFilter = { range: DayRange; participant: number | undefined }

/** Adds the derived sum `collected` (wire.md). */
export function summaryOf(sums: {
  available: number
  reuse: number
  cookingoils: number
  redeemed: number
}): PointsSummary {
  const { available, reuse, cookingoils, redeemed } = sums
  return { available, collected: cookingoils + reuse, reuse, cookingoils, redeemed }
}

/** Returns the five sums of the signed-in account; zeros if it has no records. */
export async function summarizePoints({ db }: Context, actor: Pick<Actor, 'id'>): Promise<PointsSummary> {
  const balance = await queries.findBalance(db, actor.id)
  return summaryOf(balance ?? { available: 0, reuse: 0, cookingoils: 0, redeemed: 0 })
}

/** Returns the litres of the signed-in account in the current year of Athens; 0 if cancellations outweigh deliveries. */
export async function summarizeOwnYear(
  { db, clock }: Context & Pick<AppContext, 'clock'>,
  actor: Pick<Actor, 'id'>,
): Promise<PointsYear> {
  const year = Number(athensDay(clock.now()).slice(0, 4))
  return { year, litres: Math.max(0, await queries.sumLitres(db, actor.id, year)) }
}

/** Lists the records of the signed-in account. @throws ApiError date_invalid, page_invalid */
export async function listOwnPoints({ db }: Context, actor: Actor, asked: ListQuery): Promise<PointsPage> {
  const { range, errors } = readDayRange(asked.after, asked.before)
  if (errors.length > 0) throw new ApiError(errors)
  return pageOf(db, asked, range, actor.id)
}

/**
 * Lists the records of all participants, or of one.
 * @param asked.participant unparsed id; empty or absent: all participants
 * @throws ApiError participant_unknown and date_invalid, together; page_invalid
 */
export async function listPoints(
  { db }: Context,
  asked: ListQuery & { participant?: string | undefined },
): Promise<PointsPage & ReadFilter> {
  const { range, participant } = await readFilter(db, asked)
  return { ...(await pageOf(db, asked, range, participant)), range, participant }
}

/**
 * Parses the filter of a list or export.
 * @throws ApiError participant_unknown and date_invalid, together
 */
export async function readFilter(db: Db, asked: Filter): Promise<ReadFilter> {
  const { range, errors } = readDayRange(asked.after, asked.before)
  const participant = await readParticipant(db, asked.participant)
  if (participant === 'unknown') errors.unshift({ code: 'participant_unknown' })
  if (errors.length > 0 || participant === 'unknown') throw new ApiError(errors)
  return { range, participant }
}

/**
 * The audit entry of a read of records. It is written before the filter is checked, because the answer to a filter that is
 * not valid tells whether the participant exists.
 */
export function readEntryOf(asked: Filter, details: AuditEntry['details'] = {}): AuditEntry {
  const { range, errors } = readDayRange(asked.after, asked.before)
  const subjectId = /^[1-9]\d{0,14}$/.test(asked.participant ?? '') ? Number(asked.participant) : undefined
  // Days that are none are any typed text.
  const days = errors.length > 0 ? { from: null, to: null } : range
  return { action: 'points.list', subjectId, details: { ...days, ...details } }
}

/** The positions of a page for the audit entry of a list of all participants; those of the last one are unknown. */
export function positionsIn(asked: Pick<ListQuery, 'page' | 'pageSize'>): AuditEntry['details'] {
  const [page, take] = [readPage(asked.page), readPageSize(asked.pageSize)]
  return page === 'last' ? { page } : positionsOf({ skip: (page - 1) * take, take })
}

/** Counts the records of a filter; uses counters if it includes all participants. */
export async function countPoints(db: Db, range: DayRange, participant: number | undefined): Promise<number> {
  if (isEmpty(range)) return 0
  if (participant !== undefined) return queries.countPointsOf(db, participant, range)
  return (await queries.listEveryonesPoints(db, range, { skip: 0, take: 0 })).count
}

/**
 * Sums the records of a filter by sign.
 * @throws ApiError participant_unknown and date_invalid, together
 */
export async function totalPoints({ db }: Context, asked: Filter): Promise<queries.SignedSums & ReadFilter> {
  const { range, participant } = await readFilter(db, asked)
  const sums = isEmpty(range)
    ? { positive: 0, negative: 0 }
    : participant === undefined
      ? await queries.sumEveryonesPoints(db, range)
      : await queries.sumPointsOf(db, participant, range)
  return { ...sums, range, participant }
}

const isEmpty = ({ from, to }: DayRange) => from !== null && to !== null && from > to

/** @returns the id; undefined for all participants */
async function readParticipant(db: Db, text: string | undefined): Promise<number | undefined | 'unknown'> {
  if (!text) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) return 'unknown'
  return (await queries.isParticipant(db, Number(text))) ? Number(text) : 'unknown'
}

async function pageOf(
  db: Db,
  asked: ListQuery,
  range: DayRange,
  participant: number | undefined,
): Promise<PointsPage> {
  const page = readPage(asked.page)
  const take = readPageSize(asked.pageSize)
  return page === 'last'
    ? lastPage(db, take, range, participant)
    : pageAt(db, { page, take }, range, participant)
}

/** Reads count and page in one snapshot: a record added in between can start a new last page. */
const lastPage = (db: Db, take: number, range: DayRange, participant: number | undefined) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const count = await countPoints(trx, range, participant)
      return pageAt(trx, { page: totalPagesOf(count, take), take }, range, participant)
    })

async function pageAt(
  db: Db,
  { page, take }: { page: number; take: number },
  range: DayRange,
  participant: number | undefined,
) {
  const skip = (page - 1) * take
  const { count, records } = isEmpty(range)
    ? { count: 0, records: [] }
    : participant === undefined
      ? await queries.listEveryonesPoints(db, range, { skip, take })
      : await slice(db, participant, range, { skip, take })
  const totalPages = totalPagesOf(count, take)
  if (page > totalPages) throw new ApiError('page_invalid')
  return { records, count, totalPages, page: { skip, take } }
}

async function slice(db: Db, participant: number, range: DayRange, page: queries.PageRequest) {
  const count = await queries.countPointsOf(db, participant, range)
  return {
    count,
    records: page.skip < count ? await queries.listPointsOf(db, participant, range, page) : [],
  }
}
