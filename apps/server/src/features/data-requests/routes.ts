import {
  answerDataRequest,
  type DataRequest,
  extendDataRequest,
  listDataRequests,
} from '@portal/contract/checks.ts'
import {
  askDataRequest,
  liftOwnRestriction,
  listOwnDataRequests,
  type OwnDataRequest,
} from '@portal/contract/privacy.ts'
import { liftParticipantRestriction, restrictParticipant } from '@portal/contract/participants.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { countPeopleRead } from '#server/lib/audit/staff-reads.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import * as restrictions from './restriction-service.ts'
import * as requests from './service.ts'

export const dataRequestRoutes: Routes = (scope, context) => {
  handle(scope, listOwnDataRequests, async ({ actor }) => ({
    restriction: await restrictions.findRestriction(context.db, actor.id),
    results: (await requests.listRequestsOf(context.db, actor.id)).map(requestOf),
  }))
  handle(scope, askDataRequest, async ({ actor, body }) =>
    requestOf(await requests.askDataRequest(context, actor, body)),
  )
  handle(scope, liftOwnRestriction, ({ actor }) => restrictions.liftOwnRestriction(context, actor))

  handle(scope, listDataRequests, async ({ actor, query }) => {
    await auditRead(context, actor, { action: 'checks.read', details: { list: 'requests' } })
    const { count, rows } = await requests.listRequests(context, query)
    await countPeopleRead(
      context,
      actor,
      rows.map(({ userId }) => userId),
    )
    return { count, results: rows.map((row) => staffRequestOf(row, athensDay(context.clock.now()))) }
  })
  handle(scope, answerDataRequest, ({ actor, params, body }) =>
    requests.answerDataRequest(context, actor, params.id, body),
  )
  handle(scope, extendDataRequest, ({ actor, params, body }) =>
    requests.extendDataRequest(context, actor, params.id, body.reason),
  )
  handle(scope, restrictParticipant, ({ actor, params, body }) =>
    restrictions.restrictParticipant(context, actor, params.id, body.reason),
  )
  handle(scope, liftParticipantRestriction, ({ actor, params, body }) =>
    restrictions.announceEnd(context, actor, params.id, body.reason),
  )
}

const requestOf = (row: requests.RequestRow): OwnDataRequest => ({
  id: row.id,
  kind: row.kind,
  text: row.text,
  received_at: athensTime(row.receivedAt),
  due_on: row.dueOn,
  extension_reason: row.extensionReason,
  answered_at: row.answeredAt && athensTime(row.answeredAt),
  outcome: row.outcome,
  answer: row.answer,
})

const staffRequestOf = (row: requests.StaffRequestRow, today: string): DataRequest => ({
  ...requestOf(row),
  participant: { id: row.userId, full_name: `${row.firstName} ${row.lastName}`.trim() },
  overdue: row.answeredAt === null && row.dueOn < today,
  restricted: row.restricted,
  answered_by: row.answeredByEmail,
})
