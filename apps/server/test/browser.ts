import { login, logout } from '@portal/contract/accounts.ts'

type Cookie = { name: string; value: string; path: string; host: string }

/** What a browser ends up with: a page, or an address of a site that isn't the portal. */
export type Page = { url: URL; status: number; body: string; headers: Headers }

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * A browser over real HTTP, as far as signing in at partner sites needs one: cookies with their hosts and paths, and
 * redirects, which it follows until they leave the portal. It draws nothing.
 */
export function openBrowser(portalUrl: string) {
  const portal = new URL(portalUrl)
  let jar: Cookie[] = []

  const cookiesFor = (url: URL) =>
    jar
      .filter(({ host, path }) => {
        const fits = url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
        return host === url.host && fits
      })
      // The longest path first (RFC 6265, 5.4).
      .sort((one, other) => other.path.length - one.path.length)

  const keep = (url: URL, header: string) => {
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const [name = '', ...value] = pair.split('=')
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? '/'
    const ends = attribute('expires')
    const isOver = attribute('max-age') === '0' || (ends !== undefined && new Date(ends) <= new Date())
    jar = jar.filter((one) => one.name !== name || one.path !== path || one.host !== url.host)
    if (!isOver) jar.push({ name, value: value.join('='), path, host: url.host })
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

  /** Loads an address, and where it leads to. Of another site it asks for nothing. */
  const open = async (address: string | URL, init: RequestInit = {}): Promise<Page> => {
    let url = new URL(address, portal)
    let answer = await request(url, init)
    for (let hops = 0; redirects.has(answer.status); hops += 1) {
      if (hops > 20) throw new Error(`It leads round and round: ${url.href}`)
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
    open,
    signIn,
    signOut: () => call(logout.path),
    /** Sends the form of a page, with the fields that it hides and those given. */
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
    /** What the web app does at /login: signs out where the address says so, signs in, and loads what `next` names. */
    answerSignIn: async (page: Page, person: { email: string; password: string }): Promise<Page> => {
      if (page.url.pathname !== '/login') throw new Error(`This is no sign-in: ${page.url.href}`)
      if (page.url.searchParams.has('logout')) await call(logout.path)
      await signIn(person)
      return open(page.url.searchParams.get('next') ?? '/')
    },
    cookies: () => jar.map((cookie) => ({ ...cookie })),
    /** A browser that was closed and opened, or had its cookies of one name removed. */
    forget: (name: string) => {
      jar = jar.filter((cookie) => cookie.name !== name)
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>
