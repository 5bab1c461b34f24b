import type { ReplyOf } from '@portal/contract/endpoint.ts'
import type { beginTotp, SecondFactor } from '@portal/contract/second-factor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ShownError } from '#web/api/common-error-text.ts'
import { anyObject } from '#web/api/route.ts'
import { meOptions } from '#web/api/session.ts'
import { createPasskey } from '#web/lib/passkeys.ts'
import { sessionsOptions } from './api.ts'
import { text as said } from './second-factor-text.ts'
import { secondFactorOptions } from '#web/shared/confirmation/api.ts'
import * as endpoints from '#web/api/endpoints.ts'

export type { SecondFactor } from '@portal/contract/second-factor.ts'
export type Passkey = SecondFactor['passkeys'][number]
/** A secret to scan or to type, and its QR code. */
export type AppSetUp = ReplyOf<typeof beginTotp>

const beginPasskeyRoute = anyObject(endpoints.beginAddPasskey)

export function useSecondFactorCalls() {
  const client = useQueryClient()
  /** Reloads what a change affects; other sessions may have ended. */
  const reload = () =>
    Promise.all(
      [secondFactorOptions, sessionsOptions, meOptions].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  const codesOf = async (made: Promise<{ recovery_codes: string[] }>) => {
    const { recovery_codes: codes } = await made
    await reload()
    return codes
  }
  return {
    beginApp: () => call(endpoints.beginTotp, {}),
    addApp: (code: string) => codesOf(call(endpoints.addTotp, { body: { code } })),
    removeApp: async () => {
      await call(endpoints.removeTotp, {})
      await reload()
    },
    /** @returns the options of `addPasskey` */
    beginPasskey: () => call(beginPasskeyRoute, {}),
    /** @throws ShownError if the user cancels or the browser cannot create a passkey */
    addPasskey: async (options: object, name: string) => {
      const credential = await createPasskey(options).catch(() => {
        throw new ShownError(said.passkeyFailed)
      })
      return codesOf(call(endpoints.addPasskey, { body: { name, credential: { ...credential } } }))
    },
    removePasskey: async ({ id }: Passkey) => {
      await call(endpoints.removePasskey, { params: { id: String(id) } })
      await reload()
    },
    makeCodes: () => codesOf(call(endpoints.makeRecoveryCodes, {})),
  }
}
