import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** The change of the address that waits, and from when on another one is possible. */
export const emailChangeOptions = queryOptions({
  queryKey: ['email change'],
  queryFn: ({ signal }) => call(endpoints.showEmailChange, {}, signal),
})

export const requestEmail = (email: string) => call(endpoints.requestEmailChange, { body: { email } })

/** What the links of the mails do. */
export const followLink = {
  confirm: (body: { uid: string; token: string }) => call(endpoints.confirmEmailChange, { body }),
  restore: (body: { uid: string; token: string }) => call(endpoints.restoreEmail, { body }),
}
