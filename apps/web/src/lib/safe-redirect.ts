/**
 * Validates redirect targets. `cancelTo`, `destination`, `next` and `returnTo` are untrusted input: anyone can create
 * such a link. Only this module decides which targets are allowed (portal.md §2). It rejects instead of repairing:
 * anything unusual redirects to the first page.
 */

export type RedirectTarget =
  /** Inside the portal, by the router. */
  | { kind: 'path'; to: string }
  /** By loading a page: another site, or an address that the server handles (/oauth/…). */
  | { kind: 'page'; href: string }
  | { kind: 'home' }

type RedirectContext = {
  parameter: 'cancelTo' | 'destination' | 'next' | 'returnTo'
  /** The portal's own origin: `window.location.origin`. */
  origin: string
  /** Other origins allowed in `returnTo`: `return_origins` of GET /api/site/. */
  returnOrigins?: readonly string[]
}

const home: RedirectTarget = { kind: 'home' }

/** Maximum length; longer addresses are not reliably supported by browsers and proxies. */
const maxLength = 4096

/**
 * Invisible or misleading characters: control, format, unpaired and unassigned characters, any space (browsers strip
 * tabs, line feeds and leading spaces before parsing), the backslash (parsed as a slash), and look-alikes or IDNA
 * equivalents of slash, colon and dot.
 */
const misleading = /[\p{C}\p{Z}\\\u2044\u2215\u2236\u2571\u29F8\u29F9\u3002\uA789\uFF61]/u

/** Matches characters that normalize to URL syntax: full-width '／' and '：', '℀', '㏂'. */
const becomesSyntax = (text: string) =>
  Array.from(text).some(
    (letter) => letter > '\u007F' && /[\0-/:-@[-`{-\u007F]/.test(letter.normalize('NFKC')),
  )

/** Percent-encoded control characters; valid addresses contain none. */
const encodedControl = /%(?:[01][\da-f]|7f)/i

/** Path that a server or proxy could interpret differently: an encoded '/', '\' or '%', an empty or dot segment. */
const ambiguousPath = /%(?:2f|5c|25)|\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Returns the path without query and fragment, in which slashes and dots have no meaning. */
const pathOf = (text: string) => text.split(/[?#]/, 1)[0] ?? ''

const parse = (text: string, base?: string) => (URL.canParse(text, base) ? new URL(text, base) : undefined)

const isDecodable = (text: string) => {
  try {
    return decodeURI(text) !== ''
  } catch {
    return false
  }
}

/** Validates a path of the portal itself. */
function inside(text: string, { parameter, origin }: RedirectContext): RedirectTarget {
  const path = pathOf(text)
  if (!path.startsWith('/') || ambiguousPath.test(path) || !isDecodable(path)) return home
  const url = parse(text, origin)
  if (url?.origin !== origin || url.pathname.startsWith('//')) return home
  // Reject links that would sign out right after the sign-in. The router matches decoded paths: /%6cogout is the same
  // page. Below /oauth/, too: an unknown path there is a page of the portal, and `?logout` signs out on any page.
  const signsOut = /^\/logout\/?$/i.test(decodeURI(url.pathname)) || url.searchParams.has('logout')
  if (signsOut && (parameter === 'destination' || parameter === 'next')) return home
  if (path.startsWith('/oauth/')) return { kind: 'page', href: text }
  return { kind: 'path', to: text }
}

/** Scheme, two slashes, host and port; no user info, no encoding in the host. The rest is a path, query or fragment. */
const absolute = /^https?:\/\/(?<host>[^/?#@%]+)(?<rest>[/?#].*)?$/i

/** Validates an absolute address: the portal's own becomes a path; others are allowed only for some parameters. */
function outside(text: string, context: RedirectContext): RedirectTarget {
  const url = parse(text)
  const rest = absolute.exec(text)?.groups?.['rest'] ?? '/'
  if (!url?.hostname || url.username || url.password) return home
  if (url.origin === context.origin) return inside(rest.startsWith('/') ? rest : `/${rest}`, context)
  const mayLeave =
    context.parameter === 'cancelTo' ||
    (context.parameter === 'returnTo' && (context.returnOrigins ?? []).includes(url.origin))
  return mayLeave ? { kind: 'page', href: url.href } : home
}

/**
 * Validates the value of a redirect parameter (portal.md §2).
 * - `destination`, `next`: a path of the portal; /oauth/… by loading the page
 * - `cancelTo`: the same, or any http(s) address
 * - `returnTo`: the same, or an address whose origin is in `returnOrigins`
 * @param text the parameter's value, decoded once as `URLSearchParams` does; null or undefined if absent
 */
export function safeRedirect(text: string | null | undefined, context: RedirectContext): RedirectTarget {
  if (!text || text.length > maxLength) return home
  if (misleading.test(text) || encodedControl.test(text) || becomesSyntax(text)) return home
  if (text.startsWith('/')) return inside(text, context)
  return absolute.test(text) ? outside(text, context) : home
}

/** Returns the redirect target after signing in: `destination`, or else `next`. */
export function destinationOf(search: string, origin: string): RedirectTarget {
  const params = new URLSearchParams(search)
  const found = (['destination', 'next'] as const)
    .map((parameter) => safeRedirect(params.get(parameter), { parameter, origin }))
    .find(({ kind }) => kind !== 'home')
  return found ?? home
}

const again = 'again'

/** Whether the address of the sign-in page asks a person who is signed in to sign in again. */
export const signsInAgain = (search: string): boolean => new URLSearchParams(search).has(again)

/** Returns the query string without that request. */
export function withoutAgain(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(again)
  return query.toString()
}
