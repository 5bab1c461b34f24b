import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Entry, openEntries } from './entries.ts'
import { errorPage, homePage, visitorPage } from './pages.ts'
import { openPoints } from './points.ts'
import { openSessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import { openSignIn } from './sign-in.ts'

const css = readFileSync(new URL('style.css', import.meta.url))
const sessionCookie = 'partner_site'
const journeyCookie = 'partner_site_journey'
const form = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Creates the site's server; does not listen yet. */
export function openSite(settings: Settings): Server {
  const { portalUrl, siteUrl } = settings
  const signIn = openSignIn(settings)
  const points = openPoints(portalUrl, signIn.discover)
  const entries = openEntries(settings.journal, points)
  const { journeys, signedIn } = openSessions()
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = (name: string, value: string) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${value ? '' : '; Max-Age=0'}`

  type Call = { request: IncomingMessage; response: ServerResponse; url: URL; body: URLSearchParams }

  const answer = ({ response }: Call, status: number, html: string) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  const goTo = ({ response }: Call, address: string | URL, cookies: string[] = []) =>
    void response.writeHead(303, { location: String(address), 'set-cookie': cookies }).end()
  const cookieOf = ({ request }: Call, name: string) =>
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1]
  const visitorOf = (call: Call) => signedIn.get(cookieOf(call, sessionCookie))

  async function home(call: Call) {
    const visitor = visitorOf(call)
    if (!visitor) return answer(call, 200, visitorPage())
    const balance = await points.balanceOf(visitor.sub).catch((error: unknown) => {
      console.error(`balance: ${String(error)}`)
      return undefined
    })
    const asked = entries.find(call.url.searchParams.get('done') ?? '')
    const latest = asked?.sub === visitor.sub ? asked : undefined
    const own = entries.listOf(visitor.sub)
    return answer(call, 200, homePage({ visitor, balance, entries: own, latest, portalUrl }))
  }

  /** Starts a sign-in. The portal also links here, and identifies itself (`iss`). */
  async function login(call: Call) {
    if ((call.url.searchParams.get('iss') ?? signIn.issuer) !== signIn.issuer)
      return answer(call, 400, errorPage('request'))
    const { address, journey } = await signIn.begin()
    return goTo(call, address, [cookie(journeyCookie, journeys.put(journey))])
  }

  /** Callback of the sign-in. */
  async function callback(call: Call) {
    const id = cookieOf(call, journeyCookie)
    const journey = journeys.get(id)
    journeys.remove(id)
    if (!journey) return answer(call, 400, errorPage('journey'))
    if (call.url.searchParams.get('error') === 'access_denied')
      return answer(call, 200, errorPage('turnedBack'))
    let visitor
    try {
      visitor = await signIn.complete(call.url.searchParams, journey)
    } catch (error) {
      console.error(`sign-in: ${String(error)}`)
      return answer(call, 400, errorPage('journey'))
    }
    // New session id, against session fixation.
    signedIn.remove(cookieOf(call, sessionCookie))
    return goTo(call, '/', [cookie(sessionCookie, signedIn.put(visitor)), cookie(journeyCookie, '')])
  }

  /** Signs out here, then at the portal and all its sites. */
  async function logout(call: Call) {
    const visitor = visitorOf(call)
    signedIn.remove(cookieOf(call, sessionCookie))
    goTo(call, visitor ? await signIn.logoutUrl(visitor.idToken) : '/', [cookie(sessionCookie, '')])
  }

  /** Back-channel logout: the portal reports a sign-out. Server-to-server, without browser or cookies. */
  async function backchannelLogout(call: Call) {
    try {
      const { sid } = await signIn.readLogoutToken(call.body.get('logout_token') ?? '')
      signedIn.removeAll((visitor) => visitor.sid === sid)
      call.response.writeHead(200).end()
    } catch (error) {
      console.error(`back-channel logout: ${String(error)}`)
      call.response.writeHead(400).end()
    }
  }

  const newEntry = (sub: string, reference: string, kind: Entry['kind']): Entry => ({
    reference,
    sub,
    kind,
    happenedAt: new Date().toISOString(),
    state: 'sent',
    ...(kind === 'coupon' && { coupon: String(randomInt(1e9, 1e10 - 1)) }),
  })

  /** Handles a form. The form contains the reference: submitted twice, it is processed once. */
  async function act(call: Call, makes: (sub: string, reference: string) => Entry | undefined) {
    const visitor = visitorOf(call)
    if (!visitor) return goTo(call, '/')
    const entry = makes(visitor.sub, call.body.get('reference') ?? '')
    const known = entry && entries.find(entry.reference)
    if (!entry || entry.sub !== visitor.sub || (known && known.sub !== visitor.sub))
      return answer(call, 400, errorPage('request'))
    const { reference } = await entries.settle(entry)
    return goTo(call, `/?done=${encodeURIComponent(reference)}`)
  }
  const fresh = (kind: Entry['kind']) => (sub: string, reference: string) =>
    form.test(reference) ? newEntry(sub, reference, kind) : undefined
  const cancellation = (sub: string, cancels: string): Entry | undefined => {
    const coupon = entries.find(cancels)
    const isOwn = coupon?.sub === sub && coupon.kind === 'coupon'
    return isOwn ? { ...newEntry(sub, `${cancels}/cancelled`, 'cancellation'), cancels } : undefined
  }

  const routes: Record<string, (call: Call) => Promise<void> | void> = {
    'GET /': home,
    'GET /login': login,
    'GET /callback': callback,
    'GET /style.css': ({ response }) => void response.writeHead(200, { 'content-type': 'text/css' }).end(css),
    'POST /logout': logout,
    'POST /backchannel-logout': backchannelLogout,
    'POST /deliver': (call) => act(call, fresh('delivery')),
    'POST /redeem': (call) => act(call, fresh('coupon')),
    'POST /cancel': (call) => act(call, cancellation),
    'POST /again': (call) => act(call, (_sub, reference) => entries.find(reference)),
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', siteUrl)
    setHeaders(response, portalUrl)
    const call: Call = { request, response, url, body: new URLSearchParams() }
    const route = routes[`${request.method === 'HEAD' ? 'GET' : request.method} ${url.pathname}`]
    if (!route) return answer(call, 404, errorPage('notFound'))
    if (request.method === 'POST') {
      // Reject forms of other sites (CSRF).
      const { origin } = request.headers
      if (origin !== undefined && origin !== siteUrl) return answer(call, 403, errorPage('request'))
      call.body = new URLSearchParams(await readBody(request))
    }
    return route(call)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(`${request.method}: ${String(error)}`)
      if (!response.headersSent) answer({ response } as Call, 503, errorPage('portal'))
      else response.end()
    })
  })
  server.on('close', entries.close)
  return server
}

function setHeaders(response: ServerResponse, portalUrl: string): void {
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${portalUrl}`,
  )
  response.setHeader('cache-control', 'no-store')
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('x-content-type-options', 'nosniff')
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) {
    body += String(part)
    if (body.length > 100_000) throw new Error('Request body too large.')
  }
  return body
}
