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
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as confirmation from './confirm-service.ts'
import * as factors from './service.ts'

export const secondFactorRoutes: Routes = (scope, context) => {
  handleFor(scope, showSecondFactor, async ({ actor }) => {
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

  handleFor(scope, confirmPassword, ({ actor, body }) => {
    const { current_password: password, code, recovery_code: recoveryCode, credential } = body
    return confirmation.confirm(context, actor, { password, code, recoveryCode, credential })
  })
  handleFor(scope, beginConfirmation, ({ actor }) => confirmation.beginConfirmation(context, actor))
  handleFor(scope, beginTotp, ({ actor }) => factors.beginTotp(context, actor))
  handleFor(scope, addTotp, async ({ actor, body }) => ({
    recovery_codes: await factors.addTotp(context, actor, body.code),
  }))
  handleFor(scope, removeTotp, ({ actor }) => factors.removeTotp(context, actor))
  handleFor(scope, beginAddPasskey, ({ actor }) => factors.beginAddPasskey(context, actor))
  handleFor(scope, addPasskey, async ({ actor, body }) => ({
    recovery_codes: await factors.addPasskey(context, actor, body),
  }))
  handleFor(scope, removePasskey, ({ actor, params }) => factors.removePasskey(context, actor, params.id))
  handleFor(scope, makeRecoveryCodes, async ({ actor }) => ({
    recovery_codes: await factors.makeRecoveryCodes(context, actor),
  }))
}
