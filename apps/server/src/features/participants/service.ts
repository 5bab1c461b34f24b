import type { Participant } from '@portal/contract/participants.ts'
import type { Db } from '#server/db/database.ts'
import { summaryOf } from '#server/features/points/service.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './queries.ts'
import { readSearch } from './search.ts'

type Context = { db: Db }
type Asked = { search?: string | undefined; limit?: string | undefined; offset?: string | undefined }

/** As many as a screen can use where nobody says how many (wire.md), and the most that anyone gets at once. */
const standardLimit = 500
const maxLimit = 500
/** More are not counted: '10.000+' says all that a clerk wants to know. */
export const countLimit = 10_000
/** From here on a page fills sooner by walking everyone in order than by sorting those who fit. */
export const walkFrom = 2_000

export type Participants = {
  participants: Participant[]
  /** How many fit; more than were counted where `more`. */
  total: number
  more: boolean
  limit: number
  offset: number
  /** Whether the caller asked for a piece, and wants to know of the next. */
  inPieces: boolean
}

/**
 * Participants whom a search finds, surnames that begin with it first, then the others; without a search, everyone.
 */
export async function listParticipants({ db }: Context, asked: Asked): Promise<Participants> {
  const limit = Math.min(readCount(asked.limit) || standardLimit, maxLimit)
  const offset = readCount(asked.offset) ?? 0
  const words = readSearch(asked.search ?? '')
  const found = words.length === 0 ? await listAll(db, offset, limit) : await search(db, words, offset, limit)
  return {
    participants: found.rows.map(participantOf),
    total: found.total,
    more: found.more,
    limit,
    offset,
    inPieces: asked.limit !== undefined,
  }
}

/** @throws ApiError not_found where there is none, or the account is staff or not active */
export async function findParticipant({ db }: Context, id: number): Promise<Participant> {
  const row = await queries.findParticipant(db, id)
  if (!row) throw new ApiError('not_found')
  return participantOf(row)
}

const readCount = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)

async function listAll(db: Db, skip: number, take: number) {
  const total = await queries.countParticipants(db)
  return { total, more: false, rows: skip < total ? await queries.listParticipants(db, { skip, take }) : [] }
}

async function search(db: Db, words: ReturnType<typeof readSearch>, skip: number, take: number) {
  const counted = await queries.countMatches(db, words, countLimit + 1)
  const more = counted > countLimit
  // Counted as far as the piece reaches, however far that is: where the others begin depends on it.
  const surnames = counted === 0 ? 0 : await queries.countSurnames(db, words, skip + take)
  const rows = skip < surnames ? await queries.listSurnames(db, words, { skip, take }) : []
  if (rows.length < take && (more || skip + rows.length < counted)) {
    const piece = { skip: Math.max(0, skip - surnames), take: take - rows.length }
    rows.push(...(await queries.listOthers(db, words, piece, counted >= walkFrom ? 'walk' : 'look up')))
  }
  return { total: Math.min(counted, countLimit), more, rows }
}

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
