import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { siteOptions } from '#web/api/site.ts'
import { safeRedirect } from '#web/lib/safe-redirect.ts'
import { SignOut } from './sign-out.tsx'
import { text } from './text.ts'

/** Signs out, then redirects to `returnTo` if the operator allows it, else to the first page (portal.md §2 and §4). */
export function LogoutPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()

  const leave = async () => {
    const site = await client.ensureQueryData(siteOptions).catch(() => undefined)
    const target = safeRedirect(params.get('returnTo'), {
      parameter: 'returnTo',
      origin: window.location.origin,
      returnOrigins: site?.return_origins ?? [],
    })
    if (target.kind === 'page') window.location.replace(target.href)
    else await navigate(target.kind === 'path' ? target.to : '/', { replace: true })
  }

  return (
    <Page title={text.title}>
      <SignOut onDone={() => void leave()} />
    </Page>
  )
}
