import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './queries.ts'

export { countFlags, type FlagRow, listFlags, removeResolvedFlags } from './queries.ts'

/**
 * Marks a flag as checked.
 * @throws ApiError not_found, already_decided, request_own: the flag is about the manager
 */
export async function resolveFlag(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  manager: AuditActor & { id: number },
  id: number,
  note: string,
): Promise<queries.FlagRow> {
  const [open] = await queries.listFlags(trx, { id })
  if (!open) throw new ApiError('not_found')
  if (open.staffId === manager.id || open.requesterId === manager.id) throw new ApiError('request_own')
  const resolution = { resolvedBy: manager.id, resolvedAt: clock.now(), note }
  if (!(await queries.updateResolved(trx, id, resolution))) throw new ApiError('already_decided')
  const [flag = open] = await queries.listFlags(trx, { id })
  await writeAudit({ db: trx, clock }, manager, {
    action: 'flag.resolve',
    subjectId: flag.participantId ?? flag.staffId ?? undefined,
    details: { flag: id },
  })
  return flag
}
