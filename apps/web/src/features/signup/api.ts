import type { signUp } from '@portal/contract/accounts.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { queryOf } from '#web/shared/page/page-query.ts'
import { anyObject } from '#web/api/route.ts'
import * as endpoints from '#web/api/endpoints.ts'

// The page does not use the reply.
const signUpRoute = anyObject(endpoints.signUp)

/** Creates an account. Sends the page's query string, so that the link in the mail contains it. */
export function createAccount(account: BodyOf<typeof signUp>, search: string) {
  return call(signUpRoute, { query: queryOf(search), body: account })
}
