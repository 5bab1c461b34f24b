import { useLocation, useNavigate } from 'react-router'
import { safeRedirect } from '#web/lib/safe-redirect.ts'

/**
 * What a visitor's Back button does, or undefined where there is nothing to go back to (portal.md §2, Login): to the
 * place that `cancelTo` names, or one step back where `destination` or `next` says that one was on the way elsewhere.
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
    // Opened in a tab of its own there is no step back.
    if (window.history.length > 1) void navigate(-1)
    else void navigate('/', { replace: true })
  }
}
