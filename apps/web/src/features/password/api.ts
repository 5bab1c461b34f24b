import type { resetPassword } from '@portal/contract/passwords.ts'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { queryOf } from '#web/shared/page/page-query.ts'
import { route } from '#web/api/route.ts'

const resetRoute = route<typeof resetPassword>({ ...routes.resetPassword })

/** Requests the mail with a reset link. Sends the page's query string, so that the link contains it. */
export const askForReset = (email: string, search: string) =>
  call(resetRoute, { query: queryOf(search), body: { email } })
