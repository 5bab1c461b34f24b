import type { openFirstAccount } from '@portal/contract/manage-first-steps.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ApiError, call } from '#web/api/call.ts'
import { ShownError } from '#web/api/common-error-text.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { readMeAfterSignIn } from '#web/api/session.ts'
import { notifyOtherTabs } from '#web/api/tell-other-tabs.ts'
import { text } from './text.ts'

/** Whether the link is known to be wrong, used or expired. */
export const brokenLinkOptions = (token: string) =>
  queryOptions({
    queryKey: ['first link', token],
    queryFn: () =>
      token === ''
        ? true
        : call(endpoints.checkFirstLink, { body: { token } }).then(
            () => false,
            // After any other error the person learns it when the form is sent.
            (error: unknown) => error instanceof ApiError && error.has('token_invalid'),
          ),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

/** Creates the account and goes on to the first steps. @throws ShownError if the browser sends no session */
export function useOpenAccount() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (body: BodyOf<typeof openFirstAccount>) => {
    await call(endpoints.openFirstAccount, { body })
    notifyOtherTabs()
    if (!(await readMeAfterSignIn(client))) throw new ShownError(text.notKept)
    await navigate('/admin/manage/first-steps', { replace: true })
  }
}
