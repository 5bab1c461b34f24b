import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#web/api/site.ts'

/**
 * A page of the portal: sets the document's title ('Σύνδεση · Πόντοι Ανακύκλωσης') and, on navigation, focuses the
 * heading, so that screen readers announce the page.
 */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const suffix = useSite()?.brand.title_suffix
  const { key } = useLocation()

  useEffect(() => {
    document.title = suffix ? `${title} · ${suffix}` : title
  }, [title, suffix])

  useEffect(() => {
    // Screen readers announce the first page of a visit themselves.
    if (key === 'default') return
    // The page has focused one of its fields, such as that of the second step of a sign-in.
    if (document.activeElement?.closest('main')?.matches(':has(input:focus)')) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    // Once per mounted page, not per address.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])

  return children
}
