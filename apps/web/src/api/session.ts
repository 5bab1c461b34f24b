import type { me, Profile } from '@portal/contract/accounts.ts'
import { accountHeader } from '@portal/contract/endpoint.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { callWithHeaders, ApiError, setAccount } from './call.ts'
import { flag, objectOf, optional, orNull, text, whole } from './reply-checks.ts'
import { route } from './route.ts'

export const profile = objectOf<Profile>({
  email: text,
  first_name: text,
  last_name: text,
  is_staff: flag,
  telephone: optional(text),
  municipality: optional(orNull(whole)),
})

// `null` means not signed in, like a 401: the profile is loaded but absent (portal.md, 'Authenticated routing').
const meRoute = route<typeof me, Profile | null>({
  ...routes.me,
  reply: orNull(profile),
})

/**
 * Returns whether the readable `signedin` cookie is set; the session cookie itself is HttpOnly. Without it, no request
 * is needed.
 */
const isHinted = () => /(?:^|;\s*)signedin=/.test(document.cookie)

function signedOut(): null {
  setAccount(undefined)
  return null
}

async function readProfile(signal: AbortSignal) {
  if (!isHinted()) return signedOut()
  try {
    const { reply, headers } = await callWithHeaders(meRoute, {}, signal)
    setAccount(headers.get(accountHeader) ?? undefined)
    return reply
  } catch (error) {
    if (error instanceof ApiError) {
      if (error.status === 401) return signedOut()
      warnOf(error.body)
    }
    throw error
  }
}

/** Logs the `detail` of a response for developers (portal.md §7). */
function warnOf(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'detail' in body) console.warn(body.detail)
}

/** Email address of the account whose session ended without a sign-out in this tab; false if none. */
const lostKey = ['session lost']
const ownSignInKey = ['signing in here']
const switchKey = ['switched account']

/** A sign-in in another tab changed the account from `from` (undefined: visitor) to `to`. */
export type AccountSwitch = { from: string | undefined; to: string }

/** The latest change of the account in another tab, until it is dismissed (`null`). */
export const switchOptions = queryOptions<AccountSwitch | null>({
  queryKey: switchKey,
  queryFn: skipToken,
  initialData: null,
  staleTime: Infinity,
})

const noteSwitch = (client: QueryClient, happened: AccountSwitch | null) =>
  client.setQueryData(switchKey, happened)

export const dismissSwitch = (client: QueryClient) => noteSwitch(client, null)

/** Query keys that do not depend on the account; all other data is personal. */
const sharedKeys = new Set<unknown>([
  'me',
  'site',
  'municipalities',
  'activation',
  lostKey[0],
  ownSignInKey[0],
  switchKey[0],
])

const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => !sharedKeys.has(queryKey[0])

/** Profile of the signed-in account, or `null`. A 401 is a result here, not an error (portal.md §6). */
export const meOptions = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal, client }) => {
    const profile = await readProfile(signal)
    const before = client.getQueryData(meOptions.queryKey)
    const lost = client.getQueryData<string | false>(lostKey) || undefined
    if (before && !profile) client.setQueryData(lostKey, before.email)
    if (profile) client.setQueryData(lostKey, false)
    const from = before?.email ?? lost
    const isElsewhere = before !== undefined && !client.getQueryData(ownSignInKey)
    if (profile && isElsewhere && from !== profile.email) noteSwitch(client, { from, to: profile.email })
    // The account has changed, perhaps in another tab: drop the data of the previous account.
    if (profile && before !== undefined && before?.email !== profile.email)
      void client.resetQueries({ predicate: isPersonal })
    return profile
  },
})

/** Reloads the profile. */
export const readMeAgain = (client: QueryClient) => client.fetchQuery({ ...meOptions, staleTime: 0 })

/** Reloads the profile after a sign-in on this page. */
export async function readMeAfterSignIn(client: QueryClient) {
  client.setQueryData(ownSignInKey, true)
  dismissSwitch(client)
  try {
    return await readMeAgain(client)
  } finally {
    client.setQueryData(ownSignInKey, false)
  }
}

/** Returns whether the session ended while the page was open, without a sign-out. */
export const isSessionLost = (client: QueryClient) => typeof client.getQueryData(lostKey) === 'string'

/** Discards the account's data after a sign-out, then reloads the profile (portal.md §4, Logout). */
export async function forgetSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: meOptions.queryKey })
  client.setQueryData(meOptions.queryKey, null)
  client.setQueryData(lostKey, false)
  dismissSwitch(client)
  client.removeQueries({ predicate: isPersonal })
  await readMeAgain(client)
}
