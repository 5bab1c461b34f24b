import type {
  confirmEmailChange,
  EmailChange,
  requestEmailChange,
  restoreEmail,
  showEmailChange,
} from '@portal/contract/accounts.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { objectOf, orNull, text, timestamp } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

const emailChange = objectOf<EmailChange>({
  pending: orNull(objectOf<NonNullable<EmailChange['pending']>>({ email: text, expires_at: timestamp })),
  next_from: orNull(timestamp),
})
const showRoute = route<typeof showEmailChange>(routes.showEmailChange, emailChange)

/** The change of the address that waits, and from when on another one is possible. */
export const emailChangeOptions = queryOptions({
  queryKey: ['email change'],
  queryFn: ({ signal }) => call(showRoute, {}, signal),
})

const requestRoute = route<typeof requestEmailChange>(routes.requestEmailChange)
export const requestEmail = (email: string) => call(requestRoute, { body: { email } })

const confirmRoute = route<typeof confirmEmailChange>(routes.confirmEmailChange)
const restoreRoute = route<typeof restoreEmail>(routes.restoreEmail)

/** What the links of the mails do. */
export const followLink = {
  confirm: (body: { uid: string; token: string }) => call(confirmRoute, { body }),
  restore: (body: { uid: string; token: string }) => call(restoreRoute, { body }),
}
