import {
  endParticipantSessions,
  lockAccount,
  sendParticipantReset,
  unlockAccount,
} from '@portal/contract/participants.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import * as locks from './lock-service.ts'

/** Sign-ins of citizens: links for a new password; locks and ends of sessions, by managers and operators. */
export const accountLockRoutes: Routes = (scope, context) => {
  handle(scope, sendParticipantReset, ({ actor, params }) => locks.sendReset(context, actor, params.id))
  handle(scope, lockAccount, ({ actor, params, body }) =>
    locks.lockAccount(context, byActor(actor), params.id, body),
  )
  handle(scope, unlockAccount, ({ actor, params }) => locks.unlockAccount(context, byActor(actor), params.id))
  handle(scope, endParticipantSessions, ({ actor, params }) =>
    locks.endParticipantSessions(context, byActor(actor), params.id),
  )
}
