import type { ReplyOf } from '@portal/contract/endpoint.ts'
import type {
  addPasskey,
  addTotp,
  beginAddPasskey,
  beginTotp,
  confirmPassword,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  SecondFactor,
  showSecondFactor,
} from '@portal/contract/second-factor.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ShownError } from '#web/api/error-text.ts'
import { flag, listOf, object, objectOf, orNull, text, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { meOptions } from '#web/api/session.ts'
import { createPasskey } from '#web/lib/passkeys.ts'
import { sessionsOptions } from './api.ts'
import { text as said } from './second-factor-text.ts'

export type Passkey = SecondFactor['passkeys'][number]
/** A secret to scan or to type, and its QR code. */
export type AppSetUp = ReplyOf<typeof beginTotp>

const secondFactor = objectOf<SecondFactor>({
  required: flag,
  confirmed: flag,
  totp: objectOf<SecondFactor['totp']>({ available: flag, added_at: orNull(timestamp) }),
  passkeys: listOf(
    objectOf<Passkey>({ id: whole, name: text, added_at: timestamp, last_used_at: orNull(timestamp) }),
  ),
  recovery_codes_left: whole,
})
const newCodes = objectOf<{ recovery_codes: string[] }>({ recovery_codes: listOf(text) })
const appSetUp = objectOf<AppSetUp>({
  secret: text,
  uri: text,
  qr: objectOf<AppSetUp['qr']>({ size: whole, path: text }),
})

const showRoute = route<typeof showSecondFactor>({ ...routes.showSecondFactor, reply: secondFactor })
const confirmRoute = route<typeof confirmPassword>({ ...routes.confirmPassword })
const beginTotpRoute = route<typeof beginTotp>({ ...routes.beginTotp, reply: appSetUp })
const addTotpRoute = route<typeof addTotp>({ ...routes.addTotp, reply: newCodes })
const removeTotpRoute = route<typeof removeTotp>({ ...routes.removeTotp })
const beginPasskeyRoute = route<typeof beginAddPasskey, object>({ ...routes.beginAddPasskey, reply: object })
const addPasskeyRoute = route<typeof addPasskey>({ ...routes.addPasskey, reply: newCodes })
const removePasskeyRoute = route<typeof removePasskey>({ ...routes.removePasskey })
const codesRoute = route<typeof makeRecoveryCodes>({ ...routes.makeRecoveryCodes, reply: newCodes })

/** The second factors of the signed-in account. */
export const secondFactorOptions = queryOptions({
  queryKey: ['second factor'],
  queryFn: ({ signal }) => call(showRoute, {}, signal),
})

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
    confirm: (password: string) => call(confirmRoute, { body: { current_password: password } }),
    beginApp: () => call(beginTotpRoute, {}),
    addApp: (code: string) => codesOf(call(addTotpRoute, { body: { code } })),
    removeApp: async () => {
      await call(removeTotpRoute, {})
      await reload()
    },
    /** @returns the options of `addPasskey` */
    beginPasskey: () => call(beginPasskeyRoute, {}),
    /** @throws ShownError if the user cancels or the browser cannot create a passkey */
    addPasskey: async (options: object, name: string) => {
      const credential = await createPasskey(options).catch(() => {
        throw new ShownError(said.passkeyFailed)
      })
      return codesOf(call(addPasskeyRoute, { body: { name, credential: { ...credential } } }))
    },
    removePasskey: async ({ id }: Passkey) => {
      await call(removePasskeyRoute, { params: { id: String(id) } })
      await reload()
    },
    makeCodes: () => codesOf(call(codesRoute, {})),
  }
}
