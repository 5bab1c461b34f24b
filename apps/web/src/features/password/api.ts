import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '#web/api/call.ts'
import { queryOf } from '#web/shared/page/page-query.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Requests the mail with a reset link. Sends the page's query string, so that the link contains it. */
export const askForReset = (email: string, search: string) =>
  call(endpoints.resetPassword, { query: queryOf(search), body: { email } })

/** Whether the link of a reset mail is known to be wrong, used or expired. */
export const brokenLinkOptions = (uid: string, token: string) =>
  queryOptions({
    queryKey: ['reset link', uid, token],
    queryFn: () =>
      call(endpoints.checkPasswordReset, { body: { uid, token } }).then(
        () => false,
        // After any other error the person learns it when the form is sent.
        (error: unknown) =>
          error instanceof ApiError && (error.has('uid_invalid') || error.has('token_invalid')),
      ),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
