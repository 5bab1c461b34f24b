import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeSessionsAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'
import { endOf } from './session-lifetimes.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Lists the sessions of the signed-in account, the last used first. `current`: that of this call. */
export async function listOwnSessions(context: Context, actor: Actor) {
  const now = context.clock.now()
  const sessions = await queries.listSessions(context.db, actor.id, now)
  return sessions
    .filter((session) => endOf(context, { ...session, isStaff: actor.isStaff }) > now)
    .map(({ tokenHash, ...session }) => ({ ...session, current: tokenHash === actor.sessionHash }))
}

/**
 * Ends a session of the signed-in account, with its sign-ins at partner sites.
 * @returns whether it was the session of this call
 * @throws ApiError not_found if it has ended or belongs to another account
 */
export async function endOwnSession(context: Context, actor: Actor, id: string): Promise<boolean> {
  return changeSessionsAs(context.db, actor, async (trx) => {
    const ended = await queries.deleteOwnSession(trx, actor.id, id)
    if (!ended) throw new ApiError('not_found')
    const wasCurrent = ended.tokenHash === actor.sessionHash
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'session.end',
      subjectId: actor.id,
      details: { current: wasCurrent },
    })
    return wasCurrent
  })
}

/** Ends every session of the signed-in account, also that of this call, with their sign-ins at partner sites. */
export async function endAllOwnSessions(context: Context, actor: Actor): Promise<void> {
  await changeSessionsAs(context.db, actor, async (trx) => {
    const count = await queries.deleteSessionsOf(trx, actor.id)
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'sessions.end_all',
      subjectId: actor.id,
      details: { count },
    })
  })
}
