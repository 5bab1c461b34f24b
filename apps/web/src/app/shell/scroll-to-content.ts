import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

type Rule = {
  /** Whether it is the first page of the visit. */
  first: boolean
  home?: string
  prefixes?: readonly string[]
}

const isUnder = (pathname: string, prefix: string) =>
  pathname === prefix || pathname.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)

/**
 * Returns whether the page at `pathname` scrolls to its content (portal.md §2, 'Shared header'): true under a
 * configured prefix (/admin, or the home path), except when the home path is the first page of a visit.
 */
export function scrollsToContent(
  pathname: string,
  { first, home = '/', prefixes = ['/admin'] }: Rule,
): boolean {
  if (first && pathname === home) return false
  return [home, ...prefixes].some((prefix) => isUnder(pathname, prefix))
}

/** Not `scrollIntoView`: since Chromium 150, the first Tab after it starts from there, behind the skip link. */
function scrollToContent(): void {
  const content = document.querySelector('#content')
  if (!content) return
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  scrollTo({ top: scrollY + content.getBoundingClientRect().top - padding })
}

/** Scrolls to the content on navigation to another page; on Back and Forward the browser restores the position. */
export function useScrollToContent(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const first = before.current === undefined
    if (before.current === pathname) return
    before.current = pathname
    if (!first && type === NavigationType.Pop) return
    if (scrollsToContent(pathname, { first })) scrollToContent()
  }, [pathname, type])
}
