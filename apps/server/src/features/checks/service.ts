import { checksPageSize } from '@portal/contract/checks.ts'
import type { Db, Trx } from '#server/db/database.ts'
import {
  approveEmailChange,
  rejectEmailChange,
} from '#server/features/accounts/email-change/staff-request-service.ts'
import { assertApproves } from '#server/features/approvers/service.ts'
import type { AuditActor } from '#server/lib/audit/audit.ts'
import { writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { readRows } from '#server/lib/paging/paging.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as approvals from '#server/ledger/approvals/approvals.ts'
import * as flags from '#server/ledger/caps/flags.ts'
import { flagSamePerson } from '#server/ledger/caps/same-person.ts'
import { carryOutManual } from '#server/ledger/manual/record-manually.ts'
import { applyRateChange } from '#server/ledger/rates/change-rates.ts'
import { lockAsWriter } from '#server/ledger/transaction/transaction.ts'
import { settleClaimOf } from '#server/features/claims/decide-service.ts'
import { RateError } from '#server/ledger/rates/rates.ts'

export type { FlagRow } from '#server/ledger/caps/flags.ts'
export type { ApprovalRow } from '#server/ledger/approvals/approvals.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>
type ListQuery = { state?: string | undefined; page?: string | undefined }

/** @throws ApiError page_invalid */
export const listFlags = ({ db }: { db: Db }, { state, page }: ListQuery) =>
  readRows(
    page,
    checksPageSize,
    () => flags.countFlags(db, state !== 'all'),
    (range) => flags.listFlags(db, { open: state !== 'all', ...range }),
  )

/** @throws ApiError page_invalid */
export const listApprovals = ({ db }: { db: Db }, { state, page }: ListQuery) =>
  readRows(
    page,
    checksPageSize,
    () => approvals.countApprovals(db, state !== 'all'),
    (range) => approvals.listApprovals(db, { open: state !== 'all', ...range }),
  )

/**
 * Marks a flag as checked.
 * @throws ApiError not_found, already_decided, request_own (the flag is about the manager), approver_pending, approver_waiting
 */
export const resolveFlag = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  manager: AuditActor & { id: number },
  id: number,
  note: string,
): Promise<flags.FlagRow> =>
  changeAs(db, manager, async (trx) => {
    await assertApproves(trx, manager.id, clock.now())
    return flags.resolveFlag({ clock }, trx, manager, id, note)
  })

/**
 * Decides on a request of another person. An approved change is made in the same transaction; an import by the next
 * run of its command.
 * @throws ApiError not_found, already_decided, request_own, request_impossible, approver_pending, approver_waiting
 */
export const decideApproval = (
  { db, ...context }: Context,
  decider: AuditActor & { id: number },
  id: number,
  { decision, note = '' }: { decision: 'approved' | 'rejected'; note?: string | undefined },
): Promise<approvals.ApprovalRow> =>
  changeAs(db, decider, async (trx) => {
    await lockAsWriter(trx)
    await assertApproves(trx, decider.id, context.clock.now())
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
    if (decision === 'rejected' && request.kind === 'email_changed') await rejectEmailChange(trx, id)
    if (decision === 'approved') await flagDecision(context, trx, decider.id, id, request)
    if (request.kind === 'points_added') await settleClaimOf(context, trx, decider, { approval: id, record })
    const [row] = await approvals.listApprovals(trx, { id })
    if (!row) throw new Error(`Approval ${id} does not exist.`)
    return row
  })

/** Flags an approver who may be the person who gets the points, or who requested them. */
async function flagDecision(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  staffId: number,
  approval: number,
  {
    payload,
    points,
    requestedBy,
    requestedAt,
  }: NonNullable<Awaited<ReturnType<typeof approvals.lockApproval>>>,
): Promise<void> {
  const { participantId } = payload as { participantId?: number }
  const decided = {
    staffId,
    points: points ?? 0,
    occasion: `approval ${approval}`,
    since: requestedAt,
    approval,
  }
  if (participantId !== undefined) await flagSamePerson({ clock }, trx, { ...decided, participantId })
  await flagSamePerson({ clock }, trx, { ...decided, requesterId: requestedBy })
}

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
    else if (request.kind === 'email_changed') await approveEmailChange(context, trx, decider, id)
    else await applyRateChange(context, trx, decider, request)
  } catch (error) {
    if (error instanceof RateError || error instanceof ApiError) throw new ApiError('request_impossible')
    throw error
  }
  await approvals.markExecuted(context, trx, id)
  return record
}
