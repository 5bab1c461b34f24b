import type { Profile } from '@portal/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { meOptions } from '#web/lib/session.ts'
import { ErrorState } from '#web/ui/state.tsx'
import { text } from './text.ts'

type Who = 'visitor' | 'customer' | 'staff'

const whoIs = (profile: Profile | null): Who =>
  profile === null ? 'visitor' : profile.is_staff ? 'staff' : 'customer'

/**
 * Lets only those in for whom the routes below are, and sends everyone else where portal.md ('Authenticated routing')
 * says: staff to /admin; a customer to /, in the staff's area by way of /login, which is only for visitors; a visitor
 * to /login with the query string. Blank until it is known who asks. The pages below are loaded after this has let
 * someone in: the staff's code never reaches anyone else.
 */
export function Only({ who }: { who?: Who }) {
  const { search } = useLocation()
  const { data: profile, isError, refetch } = useQuery(meOptions)
  if (profile === undefined) {
    return isError ? <ErrorState whole title={text.noProfile} retry={() => void refetch()} /> : null
  }
  const actual = whoIs(profile)
  if (actual === who) return <Outlet />
  if (actual === 'staff') return <Navigate to="/admin" replace />
  if (actual === 'customer' && who !== 'staff') return <Navigate to="/" replace />
  return <Navigate to={{ pathname: '/login', search: actual === 'visitor' ? search : '' }} replace />
}
