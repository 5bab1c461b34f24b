/**
 * Where a visitor may be sent. `cancelTo`, `destination`, `next` and `returnTo` are written by whoever made the link,
 * so by strangers: this is the only place that decides what they may ask for (portal.md §2). It rejects rather than
 * repairs: what doesn't look exactly like an honest address leads home.
 */

export type Whereto =
  /** Inside the portal, by the router. */
  | { kind: 'path'; to: string }
  /** By loading a page: another site, or what the server itself answers (/oauth/…). */
  | { kind: 'page'; href: string }
  | { kind: 'home' }

type Asked = {
  parameter: 'cancelTo' | 'destination' | 'next' | 'returnTo'
  /** The portal's own origin: `window.location.origin`. */
  origin: string
  /** Origins beside the portal's own that `returnTo` may name: `return_origins` of GET /api/site/. */
  returnOrigins?: readonly string[]
}

const home: Whereto = { kind: 'home' }

/** Longer than any address that a browser or a proxy reliably passes on. */
const longest = 4096

/**
 * Signs that nobody sees or that aren't what they look like: control, format, unpaired and unassigned characters, any
 * space (browsers strip tabs, line feeds and leading spaces before they parse), the backslash, which they read as a
 * slash, and drawn or IDNA relatives of slash, colon and dot.
 */
const treacherous = /[\p{C}\p{Z}\\\u2044\u2215\u2236\u2571\u29F8\u29F9\u3002\uA789\uFF61]/u

/** Letters that become signs of the syntax when an address is parsed: full-width '／' and '：', '℀', '㏂'. */
const becomesSyntax = (text: string) =>
  Array.from(text).some(
    (letter) => letter > '\u007F' && /[\0-/:-@[-`{-\u007F]/.test(letter.normalize('NFKC')),
  )

/** Control characters in percent-encoding; nothing honest carries them. */
const encodedControl = /%(?:[01][\da-f]|7f)/i

/** A path that some server or proxy could read as another one: an encoded '/', '\' or '%', an empty or dotted part. */
const shiftyPath = /%(?:2f|5c|25)|\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i

/** A path is followed by its query and fragment; in those, slashes and dots mean nothing. */
const pathOf = (text: string) => text.split(/[?#]/, 1)[0] ?? ''

const parse = (text: string, base?: string) => (URL.canParse(text, base) ? new URL(text, base) : undefined)

const isDecodable = (text: string) => {
  try {
    return decodeURI(text) !== ''
  } catch {
    return false
  }
}

/** What the path `text` of the portal itself leads to. */
function inside(text: string, { parameter, origin }: Asked): Whereto {
  const path = pathOf(text)
  if (!path.startsWith('/') || shiftyPath.test(path) || !isDecodable(path)) return home
  const url = parse(text, origin)
  if (url?.origin !== origin || url.pathname.startsWith('//')) return home
  // Nobody who has just signed in wants to be signed out by the link that brought them.
  // The router matches decoded paths: /%6cogout is the same page. Below /oauth/, too: what is nothing there is a page of
  // the portal, and `?logout` signs out on any of them.
  const signsOut = /^\/logout\/?$/i.test(decodeURI(url.pathname)) || url.searchParams.has('logout')
  if (signsOut && (parameter === 'destination' || parameter === 'next')) return home
  if (path.startsWith('/oauth/')) return { kind: 'page', href: text }
  return { kind: 'path', to: text }
}

/** Scheme, two slashes, host and port; no user, no encoding in it. The rest is a path, a query or a fragment. */
const absolute = /^https?:\/\/(?<host>[^/?#@%]+)(?<rest>[/?#].*)?$/i

/** What an absolute address leads to: the portal's own is its path; others are for those who may leave. */
function outside(text: string, asked: Asked): Whereto {
  const url = parse(text)
  const rest = absolute.exec(text)?.groups?.['rest'] ?? '/'
  if (!url?.hostname || url.username || url.password) return home
  if (url.origin === asked.origin) return inside(rest.startsWith('/') ? rest : `/${rest}`, asked)
  const mayLeave =
    asked.parameter === 'cancelTo' ||
    (asked.parameter === 'returnTo' && (asked.returnOrigins ?? []).includes(url.origin))
  return mayLeave ? { kind: 'page', href: url.href } : home
}

/**
 * Decides where the text of one of the four parameters may lead (portal.md §2).
 * - `destination`, `next`: to a path of the portal; /oauth/… by loading the page
 * - `cancelTo`: there, or to any http(s) address
 * - `returnTo`: there, or to an address of `returnOrigins`
 * @param text the parameter's value, decoded once as `URLSearchParams` does; null or undefined if there is none
 */
export function safeRedirect(text: string | null | undefined, asked: Asked): Whereto {
  if (!text || text.length > longest) return home
  if (treacherous.test(text) || encodedControl.test(text) || becomesSyntax(text)) return home
  if (text.startsWith('/')) return inside(text, asked)
  return absolute.test(text) ? outside(text, asked) : home
}

/** Where a query string wants one to go after signing in: by `destination`, or else by `next`. */
export function destinationOf(search: string, origin: string): Whereto {
  const params = new URLSearchParams(search)
  const found = (['destination', 'next'] as const)
    .map((parameter) => safeRedirect(params.get(parameter), { parameter, origin }))
    .find(({ kind }) => kind !== 'home')
  return found ?? home
}
