import { signUp } from '@portal/contract/accounts.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { listMunicipalities } from '@portal/contract/municipalities.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { route } from '#web/lib/route.ts'

const signUpRoute = route<typeof signUp>(signUp)

/** Opens an account. The page's own query string goes along, so that the link in the mail leads back with it. */
export function createAccount(account: BodyOf<typeof signUp>, search: string) {
  const sent = new URLSearchParams(search)
  const query = Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]))
  return call(signUpRoute, { query, body: account })
}

const municipalitiesRoute = route<typeof listMunicipalities>({ method: 'GET', path: '/api/municipalities/' })

export const municipalitiesOptions = queryOptions({
  queryKey: ['municipalities'],
  queryFn: ({ signal }) => call(municipalitiesRoute, {}, signal),
  staleTime: Infinity,
})
