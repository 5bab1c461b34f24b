import { login, logout } from '@portal/contract/accounts.ts'

type Cookie = { name: string; value: string; path: string; host: string }

/** Result of a navigation: a page of the portal, or a URL of another site (status 0). */
export type Page = { url: URL; status: number; body: string; headers: Headers }

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * A minimal HTTP browser for sign-ins at partner sites: cookies with host and path, and redirects, which it follows
 * until they leave the portal.
 */
export function openBrowser(portalUrl: string) {
  const portal = new URL(portalUrl)
  let jar: Cookie[] = []

  const cookiesFor = (url: URL) =>
    jar
      .filter(({ host, path }) => {
        const pathMatches =
          url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
        return host === url.host && pathMatches
      })
      // Longest path first (RFC 6265, 5.4).
      .sort((one, other) => other.path.length - one.path.length)

  const keep = (url: URL, header: string) => {
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const [name = '', ...value] = pair.split('=')
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? '/'
    const expires = attribute('expires')
    const isExpired =
      attribute('max-age') === '0' || (expires !== undefined && new Date(expires) <= new Date())
    jar = jar.filter((one) => one.name !== name || one.path !== path || one.host !== url.host)
    if (!isExpired) jar.push({ name, value: value.join('='), path, host: url.host })
  }

  const request = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, portal)
    const cookie = cookiesFor(url)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const headers = {
      accept: 'text/html',
      ...(cookie && { cookie }),
      ...(init.headers as Record<string, string>),
    }
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const header of answer.headers.getSetCookie()) keep(url, header)
    return answer
  }

  /** Loads a URL and follows redirects. Does not send requests to other sites. */
  const open = async (address: string | URL, init: RequestInit = {}): Promise<Page> => {
    let url = new URL(address, portal)
    let answer = await request(url, init)
    for (let hops = 0; redirects.has(answer.status); hops += 1) {
      if (hops > 20) throw new Error(`Redirect loop: ${url.href}`)
      url = new URL(answer.headers.get('location') ?? '', url)
      if (url.origin !== portal.origin) return { url, status: 0, body: '', headers: new Headers() }
      answer = await request(url)
    }
    return { url, status: answer.status, body: await answer.text(), headers: answer.headers }
  }

  const call = (path: string, body: object = {}) =>
    request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'x-csrftoken': jar.find(({ name }) => name === 'csrftoken')?.value ?? '',
      },
    })

  const signIn = async ({ email, password }: { email: string; password: string }) => {
    const { status } = await call(login.path, { email, password })
    if (status !== login.status) throw new Error(`Signing in: ${status}`)
  }

  return {
    request,
    call,
    open,
    signIn,
    signOut: () => call(logout.path),
    /** Submits the form of a page with its hidden fields and `fields`. */
    submit: (page: Page, fields: Record<string, string>) => {
      const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page.body) ?? []
      const hidden = [...page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
      const body = new URLSearchParams({
        ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
        ...fields,
      })
      const target = new URL(action.replaceAll('&amp;', '&'), page.url)
      return open(target, { method: 'POST', body, headers: { origin: portal.origin } })
    },
    /** Does what the web app does at /login: signs out if the URL has `logout`, signs in, and loads `next`. */
    answerSignIn: async (page: Page, person: { email: string; password: string }): Promise<Page> => {
      if (page.url.pathname !== '/login') throw new Error(`Not the sign-in page: ${page.url.href}`)
      if (page.url.searchParams.has('logout')) await call(logout.path)
      await signIn(person)
      return open(page.url.searchParams.get('next') ?? '/')
    },
    cookies: () => jar.map((cookie) => ({ ...cookie })),
    /** Deletes the cookies of one name, e.g. session cookies when a browser is closed. */
    forget: (name: string) => {
      jar = jar.filter((cookie) => cookie.name !== name)
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>
