import { checksPageSize } from '@portal/contract/checks.ts'
import type { Db, Trx } from '#server/db/database.ts'
import type { AuditActor } from '#server/lib/audit/audit.ts'
import { writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as approvals from '#server/ledger/approvals/approvals.ts'
import * as flags from '#server/ledger/caps/flags.ts'
import { carryOutManual } from '#server/ledger/manual/record-manually.ts'
import { applyRateChange } from '#server/ledger/rates/change-rates.ts'
import { lockAsWriter } from '#server/ledger/transaction/transaction.ts'
import { settleClaimOf } from '#server/features/claims/decide-service.ts'
import { RateError } from '#server/ledger/rates/rates.ts'

export { resolveFlag, type FlagRow } from '#server/ledger/caps/flags.ts'
export type { ApprovalRow } from '#server/ledger/approvals/approvals.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>
type Asked = { state?: string | undefined; page?: string | undefined }

/** @throws ApiError page_invalid */
async function pageOf<Row>(
  { state, page = '1' }: Asked,
  count: (open: boolean) => Promise<number>,
  list: (page: { open: boolean; limit: number; offset: number }) => Promise<Row[]>,
): Promise<{ count: number; rows: Row[] }> {
  if (!/^[1-9]\d{0,6}$/.test(page)) throw new ApiError('page_invalid')
  const open = state !== 'all'
  const [total, offset] = [await count(open), (Number(page) - 1) * checksPageSize]
  if (offset > 0 && offset >= total) throw new ApiError('page_invalid')
  return { count: total, rows: await list({ open, limit: checksPageSize, offset }) }
}

export const listFlags = ({ db }: { db: Db }, asked: Asked) =>
  pageOf(
    asked,
    (open) => flags.countFlags(db, open),
    (page) => flags.listFlags(db, page),
  )

export const listApprovals = ({ db }: { db: Db }, asked: Asked) =>
  pageOf(
    asked,
    (open) => approvals.countApprovals(db, open),
    (page) => approvals.listApprovals(db, page),
  )

/**
 * Decides on a request of another person. An approved change is made in the same transaction; an import by the next
 * run of its command.
 * @throws ApiError not_found, already_decided, request_own, request_impossible
 */
export const decideApproval = (
  { db, ...context }: Context,
  decider: AuditActor & { id: number },
  id: number,
  { decision, note = '' }: { decision: 'approved' | 'rejected'; note?: string | undefined },
): Promise<approvals.ApprovalRow> =>
  db.transaction().execute(async (trx) => {
    await lockAsWriter(trx)
    const request = await approvals.lockApproval(trx, id)
    if (!request) throw new ApiError('not_found')
    if (request.decision !== null) throw new ApiError('already_decided')
    if (request.requestedBy === decider.id) throw new ApiError('request_own')
    const decided = { decision, decidedBy: decider.id, decidedAt: context.clock.now(), note }
    await approvals.updateDecision(trx, id, decided)
    await writeAudit({ ...context, db: trx }, decider, {
      action: decision === 'approved' ? 'approval.approve' : 'approval.reject',
      details: { approval: id, kind: request.kind, points: request.points },
    })
    const record =
      decision === 'approved' ? await carryOut({ ...context, db: trx }, trx, decider, id, request) : undefined
    if (request.kind === 'points_added') await settleClaimOf(context, trx, decider, { approval: id, record })
    const [row] = await approvals.listApprovals(trx, { id })
    if (!row) throw new Error(`Approval ${id} does not exist.`)
    return row
  })

/** @returns the id of the record of a manual record */
async function carryOut(
  context: Context,
  trx: Trx,
  decider: AuditActor,
  id: number,
  stored: { kind: approvals.Requested['kind']; payload: unknown; points: number | null },
): Promise<number | undefined> {
  const request = stored as approvals.Requested
  let record
  try {
    if (request.kind === 'points_imported') return undefined
    if (request.kind === 'points_added')
      record = await carryOutManual(context, trx, decider, id, request.payload)
    else await applyRateChange(context, trx, decider, request)
  } catch (error) {
    if (error instanceof RateError || error instanceof ApiError) throw new ApiError('request_impossible')
    throw error
  }
  await approvals.markExecuted(context, trx, id)
  return record
}
