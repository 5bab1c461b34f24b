import type { activate } from '@portal/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { route } from '#web/lib/route.ts'

const activateRoute = route<typeof activate>({ method: 'POST', path: '/api/auth/users/activation/' })

/**
 * Activates the account of the link, by itself and once.
 * A query although it is a POST: one that is under way is never sent twice, also when React mounts the page twice
 * (StrictMode), and the answer stays. `refetch` is the retry.
 */
export const useActivation = (uid: string, token: string) =>
  useQuery({
    queryKey: ['activation', uid, token],
    queryFn: async () => {
      await call(activateRoute, { body: { uid, token } })
      return true
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Away and back again shows what is known, also a failure: only the button tries again.
    retryOnMount: false,
  })
