import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SignOut } from '#web/features/logout/sign-out.tsx'

/**
 * Handles the query parameter `logout` on any page: signs out, then removes it from the address (portal.md §2). The
 * page is not rendered until then.
 */
export function LogoutParameter({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  if (!params.has('logout')) return children

  params.delete('logout')
  const without = params.size > 0 ? `?${params.toString()}` : ''
  return <SignOut onDone={() => void navigate({ pathname, search: without, hash }, { replace: true })} />
}
