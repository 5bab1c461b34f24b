import type { Db } from '#server/db/database.ts'
import { minutes } from '../time/clock.ts'
import type { Actor, AppContext, Partner } from '../context/app-context.ts'
import { hashToken } from '../security/tokens.ts'
import { ApiError } from '../errors/api-error.ts'
import { type AuditEntry, byActor, byPartner, writeAudit } from './audit.ts'
import { countPeopleRead } from './staff-reads.ts'

/** Milliseconds in which an identical read of the same session or partner is not written again. */
const repeatMs = minutes(1)
/** Maximum reads to remember; beyond that the oldest is forgotten and may be written twice in a minute. */
const maxRemembered = 10_000

/** Reads of the last minute, per database: a test process uses several. `written` rejects if the entry was not written. */
const remembered = new WeakMap<Db, Map<string, { at: number; written: Promise<void> }>>()

/**
 * Writes an entry of a read, at most once a minute for the same session or partner and the same entry: lists are read in
 * pages, and programs ask repeatedly. Call before anything is read: 'not found', a number and an empty page also tell something
 * about people. Counts the subject among the people whom the member of staff has read.
 * @param reader the signed-in account, or the calling partner
 */
export async function auditRead(
  context: Pick<AppContext, 'db' | 'clock' | 'config'>,
  reader: Actor | Pick<Partner, 'id' | 'network'>,
  entry: AuditEntry,
): Promise<void> {
  const now = context.clock.now().getTime()
  const reads = remembered.get(context.db) ?? new Map<string, { at: number; written: Promise<void> }>()
  remembered.set(context.db, reads)
  const isAccount = 'sessionHash' in reader
  // A hash, because search texts are long and personal.
  const { action, subjectId, details, text } = entry
  const key = hashToken(
    JSON.stringify([isAccount ? reader.sessionHash : reader.id, isAccount, action, subjectId, details, text]),
  )
  const last = reads.get(key)
  if (last && now - last.at < repeatMs) return last.written
  const written = writeAudit(context, isAccount ? byActor(reader) : byPartner(reader), entry)
  // Deletes first, so that the map stays in order of time.
  reads.delete(key)
  reads.set(key, { at: now, written })
  forgetOld(reads, now)
  try {
    await written
    if (isAccount && subjectId !== undefined) await countPeopleRead(context, reader, [subjectId])
  } catch (error) {
    reads.delete(key)
    throw error
  }
}

const tellsOfAccount: ReadonlySet<string> = new Set(['email_taken', 'email_same'])

/**
 * For `catch` of a change with an address: an error that tells that there is an account, perhaps of a citizen, leaves the entry
 * of a search for the address.
 */
export const auditAddress =
  (context: Pick<AppContext, 'db' | 'clock' | 'config'>, reader: Actor, email: string) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof ApiError && error.errors.some(({ code }) => tellsOfAccount.has(code)))
      await auditRead(context, reader, {
        action: 'participants.search',
        details: { size: true },
        text: email,
      })
    throw error
  }

function forgetOld(reads: Map<string, { at: number }>, now: number): void {
  for (const [key, { at }] of reads) {
    if (now - at < repeatMs && reads.size <= maxRemembered) return
    reads.delete(key)
  }
}

/** Rows of a list that one entry includes, so that scrolling through 100,000 rows writes ten entries. */
const blockSize = 10_000

/** Details of a page of a list: the first and last position of the blocks of 10,000 that contain it. */
export const positionsOf = ({ skip, take }: { skip: number; take: number }) => ({
  first: Math.floor(skip / blockSize) * blockSize + 1,
  last: Math.max(1, Math.ceil((skip + take) / blockSize)) * blockSize,
})
