import { can, type Permission } from '@portal/contract/security/permissions.ts'
import type { Profile } from '#web/api/session.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isSessionLost, meOptions } from '#web/api/session.ts'
import type { RedirectTarget } from '#web/lib/safe-redirect.ts'
import { destinationOf, safeRedirect, signsInAgain } from '#web/lib/safe-redirect.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { text } from './text.ts'
import { LoadingPlaceholder } from './loading-placeholder.tsx'

type Who = 'visitor' | 'customer' | 'staff'

const whoIs = (profile: Profile | null): Who =>
  profile === null ? 'visitor' : profile.is_staff ? 'staff' : 'customer'

type OnlyProps = {
  who: readonly Who[]
  /** Redirects signed-in accounts to `destination`, `next` or the page they came from. */
  onward?: boolean
}

/**
 * Renders the routes below it only for the given groups and redirects everyone else as portal.md ('Authenticated
 * routing') specifies. Blank until the profile is loaded. The code of the pages below loads only after the check, so
 * that only staff download the staff's code.
 */
export function Only({ who, onward = false }: OnlyProps) {
  const { pathname, search } = useLocation()
  const { data: profile, isError, refetch } = useQuery(meOptions)
  if (profile === undefined) {
    return isError ? (
      <ErrorState whole title={text.noProfile} retry={() => void refetch()} />
    ) : (
      <LoadingPlaceholder />
    )
  }
  const actual = whoIs(profile)
  const destination = destinationOf(search, window.location.origin)
  // A site requires a new sign-in (OpenID Connect's prompt=login): the account stays signed in until then.
  if (onward && pathname === '/login' && signsInAgain(search)) return <Outlet />
  // A sign-in for another site continues there from any page of the portal.
  if (actual !== 'visitor' && destination.kind === 'page') return <LoadPage href={destination.href} />
  // Every other page of staff would only show errors.
  if (
    profile?.mustSetUp &&
    who.length === 1 &&
    actual === 'staff' &&
    !/^\/admin\/settings(\/|$)/.test(pathname)
  )
    return <Navigate to="/admin/settings/security" replace />
  // The key resets the state of the pages when the account changes.
  if (who.includes(actual)) return <Outlet key={profile?.email ?? ''} />
  if (actual === 'visitor') return <ToLogin />
  if (onward) return <Onward actual={actual} destination={destination} />
  // In the staff area, redirect a customer to /login, which redirects further.
  if (actual === 'customer' && who.includes('staff')) return <Navigate to="/login" replace />
  return <Navigate to={homeOf(actual)} replace />
}

/**
 * Renders the routes below it only for staff whose role has the permission; others are redirected as from an unknown
 * address of the staff area. Belongs below `Only`.
 */
export function Allowed({ permission }: { permission: Permission }) {
  const { data: profile } = useQuery(meOptions)
  return can(profile?.role, permission) ? <Outlet /> : <Navigate to="/admin" replace />
}

const homeOf = (who: Who) => (who === 'staff' ? '/admin' : '/')

/**
 * Redirects to /login with the query string. The requested address is passed in the history state; if the session ended
 * while the page was open, it is passed as `next` in the address, and the page shows a message.
 */
function ToLogin() {
  const { pathname, search } = useLocation()
  const lost = isSessionLost(useQueryClient())
  const here = pathname + search
  const known = lost && pathname !== '/' ? `?${new URLSearchParams({ next: here }).toString()}` : search
  const state = { lost, ...(pathname !== '/' && { from: here }) }
  return <Navigate to={{ pathname: '/login', search: known }} state={state} replace />
}

/** Redirects a signed-in account away from a visitors' page. */
function Onward({ actual, destination }: { actual: Who; destination: RedirectTarget }) {
  const { state } = useLocation() as { state: { from?: string } | null }
  const from = safeRedirect(state?.from, { parameter: 'next', origin: window.location.origin })
  const to = [destination, from].find(({ kind }) => kind === 'path')
  return <Navigate to={to?.kind === 'path' ? to.to : homeOf(actual)} replace />
}

/** Leaves the app for an address that the server handles. Replaces the history entry. */
function LoadPage({ href }: { href: string }) {
  useEffect(() => window.location.replace(href), [href])
  return null
}
