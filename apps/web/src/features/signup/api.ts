import type { signUp } from '@portal/contract/accounts.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { queryOf } from '#web/shared/page/page-query.ts'
import { object } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

// The page shows nothing of the reply.
const signUpRoute = route<typeof signUp, object>({ ...routes.signUp, reply: object })

/** Opens an account. The page's own query string goes along, so that the link in the mail leads back with it. */
export function createAccount(account: BodyOf<typeof signUp>, search: string) {
  return call(signUpRoute, { query: queryOf(search), body: account })
}
