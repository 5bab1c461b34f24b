import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { call } from '#web/api/call.ts'
import { destinationOf } from '#web/lib/safe-redirect.ts'
import { inLanguage } from '#web/lib/language.ts'
import css from './continue-to-site.module.css'
import * as endpoints from '#web/api/endpoints.ts'

const words = inLanguage({
  el: { before: 'Για να συνεχίσετε στον ιστότοπο', quoted: (name: string) => `«${name}»` },
  en: { before: 'To continue to the site', quoted: (name: string) => `“${name}”` },
})

export const signInSiteOptions = (client: string) =>
  queryOptions({
    queryKey: ['sign-in site', client],
    queryFn: () => call(endpoints.findSignInSite, { query: { client } }),
    enabled: client !== '',
    staleTime: Infinity,
    // The name is only an explanation; the sign-in works without it.
    retry: false,
  })

/** Returns the client id in the address under /oauth/ at which a sign-in continues; empty if it is for the portal. */
function clientOf(search: string): string {
  const { origin } = window.location
  const target = destinationOf(search, origin)
  if (target.kind !== 'page') return ''
  const { pathname, searchParams } = new URL(target.href, origin)
  if (pathname === '/oauth/auth') return searchParams.get('client_id') ?? ''
  return pathname.startsWith('/oauth/interaction/') ? (searchParams.get('client') ?? '') : ''
}

/**
 * Names the partner site at which the person continues after the sign-in. The name comes from the server's registry: a
 * link of a stranger can only name the site to which it leads.
 * @param by what the person has to do first
 * @param children another way, on its own line
 */
export function ContinueToSite({ by, children }: { by: string; children?: ReactNode }) {
  const { search } = useLocation()
  const name = useQuery(signInSiteOptions(clientOf(search))).data?.name
  if (!name) return null
  return (
    <div className={css.site}>
      <p>
        {words.before} <strong>{words.quoted(name)}</strong>, {by}.
      </p>
      {children && <p>{children}</p>}
    </div>
  )
}
