import type { me, Profile } from '@portal/contract/accounts.ts'
import { accountHeader } from '@portal/contract/endpoint.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { callWithHeaders, Refused, setAccount } from './call.ts'
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

// `null`: not signed in, as a 401: the profile is fetched but absent (portal.md, 'Authenticated routing').
const meRoute = route<typeof me, Profile | null>({
  ...routes.me,
  reply: orNull(profile),
})

/** The server's hint that there is a session (its cookie can't be read). Without it nobody needs to be asked. */
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
    if (error instanceof Refused) {
      if (error.status === 401) return signedOut()
      warnOf(error.body)
    }
    throw error
  }
}

/** Logs the `detail` of an answer, for the developer who looks for the cause (portal.md §7). */
function warnOf(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'detail' in body) console.warn(body.detail)
}

/** The e-mail address of the account whose session ended without a sign-out here; false: none. */
const lostKey = ['session lost']
const ownSignInKey = ['signing in here']
const switchKey = ['switched account']

/** A sign-in in another tab changed the account: `to` is shown now, `from` before; undefined: a visitor. */
export type AccountSwitch = { from: string | undefined; to: string }

/** What happened to the account elsewhere, until it is dismissed with `null`. */
export const switchOptions = queryOptions<AccountSwitch | null>({
  queryKey: switchKey,
  queryFn: skipToken,
  initialData: null,
  staleTime: Infinity,
})

const noteSwitch = (client: QueryClient, happened: AccountSwitch | null) =>
  client.setQueryData(switchKey, happened)

export const dismissSwitch = (client: QueryClient) => noteSwitch(client, null)

/** Read for whoever asks, and right for everyone; all else belongs to the one who is signed in. */
const everyones = new Set<unknown>([
  'me',
  'site',
  'municipalities',
  'activation',
  lostKey[0],
  ownSignInKey[0],
  switchKey[0],
])

const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => !everyones.has(queryKey[0])

/** The profile of who is signed in; `null` is nobody. A 401 is an answer here, not an error (portal.md §6). */
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
    // Somebody else now, perhaps signed in in another tab: nobody sees what was read for the one before.
    if (profile && before !== undefined && before?.email !== profile.email)
      void client.resetQueries({ predicate: isPersonal })
    return profile
  },
})

/** Asks again who is signed in. */
export const readMeAgain = (client: QueryClient) => client.fetchQuery({ ...meOptions, staleTime: 0 })

/** Asks who is signed in, after a sign-in on this page. */
export async function readMeAfterSignIn(client: QueryClient) {
  client.setQueryData(ownSignInKey, true)
  dismissSwitch(client)
  try {
    return await readMeAgain(client)
  } finally {
    client.setQueryData(ownSignInKey, false)
  }
}

/** Did the session end without its owner's doing, while the page was open? */
export const isSessionLost = (client: QueryClient) => typeof client.getQueryData(lostKey) === 'string'

/** The owner has signed out: forgets all that was read for them, then asks who is there now (portal.md §4, Logout). */
export async function forgetSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: meOptions.queryKey })
  client.setQueryData(meOptions.queryKey, null)
  client.setQueryData(lostKey, false)
  dismissSwitch(client)
  client.removeQueries({ predicate: isPersonal })
  await readMeAgain(client)
}
