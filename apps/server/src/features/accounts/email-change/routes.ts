import {
  confirmEmailChange,
  requestEmailChange,
  restoreEmail,
  showEmailChange,
} from '@portal/contract/accounts.ts'
import { requestParticipantEmail } from '@portal/contract/participants.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { auditAddress } from '#server/lib/audit/reads.ts'
import * as changes from './email-change-service.ts'
import * as requests from './staff-request-service.ts'

export const emailChangeRoutes =
  (erasures: changes.ErasureSteps): Routes =>
  (scope, context) => {
    handle(scope, confirmEmailChange, ({ body, request }) =>
      changes.confirmEmailChange(context, { ...body, ip: request.ip }, erasures),
    )
    handle(scope, restoreEmail, ({ body, request }) =>
      changes.restoreEmail(context, { ...body, ip: request.ip }, erasures),
    )

    handle(scope, showEmailChange, ({ actor }) => changes.showEmailChange(context, actor))
    handle(scope, requestEmailChange, ({ actor, body }) =>
      changes.requestEmailChange(context, actor, body.email),
    )

    handle(scope, requestParticipantEmail, async ({ actor, params, body }) => ({
      approval: await requests
        .requestParticipantEmail(context, { ...byActor(actor), id: actor.id }, params.id, body)
        .catch(auditAddress(context, actor, body.email)),
    }))
  }
