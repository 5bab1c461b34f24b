import type { Profile as ProfileReply } from '@portal/contract/accounts.ts'
import {
  accountHeader,
  erasureHeader,
  roleHeader,
  secondFactorHeader,
  sessionSecondsHeader,
} from '@portal/contract/endpoint.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { type Role, roles } from '@portal/contract/security/permissions.ts'
import { call, callWithHeaders, ApiError, isSignInInPlace, setAccount } from './call.ts'
import * as endpoints from './endpoints.ts'
import { language, reloadIn } from '#web/lib/language.ts'
import { orNull } from './route.ts'
import { setSessionEnd } from './session-timer.ts'

/** Profile of the signed-in account; only staff have a role. */
export type Profile = ProfileReply & {
  /** Of the account: stays the same if its address changes. */
  account?: string
  role?: Role
  /** The account has to set up a second factor before it can use the staff's pages. */
  mustSetUp?: true
  /** When the account is erased, if that is scheduled. */
  erasure_at?: string
}

const isRole = (value: string | null): value is Role => roles.includes(value as Role)

// `null` means not signed in, like a 401: the profile is loaded but absent (portal.md, 'Authenticated routing').
const meRoute = orNull(endpoints.me)

/**
 * Returns whether the readable `signedin` cookie is set; the session cookie itself is HttpOnly. Without it, no request
 * is needed.
 */
const isHinted = () => /(?:^|;\s*)signedin=/.test(document.cookie)

function signedOut(): null {
  setSessionEnd(undefined)
  setAccount(undefined)
  return null
}

async function readProfile(signal: AbortSignal): Promise<Profile | null> {
  if (!isHinted()) return signedOut()
  try {
    const { reply, headers } = await callWithHeaders(meRoute, {}, signal)
    const account = headers.get(accountHeader) ?? undefined
    setAccount(account)
    const seconds = headers.get(sessionSecondsHeader)
    setSessionEnd(seconds === null ? undefined : Number(seconds))
    // Staff pages are Greek. The cookie can remain from a citizen who used this browser.
    if (reply?.is_staff && language !== 'el') reloadIn('el')
    const role = headers.get(roleHeader)
    const mustSetUp = headers.get(secondFactorHeader) === 'required'
    const erasureAt = headers.get(erasureHeader)
    return (
      reply && {
        ...reply,
        ...(account !== undefined && { account }),
        ...(isRole(role) && { role }),
        ...(mustSetUp && { mustSetUp }),
        ...(erasureAt !== null && !Number.isNaN(Date.parse(erasureAt)) && { erasure_at: erasureAt }),
      }
    )
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

/** Whose session ended while the page was open, without a sign-out; false: none. */
export const lostOptions = queryOptions<string | false>({
  queryKey: lostKey,
  queryFn: skipToken,
  initialData: false,
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

const isSame = (one: Profile | null | undefined, other: Profile) =>
  one?.account === undefined ? one?.email === other.email : one.account === other.account

const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => !sharedKeys.has(queryKey[0])

/** Profile of the signed-in account, or `null`. A 401 is a result here, not an error (portal.md §6). */
export const meOptions = queryOptions({
  queryKey: ['me'],
  // Visitors' pages show at once.
  initialData: () => (isHinted() ? undefined : null),
  queryFn: async ({ signal, client }): Promise<Profile | null> => {
    const profile = await readProfile(signal)
    const before = client.getQueryData(meOptions.queryKey)
    const lost = client.getQueryData<string | false>(lostKey) || undefined
    if (before && !profile) {
      client.setQueryData(lostKey, before.email)
      // The page stays as it is, below the dialog that asks to sign in again.
      if (isSignInInPlace()) return before
    }
    if (profile) client.setQueryData(lostKey, false)
    const from = before?.email ?? lost
    const isElsewhere = before !== undefined && !client.getQueryData(ownSignInKey)
    if (profile && isElsewhere && from !== profile.email && !isSame(before, profile))
      noteSwitch(client, { from, to: profile.email })
    // The account has changed, perhaps in another tab: drop the data of the previous account.
    if (profile && before !== undefined && !isSame(before, profile))
      void client.resetQueries({ predicate: isPersonal })
    return profile
  },
})

/** Reloads the profile. */
export const readMeAgain = (client: QueryClient) => client.fetchQuery({ ...meOptions, staleTime: 0 })

/** Cancels the scheduled erasure of the account. */
export async function cancelOwnErasure(client: QueryClient): Promise<void> {
  await call(endpoints.cancelErasure, {})
  await client.invalidateQueries({ queryKey: ['erasure'] })
  // The erasure is cancelled even if the reload fails.
  await readMeAgain(client).catch(() => undefined)
}

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

/** Leaves a page that has kept its state after the end of its session: the guards go to the sign-in page. */
export const leaveLostSession = (client: QueryClient) => client.setQueryData(meOptions.queryKey, null)

/** Discards the account's data after a sign-out, then reloads the profile (portal.md §4, Logout). */
export async function forgetSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: meOptions.queryKey })
  client.setQueryData(meOptions.queryKey, null)
  client.setQueryData(lostKey, false)
  dismissSwitch(client)
  client.removeQueries({ predicate: isPersonal })
  await readMeAgain(client)
}
