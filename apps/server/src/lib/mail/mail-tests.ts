/** The last test mail of staff and its result, in `portal_state`: whether this portal sends mails. */
import type { MailOutcome } from '@portal/contract/manage-first-steps.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { AppContext } from '../context/app-context.ts'
import { MailError } from './mailer.ts'

export type MailTest = { outcome: MailOutcome; at: Date; reply: string }

const keys = { last: 'mail test', sent: 'mail test sent' } as const

const write = (db: Db, key: string, value: string) =>
  sql`
    insert into portal_state (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(db)

const store = (db: Db, { outcome, at, reply }: MailTest) =>
  write(db, keys.last, [outcome, at.toISOString(), reply].join(' '))

/** Notes that a test waits in the queue. */
export const startMailTest = (db: Db, now: Date) => store(db, { outcome: 'waiting', at: now, reply: '' })

/**
 * Sends a test mail and stores its result. Never throws because it is not sent: the person sees why and tries again, so that
 * the queue does not.
 */
export async function recordMailTest(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  send: () => Promise<void>,
): Promise<void> {
  const failed = await send().then(
    () => undefined,
    (error: unknown) => error as Error,
  )
  const outcome: MailOutcome = !failed
    ? config.mail.kind === 'smtp'
      ? 'sent'
      : 'stored'
    : failed instanceof MailError && !failed.isUnreachable
      ? 'refused'
      : 'unreachable'
  const at = clock.now()
  await store(db, { outcome, at, reply: failed instanceof MailError ? failed.reply : '' })
  // Mails of the demonstration are meant to be stored.
  if (outcome === 'sent' || (outcome === 'stored' && config.demonstration))
    await write(db, keys.sent, at.toISOString())
}

/** @returns the last test, and whether one has succeeded */
export async function findMailTests(db: Db): Promise<{ last: MailTest | undefined; hasSucceeded: boolean }> {
  const rows = await db
    .selectFrom('portalState')
    .selectAll()
    .where('key', 'in', Object.values(keys))
    .execute()
  const [outcome, at = '', ...reply] = rows.find(({ key }) => key === keys.last)?.value.split(' ') ?? []
  return {
    last:
      outcome === undefined
        ? undefined
        : { outcome: outcome as MailOutcome, at: new Date(at), reply: reply.join(' ') },
    hasSucceeded: rows.some(({ key }) => key === keys.sent),
  }
}
