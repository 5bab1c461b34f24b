import { useLocation, useNavigate } from 'react-router'
import { safeRedirect } from '#web/lib/safe-redirect.ts'

/**
 * Returns the action of a visitor's Back button, or undefined if there is no target (portal.md §2, Login): navigates to
 * `cancelTo`, or one step back if `destination` or `next` is present.
 */
export function useWayBack(): (() => void) | undefined {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const { origin } = window.location
  const cancel = safeRedirect(params.get('cancelTo'), { parameter: 'cancelTo', origin })

  if (cancel.kind === 'page') return () => window.location.assign(cancel.href)
  if (cancel.kind === 'path') return () => void navigate(cancel.to, { replace: true })
  if (!params.has('destination') && !params.has('next')) return undefined
  return () => {
    // In a new tab there is no previous entry.
    if (window.history.length > 1) void navigate(-1)
    else void navigate('/', { replace: true })
  }
}
