import { Readable } from 'node:stream'
import { assertPassword } from '#server/features/accounts/password-service.ts'
import { type AuditActor, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { readPersonalData } from './export-data-service.ts'
import { renderPersonalData } from './export-page.ts'

export type ExportFormat = 'json' | 'html'

/**
 * Exports everything about the signed-in account, after asking for the password again.
 * @throws ApiError password_incorrect, throttled
 */
export async function exportOwnData(
  context: AppContext,
  actor: Actor,
  { password, format }: { password: string; format: ExportFormat },
): Promise<FileResponse> {
  await assertPassword(context, actor, password)
  await takeTry(context, 'dataByAccount', String(actor.id))
  const text = await exportPerson(context, actor.id, format, byActor(actor))
  if (text === undefined) throw new ApiError('not_signed_in')
  return { rows: undefined, bytes: Buffer.byteLength(text), open: async () => Readable.from([text]) }
}

/**
 * Exports everything that is stored about a person, and records it. In memory: people have at most thousands of records.
 * @returns the file's text; undefined if there is no such account
 */
export async function exportPerson(
  context: Pick<AppContext, 'db' | 'clock' | 'config'>,
  id: number,
  format: ExportFormat,
  by: AuditActor,
): Promise<string | undefined> {
  const { db, clock, config } = context
  // One snapshot: sums and records agree.
  const data = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => readPersonalData(trx, id, clock.now()))
  if (!data) return undefined
  const entry = { action: 'data.export', subjectId: id, details: { format } } as const
  await changeAs(db, by, (trx) => writeAudit({ db: trx, clock }, by, entry))
  return format === 'json' ? `${JSON.stringify(data, null, 2)}\n` : renderPersonalData(data, config.brand)
}
