import { Readable } from 'node:stream'
import type { PointsChange } from '@portal/contract/points.ts'
import { findSessionEnds } from '#server/features/sessions/use-service.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'listen'>

type Stream = { accountId: number; sessionHash: string; endsAt: Date; body: Readable }

type Watched = { streams: Set<Stream>; /** Last event that was sent. */ sent: string }

/** Further streams of an account in a process end its oldest: phones leave dead connections behind. */
const maxPerAccount = 10

/** New records of this time are announced together. */
const collectMs = 100

/** A client that does not read is disconnected: its buffer would grow with each heartbeat. */
const maxBuffered = 2_048

/** Seconds that a registration is valid, and milliseconds until it is renewed. */
const [lifetime, renewMs] = [900, 300_000]

/** Milliseconds until a browser reconnects; spread, because all streams of a server end together. */
const retryAfter = () => 2_000 + Math.floor(Math.random() * 8_000)

const idsOf = (payload: string) => payload.split(',').map(Number)

/**
 * Keeps the open streams of this process. A stream sends the number of the account's records at once and when it
 * grows. Notifications of the database report new records and ended sessions of all processes.
 * @param report receives errors; the page then updates when it is next opened
 */
export function openStreams(context: Context, report: (error: unknown) => void) {
  const { db, clock, config } = context
  const process = crypto.randomUUID()
  const watched = new Map<number, Watched>()
  let total = 0
  let isClosed = false
  let starting: Promise<() => Promise<void>> | undefined
  const timers: NodeJS.Timeout[] = []

  /** Accounts whose registration has to be written; the writes run one after another. */
  const unsaved = new Set<number>()
  let saving: Promise<unknown> = Promise.resolve()
  const save = (): Promise<unknown> => {
    saving = saving.catch(() => {}).then(saveNow)
    return saving
  }
  const saveNow = async () => {
    const ids = [...unsaved]
    unsaved.clear()
    try {
      await saveIds(ids)
    } catch (error) {
      // The next save writes them: an account that is not registered would miss the end of its sessions.
      for (const id of ids) unsaved.add(id)
      throw error
    }
  }
  const saveIds = async (ids: number[]) => {
    const { open = [], closed = [] } = Object.groupBy(ids, (id) => (watched.has(id) ? 'open' : 'closed'))
    if (open.length > 0) await queries.register(db, process, open, lifetime)
    if (closed.length > 0) await queries.unregister(db, process, closed)
  }

  const listAll = () => [...watched.values()].flatMap(({ streams }) => [...streams])

  const send = (stream: Stream, text: string) => {
    if (stream.body.readableLength > maxBuffered) stream.body.destroy()
    else stream.body.push(text)
  }

  /** @returns whether the stream was open */
  const remove = (stream: Stream): boolean => {
    const account = watched.get(stream.accountId)
    if (!account?.streams.delete(stream)) return false
    total -= 1
    if (account.streams.size > 0) return true
    watched.delete(stream.accountId)
    unsaved.add(stream.accountId)
    // What is not deleted expires.
    if (!isClosed) save().catch(report)
    return true
  }

  const end = (stream: Stream, last = '') => {
    if (!remove(stream)) return
    if (last) stream.body.push(last)
    stream.body.push(null)
  }

  const grown = new Set<number>()
  let collecting: NodeJS.Timeout | undefined
  const tellCounts = async () => {
    collecting = undefined
    const ids = [...grown]
    grown.clear()
    if (ids.length === 0) return
    for (const row of await queries.countRecords(db, ids)) {
      const account = watched.get(row.participantId)
      const event = eventOf(row)
      if (!account || account.sent === event) continue
      account.sent = event
      for (const stream of account.streams) send(stream, event)
    }
  }
  const collect = (ids: Iterable<number>) => {
    for (const id of ids) if (watched.has(id)) grown.add(id)
    if (grown.size > 0) collecting ??= setTimeout(() => void tellCounts().catch(report), collectMs)
  }

  /** Ends the streams whose session has ended; also if that cannot be found out. */
  const checkSessions = async (streams: Stream[]) => {
    if (streams.length === 0) return
    const hashes = streams.map(({ sessionHash }) => sessionHash)
    const ends = await findSessionEnds(context, hashes).catch((error: unknown) => {
      report(error)
      return new Map<string, Date>()
    })
    for (const stream of streams) {
      const endsAt = ends.get(stream.sessionHash)
      if (endsAt) stream.endsAt = endsAt
      else end(stream)
    }
  }

  const beat = () => {
    const now = clock.now()
    const streams = listAll()
    for (const stream of streams) send(stream, ':\n\n')
    void checkSessions(streams.filter(({ endsAt }) => endsAt <= now))
  }

  /** Registers all accounts again, and makes up for missed notices. */
  const renew = () => {
    void checkSessions(listAll())
    for (const id of watched.keys()) unsaved.add(id)
    save()
      .then(() => collect(watched.keys()))
      .catch(report)
  }

  const onNotice = (channel: string, payload: string) => {
    if (channel === 'portal_points') collect(idsOf(payload))
    else void checkSessions(idsOf(payload).flatMap((id) => [...(watched.get(id)?.streams ?? [])]))
  }
  const onGap = renew

  const start = async () => {
    const stop = await context.listen(['portal_points', 'portal_sessions'], { onNotice, onGap })
    timers.push(setInterval(beat, config.live.heartbeat), setInterval(renew, renewMs))
    return stop
  }

  return {
    /** @throws ApiError unavailable if the process has as many streams as it may */
    open: async ({
      id,
      sessionHash,
      endsAt,
    }: Pick<Actor, 'id' | 'sessionHash' | 'endsAt'>): Promise<Readable> => {
      if (isClosed || total >= config.live.streams) throw new ApiError('unavailable', { seconds: 60 })
      const body = new Readable({ read: () => {}, highWaterMark: 0 })
      const stream: Stream = { accountId: id, sessionHash, endsAt, body }
      const account = watched.get(id) ?? { streams: new Set(), sent: noRecords }
      const [oldest] = account.streams
      if (oldest && account.streams.size >= maxPerAccount) end(oldest, 'event: replaced\ndata:\n\n')
      account.streams.add(stream)
      watched.set(id, account)
      total += 1
      body.once('close', () => remove(stream))
      try {
        starting ??= start()
        await starting
        unsaved.add(id)
        await save()
        // After the registration: records that this count does not contain are announced.
        const before = account.sent
        const [counted] = await queries.countRecords(db, [id])
        // Unless an event was sent meanwhile, which may be newer.
        if (counted && account.sent === before) account.sent = eventOf(counted)
      } catch (error) {
        body.destroy()
        throw error
      }
      // Ended meanwhile by newer streams or the end of the session: nothing may be pushed after the end.
      if (!account.streams.has(stream)) return body
      body.push(`retry: ${retryAfter()}\n${account.sent}`)
      // The session may have ended before the registration.
      void checkSessions([stream])
      return body
    },
    /** Ends all streams and stops listening. */
    close: async () => {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      clearTimeout(collecting)
      for (const stream of listAll()) end(stream)
      const stop = await starting?.catch(() => undefined)
      if (!stop) return
      await stop()
      await save().catch(() => {})
      await queries.unregisterAll(db, process).catch(report)
    },
  }
}

const eventOf = ({ nRecords, usedAt }: Pick<queries.CountRow, 'nRecords' | 'usedAt'>) => {
  const change: PointsChange = { count: nRecords, used_at: usedAt && athensTime(usedAt) }
  return `data: ${JSON.stringify(change)}\n\n`
}
const noRecords = eventOf({ nRecords: 0, usedAt: null })

/** Deletes registrations of processes that were killed. */
export const deleteExpiredStreams = ({ db }: Pick<AppContext, 'db'>) => queries.deleteExpired(db)

/** Deletes the registrations of an account; its streams end with its sessions. */
export const deleteStreamsOf = queries.deleteOf
