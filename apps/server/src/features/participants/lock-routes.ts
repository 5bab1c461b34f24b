import { endParticipantSessions, lockAccount, unlockAccount } from '@portal/contract/participants.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import * as locks from './lock-service.ts'

/** Locks of citizens' accounts, by managers and operators. */
export const accountLockRoutes: Routes = (scope, context) => {
  handleFor(scope, lockAccount, ({ actor, params, body }) =>
    locks.lockAccount(context, byActor(actor), params.id, body),
  )
  handleFor(scope, unlockAccount, ({ actor, params }) =>
    locks.unlockAccount(context, byActor(actor), params.id),
  )
  handleFor(scope, endParticipantSessions, ({ actor, params }) =>
    locks.endParticipantSessions(context, byActor(actor), params.id),
  )
}
