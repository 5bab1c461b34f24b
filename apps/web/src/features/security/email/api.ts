import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as calls from '#web/api/calls.ts'

/** The change of the address that waits, and from when on another one is possible. */
export const emailChangeOptions = queryOptions({
  queryKey: ['email change'],
  queryFn: ({ signal }) => call(calls.showEmailChange, {}, signal),
})

export const requestEmail = (email: string) => call(calls.requestEmailChange, { body: { email } })

/** What the links of the mails do. */
export const followLink = {
  confirm: (body: { uid: string; token: string }) => call(calls.confirmEmailChange, { body }),
  restore: (body: { uid: string; token: string }) => call(calls.restoreEmail, { body }),
}
