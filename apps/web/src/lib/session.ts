import type { me, Profile } from '@portal/contract/accounts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { call, Refused } from './call.ts'
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

// `null` is nobody, as a 401: the profile is fetched but absent (portal.md, 'Authenticated routing').
const meRoute = route<typeof me, Profile | null>({
  method: 'GET',
  path: '/api/auth/users/me/',
  reply: orNull(profile),
})

/** The server's hint that there is a session (its cookie can't be read). Without it nobody needs to be asked. */
const isHinted = () => /(?:^|;\s*)signedin=/.test(document.cookie)

async function readProfile(signal: AbortSignal) {
  if (!isHinted()) return null
  try {
    return await call(meRoute, {}, signal)
  } catch (error) {
    if (error instanceof Refused) {
      if (error.status === 401) return null
      warnOf(error.body)
    }
    throw error
  }
}

/** Logs the `detail` of an answer, for the developer who looks for the cause (portal.md §7). */
function warnOf(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'detail' in body) console.warn(body.detail)
}

const lostKey = ['session lost']

/** Read for whoever asks, and right for everyone; all else belongs to the one who is signed in. */
const everyones = new Set<unknown>(['me', 'site', 'municipalities', 'activation', lostKey[0]])

const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => !everyones.has(queryKey[0])

/** The profile of who is signed in; `null` is nobody. A 401 is an answer here, not an error (portal.md §6). */
export const meOptions = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal, client }) => {
    const profile = await readProfile(signal)
    const before = client.getQueryData(meOptions.queryKey)
    if (before && !profile) client.setQueryData(lostKey, true)
    if (profile) client.setQueryData(lostKey, false)
    // Somebody else now, perhaps signed in in another tab: nobody sees what was read for the one before.
    if (profile && before !== undefined && before?.email !== profile.email)
      void client.resetQueries({ predicate: isPersonal })
    return profile
  },
})

/** Asks again who is signed in. */
export const readMeAgain = (client: QueryClient) => client.fetchQuery({ ...meOptions, staleTime: 0 })

/** Did the session end without its owner's doing, while the page was open? */
export const isSessionLost = (client: QueryClient) => client.getQueryData(lostKey) === true

/** The owner has signed out: forgets all that was read for them, then asks who is there now (portal.md §4, Logout). */
export async function forgetSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: meOptions.queryKey })
  client.setQueryData(meOptions.queryKey, null)
  client.setQueryData(lostKey, false)
  client.removeQueries({ predicate: isPersonal })
  await readMeAgain(client)
}
