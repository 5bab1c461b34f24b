import { useQuery } from '@tanstack/react-query'
import { call, callWithHeaders, emailOf } from '#web/api/call.ts'
import { queryOf } from '#web/shared/page/page-query.ts'
import * as endpoints from '#web/api/endpoints.ts'

/**
 * Reads and deletes the cookie with a reset token, which the server sets in a browser that did not sign up. Ignores a
 * token of another account.
 */
function takeNewPasswordToken(uid: string): string | undefined {
  const [, of, token] = /(?:^|;\s*)newpassword=([\w-]+)\.([\w-]+)/.exec(document.cookie) ?? []
  document.cookie = 'newpassword=; path=/account; max-age=0'
  return of === uid ? token : undefined
}

/**
 * Activates the account of the link once, without a click. A query although it is a POST: queries are deduplicated,
 * also when React mounts the page twice (StrictMode), and the result is cached. `refetch` retries.
 */
export const useActivation = (uid: string, token: string) =>
  useQuery({
    queryKey: ['activation', uid, token],
    queryFn: async () => {
      const { headers } = await callWithHeaders(endpoints.activate, { body: { uid, token } })
      return { email: emailOf(headers), newPassword: takeNewPasswordToken(uid) }
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Returning to the page shows the cached result, even a failure; only the button retries.
    retryOnMount: false,
  })

/** Requests the activation mail again; the response is the same whether or not the account exists. */
export const askForActivation = (email: string, search: string) =>
  call(endpoints.resendActivation, { query: queryOf(search), body: { email } })

/** Reports, by the second link of an activation mail, that a stranger signed up with this address. */
export const disownAccount = (uid: string, token: string) => call(endpoints.disown, { body: { uid, token } })
