import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#web/api/site.ts'

/**
 * A page of the portal: names the document ('Σύνδεση · Πόντοι Ανακύκλωσης'), and when one comes here from another page
 * puts the focus on the heading, so that a screen reader says where one is.
 */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const suffix = useSite()?.brand.title_suffix
  const { key } = useLocation()

  useEffect(() => {
    document.title = suffix ? `${title} · ${suffix}` : title
  }, [title, suffix])

  useEffect(() => {
    // The first page that is opened is read from its beginning by itself.
    if (key === 'default') return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    // Once for each page that appears, not for each address it goes through.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])

  return children
}
