import {
  type Approval,
  confirmApprover,
  decideApproval,
  listApprovals,
  listApprovers,
  listFlags,
  type PointsFlag,
  resolveFlag,
} from '@portal/contract/checks.ts'
import type { Description } from '@portal/contract/words/descriptions.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import type { Actor } from '#server/lib/context/app-context.ts'
import { requestedRateOf } from '#server/ledger/approvals/requested-rate.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as approvers from './approvers-service.ts'
import * as checks from './service.ts'

export const checkRoutes: Routes = (scope, context) => {
  handle(scope, listFlags, async ({ actor, query }) => {
    await auditRead(context, actor, { action: 'checks.read', details: { list: 'flags' } })
    const { count, rows } = await checks.listFlags(context, query)
    return { count, results: rows.map(flagOf) }
  })
  handle(scope, resolveFlag, async ({ actor, params, body }) =>
    flagOf(await checks.resolveFlag(context, authorOf(actor), params.id, body.note)),
  )

  handle(scope, listApprovals, async ({ actor, query }) => {
    await auditRead(context, actor, { action: 'checks.read', details: { list: 'approvals' } })
    const { count, rows } = await checks.listApprovals(context, query)
    return { count, results: rows.map((row) => approvalOf(row, actor)) }
  })
  handle(scope, decideApproval, async ({ actor, params, body }) =>
    approvalOf(await checks.decideApproval(context, authorOf(actor), params.id, body), actor),
  )

  handle(scope, listApprovers, async ({ actor }) => {
    const { from, waiting } = await approvers.listApprovers(context, actor)
    return {
      own: { from: timeOf(from), approves: from !== null && from <= context.clock.now() },
      waiting: waiting.map(({ id, email, askedBy, askedByEmail, askedAt, ...name }) => ({
        id,
        email,
        full_name: nameOf(name),
        asked_by: askedByEmail,
        asked_at: athensTime(askedAt),
        own: id === actor.id || askedBy === actor.id,
      })),
    }
  })
  handle(scope, confirmApprover, ({ actor, params }) =>
    approvers.confirmApprover(context, byActor(actor), params.id),
  )
}

const authorOf = (actor: Actor) => ({ ...byActor(actor), id: actor.id })
const timeOf = (time: Date | null) => (time ? athensTime(time) : null)
const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim()

const flagOf = (flag: checks.FlagRow): PointsFlag => ({
  id: flag.id,
  partner: flag.partner,
  participant: flag.participantId === null ? null : { id: flag.participantId, full_name: nameOf(flag) },
  staff:
    flag.staffId === null || flag.occasion !== null
      ? null
      : { id: flag.staffId, name: nameOf({ firstName: flag.staffFirstName, lastName: flag.staffLastName }) },
  day: flag.day,
  rejected: flag.rejected,
  credited_twice: flag.creditedTwice,
  cap: flag.cap,
  points: flag.points,
  raised_at: athensTime(flag.raisedAt),
  same_person:
    flag.staffEmail === null || flag.occasion === null
      ? null
      : {
          staff: flag.staffEmail,
          requester: flag.requesterEmail,
          shared: flag.shared as NonNullable<PointsFlag['same_person']>['shared'],
          occasion: flag.occasion,
        },
  decided_by: flag.resolvedByEmail,
  decided_at: timeOf(flag.resolvedAt),
  note: flag.note,
})

type Payload = Partial<{
  participantId: number
  description: Description
  createdAt: string
  reason: string
  file: string
  sha256: string
  records: number
}>

const approvalOf = (row: checks.ApprovalRow, actor: Pick<Actor, 'id'>): Approval => {
  const payload = row.payload as Payload
  const { id, kind, points, note, decision } = row
  return {
    id,
    kind,
    points,
    note,
    decision,
    record:
      kind === 'points_added'
        ? {
            participant: { id: payload.participantId ?? 0, full_name: nameOf(row) },
            description: payload.description ?? 'oil_collected',
            created_at: athensTime(new Date(payload.createdAt ?? 0)),
            reason: payload.reason ?? '',
          }
        : null,
    email:
      kind === 'email_changed'
        ? {
            participant: { id: payload.participantId ?? 0, full_name: nameOf(row) },
            to: row.newEmail,
            reason: payload.reason ?? '',
          }
        : null,
    file:
      kind === 'points_imported'
        ? { name: payload.file ?? '', sha256: payload.sha256 ?? '', records: payload.records ?? 0 }
        : null,
    rate: kind.startsWith('rate_') ? requestedRateOf(row) : null,
    requested_by: row.requestedByEmail,
    requested_at: athensTime(row.requestedAt),
    own: row.requestedBy === actor.id,
    decided_by: row.decidedByEmail,
    decided_at: timeOf(row.decidedAt),
    executed_at: timeOf(row.executedAt),
  }
}
