import type { me } from '@portal/contract/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, Refused } from './call.ts'
import { route } from './route.ts'

const meRoute = route<typeof me>({ method: 'GET', path: '/api/auth/users/me/' })

/** The profile of who is signed in; `null` is nobody. A 401 is an answer here, not an error (portal.md §6). */
export const meOptions = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    try {
      return await call(meRoute, {}, signal)
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return null
      throw error
    }
  },
})
