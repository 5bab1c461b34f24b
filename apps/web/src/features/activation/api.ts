import type { activate, disown, resendActivation } from '@portal/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { queryOf } from '#web/shared/page/page-query.ts'
import { route } from '#web/api/route.ts'

/**
 * Reads and removes the cookie with a reset token, which the server sets in a browser that did not sign up. A token of
 * another account is ignored.
 */
function takeNewPasswordToken(uid: string): string | undefined {
  const [, of, token] = /(?:^|;\s*)newpassword=([\w-]+)\.([\w-]+)/.exec(document.cookie) ?? []
  document.cookie = 'newpassword=; path=/account; max-age=0'
  return of === uid ? token : undefined
}

const activateRoute = route<typeof activate>({ ...routes.activate })

/**
 * Activates the account of the link, by itself and once.
 * A query although it is a POST: one that is under way is never sent twice, also when React mounts the page twice
 * (StrictMode), and the answer stays. `refetch` is the retry.
 */
export const useActivation = (uid: string, token: string) =>
  useQuery({
    queryKey: ['activation', uid, token],
    queryFn: async () => {
      await call(activateRoute, { body: { uid, token } })
      return { newPassword: takeNewPasswordToken(uid) }
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Away and back again shows what is known, also a failure: only the button tries again.
    retryOnMount: false,
  })

const resendRoute = route<typeof resendActivation>({
  ...routes.resendActivation,
})

/** Asks for the activation mail again; the answer is the same whether an account waits for it. */
export const askForActivation = (email: string, search: string) =>
  call(resendRoute, { query: queryOf(search), body: { email } })

const disownRoute = route<typeof disown>({ ...routes.disown })

/** Reports, by the second link of an activation mail, that a stranger signed up. */
export const disownAccount = (uid: string, token: string) => call(disownRoute, { body: { uid, token } })
