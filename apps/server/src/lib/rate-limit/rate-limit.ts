import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { type RawBuilder, sql } from 'kysely'
import { compileOnce, type Db } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'
import { later } from '../time/clock.ts'
import { hmacKey } from '../security/hmac-keys.ts'
import type { LimitName } from '../config/limits.ts'
import type { AppContext } from '../context/app-context.ts'
import { ApiError, throttled } from '../errors/api-error.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Returns the row's key, an HMAC: with read access to the table, addresses cannot be found by hashing guesses. */
export const keyOf = async (context: Pick<Context, 'db' | 'config'>, name: LimitName, subject: string) =>
  createHmac('sha256', await hmacKey(context, 'rate limits'))
    .update(`${name}:${emailKeyOf(subject)}`)
    .digest('base64url')

/**
 * Counts one try and rejects it if the limit of the window is exceeded. Counts are stored in the database, so that they
 * survive restarts and are shared by all servers. Rejected tries count, too; inside a transaction, only if it commits.
 * @param subject the e-mail address or network address
 * @throws ApiError throttled, with the seconds until the window ends
 */
export async function takeTry(context: Context, name: LimitName, subject: string): Promise<void> {
  const [error] = await takeTries(context, name, subject, 1)
  if (error) throw error
}

/**
 * Counts several tries at once.
 * @returns for each the error that `takeTry` throws, if it exceeds the limit
 */
export async function takeTries(
  context: Context,
  name: LimitName,
  subject: string,
  count: number,
): Promise<(ApiError | undefined)[]> {
  const { db } = context
  const tries = triesOf(context, name, await keyOf(context, name, subject), count)
  const [counted] = await (db.isTransaction ? countInside : countAlone)(db, tries)
  if (!counted) throw new Error('countTries returned no row.')
  return errorsOf(context, name, tries, counted)
}

/** Tries to be counted by `countTries`. */
type Tries = { key: string; count: number; now: Date; fresh: Date }

/** @param key of the subject, by `keyOf` */
export function triesOf(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  name: LimitName,
  key: string,
  count: number,
): Tries {
  const now = clock.now()
  return { key, count, now, fresh: later(now, config.limits[name].window) }
}

export type Counted = { tries: number; resetsAt: Date }

/** The statement that counts tries. @param source `from` clause: counts them if it has a row */
export const countTries = ({ key, count, now, fresh }: Tries, source: RawBuilder<unknown>) => sql<Counted>`
  insert into rate_limits (key, tries, resets_at)
  select ${key}::text, ${count}::int, ${fresh}::timestamptz from ${source}
  on conflict (key) do update set
    tries = case when rate_limits.resets_at <= ${now} then excluded.tries else rate_limits.tries + excluded.tries end,
    resets_at = case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end
  returning tries, resets_at`

const countInside = compileOnce((_: Db, tries: Tries) => countTries(tries, sql`(select) one`))
// A commit that waits for the disk keeps the row locked: 600 calls of a partner per second instead of 6,000, each with a
// connection of the pool. If PostgreSQL crashes, the tries of the last second are lost.
const countAlone = compileOnce((_: Db, tries: Tries) =>
  countTries(tries, sql`set_config('synchronous_commit', 'off', true)`),
)

/** Returns for each counted try the error that `takeTry` throws, if it exceeds the limit. */
export function errorsOf(
  { config }: Pick<Context, 'config'>,
  name: LimitName,
  { count, now }: Tries,
  { tries, resetsAt }: Counted,
): (ApiError | undefined)[] {
  const before = tries - count
  return Array.from({ length: count }, (_, place) =>
    before + place < config.limits[name].tries ? undefined : throttled(name, secondsUntil(resetsAt, now)),
  )
}

/** Like `takeTry`, without an error. @returns whether a try was left */
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
 * Rejects if a subject has no tries left, without counting one: for endpoints that count only failures, because
 * programs call them every second.
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
  throw throttled(name, secondsUntil(window.resetsAt, now))
}

/** Returns the remaining tries of each subject, in the order of `subjects`. */
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

/** Resets a subject's tries after successful authentication. */
export const forgetTries = async (
  context: Pick<Context, 'db' | 'config'>,
  name: LimitName,
  subject: string,
): Promise<void> => {
  const key = await keyOf(context, name, subject)
  await context.db.deleteFrom('rateLimits').where('key', '=', key).execute()
}

/** Decrements the count, for a call that should not count. */
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

/** Origin of a try for an account. `mark`: the id of the known browser (known-browsers.ts), if any. */
export type Origin = { email: string; ip: string; mark: string | undefined }

/** Returns the subject of limits by account: account and network, or the known browser. */
export const subjectOf = ({ email, ip, mark }: Origin) =>
  mark === undefined ? `${emailKeyOf(email)} ${networkOf(ip)}` : `browser ${mark}`

/**
 * Counts a try for an account by network, and by account and network, so that tries from other networks do not lock out
 * the owner. A known browser has a separate count.
 * @throws ApiError throttled
 */
export async function takeAccountTry(
  context: Context,
  kind: 'signIn' | 'signUp' | 'reset',
  origin: Origin,
): Promise<void> {
  if (origin.mark === undefined) await takeTry(context, `${kind}ByNetwork`, networkOf(origin.ip))
  await takeTry(context, `${kind}ByAccount`, subjectOf(origin))
}

/** Deletes windows that have ended. */
export const deleteEndedWindows = (db: Db, now: Date) =>
  db.deleteFrom('rateLimits').where('resetsAt', '<=', now).execute()

/**
 * Returns the subject of limits by network: an IPv4 address, or the /56 network of an IPv6 address. Providers assign
 * a /56 to each home (RIPE-690), which contains 256 networks of 64 bits.
 */
export function networkOf(ip: string): string {
  // Without the zone (RFC 4007), which ipaddr.js accepts only in part.
  const [text = ''] = ip.split('%')
  if (!ipaddr.IPv6.isValid(text)) return ip
  const address = ipaddr.process(text)
  return (address.kind() === 'ipv4' ? address : ipaddr.IPv6.networkAddressFromCIDR(`${text}/56`)).toString()
}

/**
 * Shortens an address for display and storage: enough for its user to recognize, no longer one connection's. An IPv4
 * address without its last number, `203.0.113.*`; the /48 network of an IPv6 address, which has 256 homes as well.
 */
export const truncated = (ip: string): string => {
  const network = networkOf(ip)
  if (ipaddr.IPv4.isValid(network)) return network.replace(/\d+$/, '*')
  return ipaddr.IPv6.isValid(network) ? ipaddr.IPv6.networkAddressFromCIDR(`${network}/48`).toString() : ''
}
