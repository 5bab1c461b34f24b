import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ShownError } from '#web/api/common-error-text.ts'
import { anyObject } from '#web/api/route.ts'
import { askForPasskey } from '#web/lib/passkeys.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { text } from './text.ts'

/** The password, and a factor of an account that has some: a code of the app or a recovery code, or a passkey. */
export type Confirmation = { password: string; code?: string; byPasskey?: boolean }

const beginConfirmationRoute = anyObject(endpoints.beginConfirmation)

/** The second factors of the signed-in account. */
export const secondFactorOptions = queryOptions({
  queryKey: ['second factor'],
  queryFn: ({ signal }) => call(endpoints.showSecondFactor, {}, signal),
})

const askKey = async () => {
  const options = await call(beginConfirmationRoute, {})
  const credential = await askForPasskey(options).catch(() => {
    throw new ShownError(text.passkeyNotGiven)
  })
  return { ...credential }
}

/** Codes of an app have six digits, recovery codes twelve characters. */
const codeBody = (code: string) =>
  /^\d{6}$/.test(code.replace(/[\s-]/g, '')) ? { code } : { recovery_code: code }

/** Confirms who acts. @throws ShownError if the user cancels or the browser has none of the passkeys */
export async function confirm({ password, code, byPasskey = false }: Confirmation): Promise<void> {
  const factor = byPasskey ? { credential: await askKey() } : code === undefined ? {} : codeBody(code)
  await call(endpoints.confirmPassword, { body: { current_password: password, ...factor } })
}
