import { setImmediate as nextTurn } from 'node:timers/promises'
import { networkOf } from '#server/lib/rate-limit/rate-limit.ts'
import { accountTagOf, hashToken } from '#server/lib/security/tokens.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { isLocked } from './account-lock.ts'
import { endOf, isUseDue } from './session-lifetimes.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** A session with the columns of its account that callers need. */
export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

type Group = { hashes: string[]; found: ReturnType<typeof queries.findSessions> }
const groups = new WeakMap<AppContext['db'], Group>()

/**
 * Looks up sessions of calls that arrive in the same two turns of the event loop by one statement, such as those of a landing
 * page: with one for each, an own account takes about twice the CPU time.
 */
async function find(db: AppContext['db'], tokenHash: string) {
  let group = groups.get(db)
  if (!group) {
    const hashes: string[] = []
    const found = nextTurn()
      .then(() => nextTurn())
      .then(() => {
        groups.delete(db)
        return queries.findSessions(db, hashes)
      })
    groups.set(db, (group = { hashes, found }))
  }
  group.hashes.push(tokenHash)
  return (await group.found).find((session) => session.tokenHash === tokenHash)
}

/**
 * Whether a session has not ended: neither by its end when it was last used, nor by the present limits, nor by a lock of the
 * account. A lock deletes the sessions; one of a sign-in that was being checked meanwhile may begin after it.
 */
function isLive(
  context: Context,
  session: Awaited<ReturnType<typeof queries.findSessions>>[number],
): boolean {
  const now = context.clock.now()
  return session.expiresAt > now && endOf(context, session) > now && !isLocked(session, now)
}

/**
 * Finds the session of a token within its limits. Every use of a session goes through here.
 * @returns undefined if it is unknown or has ended, or the account is closed
 */
export async function findSession(context: Context, token: string) {
  const session = await find(context.db, hashToken(token))
  return session && isLive(context, session) ? session : undefined
}

/** Records a use of a session and moves its end; at most once a minute. @returns when the session ends now */
export async function recordUse(context: Context, session: FoundSession): Promise<Date> {
  const now = context.clock.now()
  if (!isUseDue(context, session, now)) return endOf(context, session)
  const expiresAt = endOf(context, { ...session, lastSeenAt: now })
  // A call that only reads is answered even if nothing can be written, for example on a full disk.
  await queries
    .recordUse(context.db, session.tokenHash, { lastSeenAt: now, expiresAt })
    .catch(() => undefined)
  return expiresAt
}

/**
 * Finds the account of a session token.
 * @param from.isUse whether a person caused the call: otherwise it does not extend the session
 * @returns undefined as `findSession`
 */
export async function findActor(
  context: Context,
  token: string,
  { ip, isUse }: { ip: string; isUse: boolean },
): Promise<Actor | undefined> {
  const session = await findSession(context, token)
  if (!session) return undefined
  const endsAt = isUse ? await recordUse(context, session) : endOf(context, session)
  const { id, isStaff, role, tokenHash: sessionHash, sub } = session
  const { email, firstName, lastName, telephone, municipalityId, erasureDueAt } = session
  const profile = { email, firstName, lastName, isStaff, telephone, municipalityId, erasureDueAt }
  const account = accountTagOf(sub)
  const { wroteUpTo } = session
  return { id, isStaff, role, sessionHash, endsAt, account, profile, wroteUpTo, network: networkOf(ip) }
}

/** Makes the account's next lists contain what it has just changed, if lists are read from a standby server. */
export async function recordWrite(
  { db, standby }: Pick<AppContext, 'db' | 'standby'>,
  actor: Pick<Actor, 'id'>,
) {
  if (standby) await queries.recordWrite(db, actor.id)
}

/** @returns when the sessions end, by token hash; without those that have ended */
export async function findSessionEnds(context: Context, tokenHashes: string[]): Promise<Map<string, Date>> {
  const found = await queries.findSessions(context.db, tokenHashes)
  const live = found.filter((session) => isLive(context, session))
  return new Map(live.map((session) => [session.tokenHash, endOf(context, session)]))
}
