import type { Config } from '#server/lib/config/config.ts'
import { later, minutes } from '#server/lib/time/clock.ts'

type Session = { isStaff: boolean; createdAt: Date; lastSeenAt: Date }
type Context = { config: Pick<Config, 'sessions'> }

export const limitsOf = ({ config }: Context, { isStaff }: Pick<Session, 'isStaff'>) =>
  isStaff ? config.sessions.staff : config.sessions.citizens

/**
 * Returns when a session ends if it is not used again. The present role and configuration count, so that a citizen who
 * becomes staff, or a shorter limit, ends existing sessions.
 */
export function endOf(context: Context, session: Session): Date {
  const { idle, longest } = limitsOf(context, session)
  const ends = [later(session.lastSeenAt, idle), later(session.createdAt, longest)]
  return ends.reduce((one, other) => (one < other ? one : other))
}

/** Returns whether a use is to be recorded: once a minute, so that reading does not write; sooner for short limits. */
export const isUseDue = (context: Context, session: Session, now: Date) =>
  now >= later(session.lastSeenAt, Math.min(minutes(1), limitsOf(context, session).idle / 10))
