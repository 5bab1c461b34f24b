import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './queries.ts'

export { countFlags, type FlagRow, listFlags } from './queries.ts'

/**
 * Marks a flag as checked.
 * @throws ApiError not_found, already_decided; request_own for a flag about the manager
 */
export const resolveFlag = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  manager: AuditActor & { id: number },
  id: number,
  note: string,
): Promise<queries.FlagRow> =>
  db.transaction().execute(async (trx) => {
    const resolution = { resolvedBy: manager.id, resolvedAt: clock.now(), note }
    const isResolved = await queries.updateResolved(trx, id, resolution)
    const [flag] = await queries.listFlags(trx, { id })
    if (!flag) throw new ApiError('not_found')
    if (flag.staffId === manager.id) throw new ApiError('request_own')
    if (!isResolved) throw new ApiError('already_decided')
    await writeAudit({ db: trx, clock }, manager, {
      action: 'flag.resolve',
      subjectId: flag.participantId ?? flag.staffId ?? undefined,
      details: { flag: id },
    })
    return flag
  })
