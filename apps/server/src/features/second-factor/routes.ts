import { resetParticipantFactor } from '@portal/contract/participants.ts'
import {
  addPasskey,
  addTotp,
  beginAddPasskey,
  beginConfirmation,
  beginTotp,
  confirmPassword,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  showSecondFactor,
} from '@portal/contract/second-factor.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as confirmation from './confirm-service.ts'
import { resetSecondFactor } from './reset-service.ts'
import * as factors from './service.ts'

export const secondFactorRoutes: Routes = (scope, context) => {
  handle(scope, showSecondFactor, async ({ actor }) => {
    const found = await factors.showSecondFactor(context, actor)
    return {
      required: found.required,
      confirmed: found.confirmed,
      totp: {
        available: found.hasSecret,
        added_at: found.totpSince ? athensTime(found.totpSince) : null,
      },
      passkeys: found.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        added_at: athensTime(createdAt),
        last_used_at: lastUsedAt && athensTime(lastUsedAt),
      })),
      recovery_codes_left: found.recoveryCodesLeft,
    }
  })

  handle(scope, confirmPassword, ({ actor, body }) => {
    const { current_password: password, code, recovery_code: recoveryCode, credential } = body
    return confirmation.confirm(context, actor, { password, code, recoveryCode, credential })
  })
  handle(scope, beginConfirmation, ({ actor }) => confirmation.beginConfirmation(context, actor))
  handle(scope, beginTotp, ({ actor }) => factors.beginTotp(context, actor))
  handle(scope, addTotp, async ({ actor, body }) => ({
    recovery_codes: await factors.addTotp(context, actor, body.code),
  }))
  handle(scope, removeTotp, ({ actor }) => factors.removeTotp(context, actor))
  handle(scope, beginAddPasskey, ({ actor }) => factors.beginAddPasskey(context, actor))
  handle(scope, addPasskey, async ({ actor, body }) => ({
    recovery_codes: await factors.addPasskey(context, actor, body),
  }))
  handle(scope, removePasskey, ({ actor, params }) => factors.removePasskey(context, actor, params.id))
  handle(scope, makeRecoveryCodes, async ({ actor }) => ({
    recovery_codes: await factors.makeRecoveryCodes(context, actor),
  }))
  handle(scope, resetParticipantFactor, ({ actor, params, body }) =>
    resetSecondFactor(context, byActor(actor), { id: params.id, isStaff: false, reason: body.reason }),
  )
}
