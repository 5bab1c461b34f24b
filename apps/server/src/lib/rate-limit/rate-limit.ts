import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { later } from '../time/clock.ts'
import { hmacKey } from '../security/hmac-keys.ts'
import type { LimitName } from '../config/limits.ts'
import type { Portal } from '../context/context.ts'
import { ApiError } from '../errors/api-error.ts'

type Context = Pick<Portal, 'db' | 'clock' | 'config'>

/** An HMAC: a reader of the table cannot find addresses by hashing guesses. */
const keyOf = async (context: Pick<Context, 'db' | 'config'>, name: LimitName, subject: string) =>
  createHmac('sha256', await hmacKey(context, 'rate limits'))
    .update(`${name}:${subject.trim().toLowerCase()}`)
    .digest('base64url')

/**
 * Counts one try and rejects it where there were too many in this window. Kept in the database, so that neither a
 * restart nor a second server forgets. Outside any transaction a rejection doesn't undo its own count; inside one, only
 * what is committed counts.
 * @param subject the e-mail address or network address that tries
 * @throws ApiError throttled, with the seconds until the window ends
 */
export async function takeTry(context: Context, name: LimitName, subject: string): Promise<void> {
  const { db, clock, config } = context
  const { tries, window } = config.limits[name]
  const now = clock.now()
  const fresh = later(now, window)
  const key = await keyOf(context, name, subject)
  // A commit that waits for the disk holds the row meanwhile: 600 calls of a partner a second, not 6,000, each with a
  // connection of the pool. A crash of PostgreSQL forgets the tries of its last second.
  const from = db.isTransaction ? sql`` : sql`from set_config('synchronous_commit', 'off', true)`
  const { tries: taken, resetsAt } = await db
    .insertInto('rateLimits')
    .columns(['key', 'tries', 'resetsAt'])
    .expression(sql`select ${key}::text, 1, ${fresh}::timestamptz ${from}`)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        tries: sql`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.tries + 1 end`,
        resetsAt: sql`case when rate_limits.resets_at <= ${now} then ${fresh} else rate_limits.resets_at end`,
      }),
    )
    .returning(['tries', 'resetsAt'])
    .executeTakeFirstOrThrow()
  if (taken <= tries) return
  throw new ApiError('throttled', { seconds: secondsUntil(resetsAt, now) })
}

/** As `takeTry`, for what is left undone rather than rejected. @returns whether there was a try left */
export async function hasTry(context: Context, name: LimitName, subject: string): Promise<boolean> {
  try {
    await takeTry(context, name, subject)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/**
 * Refuses where a subject has used up its tries, without counting one: for doors where only failures are counted, since
 * programs knock every second.
 * @throws ApiError throttled
 */
export async function assertNotExhausted(context: Context, name: LimitName, subject: string): Promise<void> {
  const { db, clock, config } = context
  const now = clock.now()
  const window = await db
    .selectFrom('rateLimits')
    .select(['tries', 'resetsAt'])
    .where('key', '=', await keyOf(context, name, subject))
    .where('resetsAt', '>', now)
    .executeTakeFirst()
  if (!window || window.tries < config.limits[name].tries) return
  throw new ApiError('throttled', { seconds: secondsUntil(window.resetsAt, now) })
}

/** How many tries each subject has left in its window. */
export async function triesLeft(
  context: Context,
  name: LimitName,
  subjects: readonly string[],
): Promise<number[]> {
  if (subjects.length === 0) return []
  const { db, clock, config } = context
  const keys = await Promise.all(subjects.map((subject) => keyOf(context, name, subject)))
  const windows = await db
    .selectFrom('rateLimits')
    .select(['key', 'tries'])
    .where('key', 'in', keys)
    .where('resetsAt', '>', clock.now())
    .execute()
  const taken = new Map(windows.map(({ key, tries }) => [key, tries]))
  return keys.map((key) => Math.max(0, config.limits[name].tries - (taken.get(key) ?? 0)))
}

const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))

/** Forgets a subject's tries, once it has shown who it is. */
export const forgetTries = async (
  context: Pick<Context, 'db' | 'config'>,
  name: LimitName,
  subject: string,
): Promise<void> => {
  const key = await keyOf(context, name, subject)
  await context.db.deleteFrom('rateLimits').where('key', '=', key).execute()
}

/** Gives one try back, for a call that does not count. */
export async function returnTry(
  context: Pick<Context, 'db' | 'config'>,
  name: LimitName,
  subject: string,
): Promise<void> {
  await context.db
    .updateTable('rateLimits')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('key', '=', await keyOf(context, name, subject))
    .execute()
}

/** Where a try for an account comes from. @param mark under which the browser is known for it (known-browsers.ts) */
export type Origin = { email: string; ip: string; mark: string | undefined }

/** The subject of limits by account: from one network, or from one browser that is known for it. */
export const subjectOf = ({ email, ip, mark }: Origin) =>
  mark === undefined ? `${email.trim().toLowerCase()} ${networkOf(ip)}` : `browser ${mark}`

/**
 * Counts a try for an account, by network and by account and network together, so that tries from other networks do not
 * use up the owner's. A browser that is known for the account has a count of its own.
 * @throws ApiError throttled
 */
export async function takeAccountTry(
  context: Context,
  kind: 'signIn' | 'signUp' | 'reset',
  origin: Origin,
): Promise<void> {
  if (origin.mark === undefined) await takeTry(context, `${kind}ByAddress`, networkOf(origin.ip))
  await takeTry(context, `${kind}ByAccount`, subjectOf(origin))
}

/** Removes windows that have ended. */
export const deleteEndedWindows = (db: Db, now: Date) =>
  db.deleteFrom('rateLimits').where('resetsAt', '<=', now).execute()

/**
 * The network address as a limit sees it: of IPv6 the first 56 bits. Internet providers give each home so many (RIPE-690),
 * which are 256 networks of 64 bits.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = Array.from(
    { length: tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length) },
    () => '0',
  )
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => parseInt(group, 16))
  return groups.map((group, place) => (place < 3 ? group : group & 0xff00).toString(16)).join(':')
}
