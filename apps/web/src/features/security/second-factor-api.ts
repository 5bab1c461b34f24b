import type { ReplyOf } from '@portal/contract/endpoint.ts'
import type { beginTotp, SecondFactor } from '@portal/contract/second-factor.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ShownError } from '#web/api/common-error-text.ts'
import { anyObject } from '#web/api/route.ts'
import { meOptions } from '#web/api/session.ts'
import { askForPasskey, createPasskey } from '#web/lib/passkeys.ts'
import { sessionsOptions } from './api.ts'
import { text as said } from './second-factor-text.ts'
import * as endpoints from '#web/api/endpoints.ts'

export type { SecondFactor } from '@portal/contract/second-factor.ts'
/** The password, and a factor of an account that has some: a code of the app or a recovery code, or a passkey. */
export type Confirmation = { password: string; code?: string; byPasskey?: boolean }
export type Passkey = SecondFactor['passkeys'][number]
/** A secret to scan or to type, and its QR code. */
export type AppSetUp = ReplyOf<typeof beginTotp>

const beginConfirmationRoute = anyObject(endpoints.beginConfirmation)
const beginPasskeyRoute = anyObject(endpoints.beginAddPasskey)

/** The second factors of the signed-in account. */
export const secondFactorOptions = queryOptions({
  queryKey: ['second factor'],
  queryFn: ({ signal }) => call(endpoints.showSecondFactor, {}, signal),
})

const askKey = async () => {
  const options = await call(beginConfirmationRoute, {})
  const credential = await askForPasskey(options).catch(() => {
    throw new ShownError(said.passkeyNotGiven)
  })
  return { ...credential }
}

/** Codes of an app have six digits, recovery codes twelve characters. */
const codeBody = (code: string) =>
  /^\d{6}$/.test(code.replace(/[\s-]/g, '')) ? { code } : { recovery_code: code }

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
    /** @throws ShownError if the user cancels or the browser has none of the passkeys */
    confirm: async ({ password, code, byPasskey = false }: Confirmation) => {
      const factor = byPasskey ? { credential: await askKey() } : code === undefined ? {} : codeBody(code)
      await call(endpoints.confirmPassword, { body: { current_password: password, ...factor } })
    },
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
