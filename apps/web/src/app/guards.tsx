import type { Profile } from '@portal/contract/accounts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isSessionLost, meOptions } from '#web/api/session.ts'
import type { Whereto } from '#web/lib/safe-redirect.ts'
import { destinationOf, safeRedirect } from '#web/lib/safe-redirect.ts'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { text } from './common/text.ts'
import { Waiting } from './common/waiting.tsx'

type Who = 'visitor' | 'customer' | 'staff'

const whoIs = (profile: Profile | null): Who =>
  profile === null ? 'visitor' : profile.is_staff ? 'staff' : 'customer'

type OnlyProps = {
  who: readonly Who[]
  /** Do those who are signed in go on to where `destination`, `next` or the page they came from say? */
  onward?: boolean
}

/**
 * Lets only those in for whom the routes below are, and sends everyone else where portal.md ('Authenticated routing')
 * says. Blank until it is known who asks. The pages below are loaded after this has let someone in: the staff's code
 * never reaches anyone else.
 */
export function Only({ who, onward = false }: OnlyProps) {
  const { search } = useLocation()
  const { data: profile, isError, refetch } = useQuery(meOptions)
  if (profile === undefined) {
    return isError ? <ErrorState whole title={text.noProfile} retry={() => void refetch()} /> : <Waiting />
  }
  const actual = whoIs(profile)
  const destination = destinationOf(search, window.location.origin)
  // Someone who came to sign in for another site goes on there, whichever page of the portal this is.
  if (actual !== 'visitor' && destination.kind === 'page') return <LoadPage href={destination.href} />
  // The key discards what one account has typed or opened when the account changes.
  if (who.includes(actual)) return <Outlet key={profile?.email ?? ''} />
  if (actual === 'visitor') return <ToLogin />
  if (onward) return <Onward actual={actual} destination={destination} />
  // The staff's area sends a customer on by way of /login, which is only for visitors.
  if (actual === 'customer' && who.includes('staff')) return <Navigate to="/login" replace />
  return <Navigate to={homeOf(actual)} replace />
}

const homeOf = (who: Who) => (who === 'staff' ? '/admin' : '/')

/**
 * To /login with the query string. Where one wanted to go rides along unseen, so that signing in leads there; if the
 * session ended under one's hands it stands in the address, as `next`, and the page says what happened.
 */
function ToLogin() {
  const { pathname, search } = useLocation()
  const lost = isSessionLost(useQueryClient())
  const here = pathname + search
  const known = lost && pathname !== '/' ? `?${new URLSearchParams({ next: here }).toString()}` : search
  const state = { lost, ...(pathname !== '/' && { from: here }) }
  return <Navigate to={{ pathname: '/login', search: known }} state={state} replace />
}

/** Away from a visitors' page, for someone who is signed in now, or was all along. */
function Onward({ actual, destination }: { actual: Who; destination: Whereto }) {
  const { state } = useLocation() as { state: { from?: string } | null }
  const from = safeRedirect(state?.from, { parameter: 'next', origin: window.location.origin })
  const to = [destination, from].find(({ kind }) => kind === 'path')
  return <Navigate to={to?.kind === 'path' ? to.to : homeOf(actual)} replace />
}

/** Leaves the app for an address that the server answers itself; Back doesn't return here. */
function LoadPage({ href }: { href: string }) {
  useEffect(() => window.location.replace(href), [href])
  return null
}
