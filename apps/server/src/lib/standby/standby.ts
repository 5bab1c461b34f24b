import { sql } from 'kysely'
import { type Db, databaseOn, openPool } from '#server/db/database.ts'
import { isUnavailable } from '#server/db/unavailable-errors.ts'
import type { Config } from '../config/config.ts'
import { readsByServer, standbyLag } from '../metrics/metrics.ts'

/** The signed-in account. `wroteUpTo`: position in the WAL after its last change (`writtenUpTo`). */
type Reader = { wroteUpTo?: number | null }

/** A standby server of PostgreSQL, for reads that may be some seconds old. */
export type Standby = {
  /** Reads from the standby server, if it may be used for this reader, else from the primary one. */
  read: <T>(reader: Reader, work: (db: Db) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Milliseconds between two measurements. */
const pauseMs = 500

/** Bytes of the WAL that the primary server has written to the disk. An acknowledged commit is before this position. */
export const writtenUpTo = sql<number>`(pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint`
const replayedUpTo = sql<number>`(pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint`

/** Reads from the standby server if there is one: lists, searches, exports and the dashboard. */
export const read = <T>(
  { db, standby }: { db: Db; standby?: Standby | undefined },
  reader: Reader,
  work: (db: Db) => Promise<T>,
): Promise<T> => (standby ? standby.read(reader, work) : work(db))

/**
 * Opens the standby server of DATABASE_READ_URL. It is used for a reader if it has replayed the reader's last change and is
 * at most `maxLag` behind, also if its connection to the primary server is broken: each measurement notes how far the
 * primary server has written, and the lag is the age of the newest note that the standby server has reached.
 * @param report receives a message when it is no longer used, and when it is used again
 */
export function openStandby(
  primary: Db,
  { url, maxLag }: NonNullable<Config['databaseRead']>,
  limits: Pick<Config, 'databaseTimeouts' | 'databasePool'>,
  report: (error: Error, about: Record<string, unknown>) => void,
): Standby {
  type Note = { at: number; writtenUpTo: number }
  let notes: Note[] = []
  let reached: Note | undefined
  let replayed = -1
  let isReported = false
  const lag = () => (reached ? performance.now() - reached.at : Infinity)
  const isUsable = () => lag() <= maxLag

  /** After a restart, the standby server may be behind what it had replayed. */
  const forget = () => {
    reached = undefined
    replayed = -1
  }
  const { databaseTimeouts: timeouts, databasePool: size } = limits
  const pool = openPool(url, { timeouts, size, name: 'portal reader' }, forget)
  const standby = databaseOn(pool)

  const measure = async () => {
    const at = performance.now()
    const { rows } = await sql<{ n: number }>`select ${writtenUpTo} as n`.execute(primary)
    const found = await sql<{ n: number }>`select ${replayedUpTo} as n where pg_is_in_recovery()`.execute(
      standby,
    )
    const [written, now] = [rows[0]?.n, found.rows[0]?.n]
    if (written === undefined || now === undefined)
      throw new Error('DATABASE_READ_URL does not lead to a standby server.')
    notes.push({ at, writtenUpTo: written })
    reached = notes.findLast((note) => note.writtenUpTo <= now) ?? reached
    replayed = now
    // An older note would not make the standby server usable.
    notes = notes.filter((note) => at - note.at <= maxLag && note.at > (reached?.at ?? 0))
  }

  const reportChange = (error?: Error) => {
    standbyLag.set(lag() / 1_000)
    if (isUsable() !== isReported) return
    isReported = !isReported
    const why = error ?? new Error(isReported ? 'The standby server is behind.' : 'It has caught up.')
    const server = isReported ? 'primary' : 'standby'
    report(why, { msg: `lists are read from the ${server} server`, retry: true })
  }

  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const loop = async (): Promise<void> => {
    try {
      await measure()
      reportChange()
    } catch (error) {
      forget()
      if (!isClosed) reportChange(error as Error)
    }
    if (!isClosed) timer = setTimeout(() => (running = loop()), pauseMs)
  }
  let running = loop()

  return {
    read: async ({ wroteUpTo }, work) => {
      if (!isUsable() || (wroteUpTo ?? 0) > replayed) {
        readsByServer.inc({ server: 'primary' })
        return work(primary)
      }
      try {
        const found = await work(standby)
        readsByServer.inc({ server: 'standby' })
        return found
      } catch (error) {
        // Also a statement that conflicts with what the standby server has to replay.
        if (!isUnavailable(error)) throw error
        readsByServer.inc({ server: 'primary' })
        return work(primary)
      }
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
      await standby.destroy()
    },
  }
}
