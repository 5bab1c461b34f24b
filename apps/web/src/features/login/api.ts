import type { login } from '@portal/contract/accounts.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { notifyOtherTabs } from '#web/api/tell-other-tabs.ts'
import { ShownError } from '#web/api/common-error-text.ts'
import { anyObject } from '#web/api/route.ts'
import { readMeAfterSignIn } from '#web/api/session.ts'
import { chosenLanguage, language } from '#web/lib/language.ts'
import { signsInAgain, withoutAgain } from '#web/lib/safe-redirect.ts'
import { askForPasskey } from '#web/lib/passkeys.ts'
import { text } from './text.ts'
import * as endpoints from '#web/api/endpoints.ts'

type Reply = ReplyOf<typeof login>

/** Factors that can finish the sign-in. */
export type Factors = NonNullable<Reply['second_factor']>

const codeRoute = anyObject(endpoints.verifyCode)
const recoveryRoute = anyObject(endpoints.verifyRecoveryCode)
const beginPasskeyRoute = anyObject(endpoints.beginPasskey)
const passkeyRoute = anyObject(endpoints.verifyPasskey)

/** Reloads the profile; the guards then redirect. @throws ShownError if the browser sends no session */
function useFinish() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return async () => {
    notifyOtherTabs()
    if (signsInAgain(search)) await navigate({ pathname, search: withoutAgain(search) }, { replace: true })
    // The sign-in has set the account's language. The guards redirect after the reload, too.
    if (chosenLanguage() !== language) return window.location.reload()
    if (!(await readMeAfterSignIn(client))) throw new ShownError(text.notKept)
  }
}

/**
 * Signs in, then reloads the profile; the guards then redirect.
 * @returns the factors of which the account needs one; undefined if it is signed in
 * @throws ShownError if the browser sends no session, such as with cookies blocked
 */
export function useLogin() {
  const finish = useFinish()
  return async (credentials: { email: string; password: string }): Promise<Factors | undefined> => {
    const { second_factor: factors } = await call(endpoints.login, { body: credentials })
    if (!factors) await finish()
    return factors
  }
}

/** Finishes a sign-in with a second factor. @throws ShownError as `useLogin`; ApiError 401 after five minutes */
export function useSecondStep() {
  const finish = useFinish()
  return {
    sendCode: async (kind: 'totp' | 'recovery', code: string) => {
      if (kind === 'totp') await call(codeRoute, { body: { code } })
      else await call(recoveryRoute, { body: { code } })
      await finish()
    },
    sendPasskey: async () => {
      const options = await call(beginPasskeyRoute, {})
      const credential = await askForPasskey(options).catch(() => {
        throw new ShownError(text.passkeyFailed)
      })
      await call(passkeyRoute, { body: { credential: { ...credential } } })
      await finish()
    },
  }
}
