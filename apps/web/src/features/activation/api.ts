import type { activate, disown, resendActivation } from '@portal/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call, callWithHeaders, emailOf } from '#web/api/call.ts'
import { queryOf } from '#web/shared/page/page-query.ts'
import { route } from '#web/api/route.ts'

/**
 * Reads and deletes the cookie with a reset token, which the server sets in a browser that did not sign up. Ignores a
 * token of another account.
 */
function takeNewPasswordToken(uid: string): string | undefined {
  const [, of, token] = /(?:^|;\s*)newpassword=([\w-]+)\.([\w-]+)/.exec(document.cookie) ?? []
  document.cookie = 'newpassword=; path=/account; max-age=0'
  return of === uid ? token : undefined
}

const activateRoute = route<typeof activate>(routes.activate)

/**
 * Activates the account of the link once, without a click. A query although it is a POST: queries are deduplicated,
 * also when React mounts the page twice (StrictMode), and the result is cached. `refetch` retries.
 */
export const useActivation = (uid: string, token: string) =>
  useQuery({
    queryKey: ['activation', uid, token],
    queryFn: async () => {
      const { headers } = await callWithHeaders(activateRoute, { body: { uid, token } })
      return { email: emailOf(headers), newPassword: takeNewPasswordToken(uid) }
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Returning to the page shows the cached result, even a failure; only the button retries.
    retryOnMount: false,
  })

const resendRoute = route<typeof resendActivation>(routes.resendActivation)

/** Requests the activation mail again; the response is the same whether or not the account exists. */
export const askForActivation = (email: string, search: string) =>
  call(resendRoute, { query: queryOf(search), body: { email } })

const disownRoute = route<typeof disown>(routes.disown)

/** Reports, by the second link of an activation mail, that a stranger signed up with this address. */
export const disownAccount = (uid: string, token: string) => call(disownRoute, { body: { uid, token } })
