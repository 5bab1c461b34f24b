import type { AuditAction, AuditActorKind } from '@portal/contract/security/audit.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Actor, AppContext, Device, Partner } from '../context/app-context.ts'
import { truncated } from '../rate-limit/rate-limit.ts'

/**
 * Who acts: an account, a partner's program or device, a command of the operator, a background job, or a visitor without a
 * session.
 */
export type AuditActor = {
  kind: AuditActorKind
  /** Id in `users`, `partners` or `devices`; a command has the id of the account named by its `--as` option. */
  id?: number
  /** Name of a command or job. */
  name?: string
  network?: string
  /** Of a session, for `holdRights`. */
  sessionHash?: string
  role?: Role | null
}

/**
 * Of citizens a shortened network: entries outlast an erasure, and are chained, so that it could not be removed.
 * @param actor with the session of the call; without it if a link or a password shows who acts
 */
export const byActor = ({
  isStaff,
  id,
  network,
  sessionHash,
  role,
}: Pick<Actor, 'id' | 'isStaff' | 'network'> & Partial<Pick<Actor, 'sessionHash' | 'role'>>): AuditActor => ({
  id,
  network: isStaff ? network : truncated(network),
  kind: isStaff ? 'staff' : 'citizen',
  ...(sessionHash !== undefined && role !== undefined && { sessionHash, role }),
})

export const byPartner = ({ id, network }: Pick<Partner, 'id' | 'network'>): AuditActor => ({
  id,
  network,
  kind: 'partner',
})

export const byDevice = ({ id, network }: Pick<Device, 'id' | 'network'>): AuditActor => ({
  id,
  network,
  kind: 'device',
})

/** @param name of the command, as typed */
export const byCommand = (name: string): AuditActor => ({ kind: 'command', name })

/** A visitor without a session: signs up, or opens a mailed link. With a shortened network, as citizens. */
export const byVisitor = (ip: string): AuditActor => ({ kind: 'visitor', network: truncated(ip) })

export type AuditEntry = {
  action: AuditAction
  /** The account whose data it is; absent: several, or none. */
  subjectId?: number | undefined
  /** Facts without personal data: counts, periods, ids, codes. Of people never names, addresses or typed texts. */
  details?: Record<string, string | number | boolean | null> | undefined
  /** A search text. Kept apart, because it often is personal data that an erasure deletes. */
  text?: string | undefined
}

/**
 * Writes an entry of the audit log. Entries are never changed, and leave by whole blocks (lib/chain).
 * @param context with the transaction of the change as `db`, so that the change exists only together with its entry;
 *   entries of reads are written before the data is sent
 */
export async function writeAudit(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: AuditActor,
  { action, subjectId, details, text }: AuditEntry,
): Promise<void> {
  const values = {
    action,
    at: clock.now(),
    actorKind: actor.kind,
    actorId: actor.id ?? null,
    actorName: actor.name ?? null,
    network: actor.network ?? null,
    subjectId: subjectId ?? null,
    // JSON of PostgreSQL has no lone surrogates, such as of a text that was cut.
    details: JSON.stringify(details ?? {}, (_, fact: unknown) =>
      typeof fact === 'string' ? fact.toWellFormed() : fact,
    ),
  }
  if (!text) await db.insertInto('auditEntries').values(values).execute()
  else
    // One statement: outside a transaction, each has to wait for the disk.
    await db
      .with('entry', (with_) => with_.insertInto('auditEntries').values(values).returning('id'))
      .insertInto('auditTexts')
      .columns(['entryId', 'text'])
      // PostgreSQL text cannot contain NUL.
      .expression((from) =>
        from.selectFrom('entry').select(['id', sql<string>`${text.replaceAll('\0', '')}::text`.as('text')]),
      )
      .execute()
}

/** Deletes the search text of an entry. */
export const deleteText = (db: Db, entryId: number) =>
  db.deleteFrom('auditTexts').where('entryId', '=', entryId).execute()

/** Deletes the search texts of entries before a time. */
export const deleteOldTexts = (db: Db, before: Date) =>
  sql`delete from audit_texts t using audit_entries e where e.id = t.entry_id and e.at < ${before}`.execute(
    db,
  )
