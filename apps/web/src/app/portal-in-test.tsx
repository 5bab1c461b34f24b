/** The whole web app for tests, with only `fetch` replaced. */
import type { OwnClaim } from '@portal/contract/claims.ts'
import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import type { Profile } from '#web/api/session.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { refusal } from '#web/api/refusal-in-test.tsx'
import { PortalRoutes } from './router.tsx'

export const maria: Profile = {
  email: 'maria@example.gr',
  first_name: 'Μαρία',
  last_name: 'Παππά',
  is_staff: false,
  telephone: '6944123456',
  municipality: 2,
}
export const clerk: Profile = {
  email: 'staff@example.gr',
  first_name: 'Άννα',
  last_name: 'Λύτρα',
  is_staff: true,
  role: 'clerk',
}

const brand = {
  product: 'Πόντοι',
  company: 'Φορέας',
  title_suffix: 'Δοκιμή',
  contact: { telephone: '2461 000000', email: 'info@example.gr' },
  sites: {
    oil: { url: 'https://oil.example.gr/' },
    reuse: { url: 'https://reuse.example.gr/' },
    redemption: { url: 'https://redemption.example.gr/' },
  },
  links: [],
}
/** The registry of partners as an operator reads it. */
export const registryOf = (client_id: string, name: string, settings: Partial<ManagedPartner> = {}) => ({
  issuer: 'https://portal.example.gr/oauth',
  guide: 'https://portal.example.gr/api/docs',
  default_caps: { daily: 0, person: 0 },
  partners: [
    {
      ...{ client_id, name, home_url: 'https://example.gr/', version: 1, first_party: true },
      ...{ redirect_uris: [], post_logout_redirect_uris: [], origins: [], scopes: [], descriptions: [] },
      ...{ backchannel_logout_uri: null, initiate_login_uri: null, daily_cap: null, person_cap: null },
      ...{ company: null, purpose: null, purpose_en: null, privacy_url: null },
      ...{ created_at: '2026-01-01T10:00:00+02:00', paused_at: null, last_call_at: null, silent: false },
      ...{ records_yesterday: 0, previous_secret: null, webhook: null, ...settings },
    },
  ] satisfies ManagedPartner[],
})
const none = { results: [], count: 0, total_pages: 1 }
export const noOverview = {
  account: {
    activated_at: '2026-02-03T23:30:00+02:00',
    last_sign_in_on: null,
    locked: false,
    lock: null,
    restriction: null,
    erasure_due_at: null,
    failed_mails: 0,
  },
  records: [],
  stickers: [],
  waiting: { deliveries: 0, points: 0, oldest: null },
  coupons: [],
  open_claims: [],
  notes: [],
}
const sums = { available: 0, collected: 0, reuse: 0, cookingoils: 0, redeemed: 0 }

/** The reply to a report of a visit. */
const notMine: OwnClaim = {
  ...{ id: 4, state: 'open', day: '2026-03-01', created_at: '2026-03-02T10:00:00+02:00', visit: null },
  ...{ sticker: null, place: null, hour: null, litres: null, note: '' },
  ...{ decided_at: null, points: null, reason: null, answer: '' },
}
export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

type Reply = object | ((body: unknown, address: string) => unknown)

/** Mock of the server's endpoints that the shell uses; records the requests. */
class FakeServer {
  readonly requests: string[] = []
  /** Replies by path, before those below: a body or a response, or what makes one from the call; undefined has no body. */
  replies: Record<string, Reply> = {}
  profile: Profile | null
  /** Added to the brand. */
  brand: object = {}
  /** Whether the operator has entered collection points. */
  hasPlaces = true
  /** Whether a partner has an enrolled device. */
  hasDesks = false
  /** Whether the portal has offers of its own. */
  hasOffers = false
  /** Response of `/api/coupons/mine/`; the menu has the page if there are any. */
  coupons: object[] = []
  /** Response of `/api/participants/7/`, and everyone's records. */
  person: object | undefined
  records: object = none
  /** Response of `/api/participants/7/overview/`. */
  overview: object = noOverview
  sums: object = sums
  mode = 'off'
  /** Changed texts whose notice is not closed. */
  news: object[] = []
  year: object = { year: 2026, litres: 0 }
  /** What desks recorded. */
  visits: { id: number; reported: boolean }[] = []
  /** Codes of the card that were made; `cardFails`: none is. */
  cards = 0
  cardFails = false
  printedAt: string | null = null

  constructor(profile: Profile | null) {
    this.profile = profile
  }

  /** Signs an account in or out and sets the hint cookie accordingly. */
  setProfile(profile: Profile | null) {
    this.profile = profile
    document.cookie = profile ? 'signedin=yes' : 'signedin=; max-age=0'
  }

  async answer(address: string, { method = 'GET', body, headers }: RequestInit): Promise<Response> {
    const path = address.split('?')[0] ?? ''
    this.requests.push(`${method} ${address}`)
    const own = this.replies[path]
    if (own !== undefined) {
      const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
      const reply: unknown = typeof own === 'function' ? await own(sent, address) : own
      if (reply === undefined) return new Response(null, { status: 204 })
      return reply instanceof Response ? reply.clone() : json(reply)
    }
    if (path === '/api/site/') {
      return json({
        brand: { ...brand, ...this.brand },
        demonstration: false,
        has_places: this.hasPlaces,
        has_coupons: this.coupons.length > 0,
        has_desks: this.hasDesks,
        has_offers: this.hasOffers,
        has_notices: this.news.length > 0,
        return_origins: ['https://oil.example.gr'],
      })
    }
    if (path === '/api/auth/token/login') {
      const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
      const { email } = sent as { email: string }
      const known = [maria, clerk].find((profile) => profile.email === email)
      if (!known) return refusal({ code: 'credentials_wrong' })
      this.setProfile(known)
      return json({})
    }
    if (path === '/api/auth/users/resend_activation/') return new Response(null, { status: 204 })
    if (/^\/api\/points\/mails\/[^/]+\/stop\/$/.test(path)) {
      this.mode = 'off'
      return new Response(null, { status: 204 })
    }
    if (path === '/api/municipalities/') return json([{ id: 2, name: 'Κοζάνης', regional_unit: 'Κοζάνης' }])
    if (!this.profile) {
      // Like the server, clear the hint cookie.
      this.setProfile(null)
      return refusal({ code: 'not_signed_in' })
    }
    if (path === '/api/auth/token/logout/') {
      this.setProfile(null)
      return new Response(null, { status: 204 })
    }
    if (path === '/api/auth/users/me/') {
      const { role, account: tag = `tag of ${this.profile.email}`, ...profile } = this.profile
      const named = new Headers(headers).get('X-Account')
      if (named !== null && named !== tag) return refusal({ code: 'account_changed' })
      return new Response(JSON.stringify(profile), {
        headers: { 'X-Account': tag, ...(role && { 'X-Role': role }) },
      })
    }
    if (path === '/api/notices/') return json(this.news)
    if (path === '/api/notices/dismiss/') return new Response(null, { status: 204 })
    if (path === '/api/card/') {
      if (this.cardFails) throw new TypeError('Failed to fetch')
      this.cards += 1
      const qr = { size: 29, path: 'M4 4h7v1h-7z' }
      return json({ code: `AEHK-234${this.cards}`, qr, valid_for: 180, renew_after: 60 })
    }
    if (path === '/api/card/visits/') return json(this.visits)
    if (/^\/api\/points\/mine\/\d+\/not_mine\/$/.test(path)) {
      this.visits = this.visits.map((visit) =>
        path.includes(`/${visit.id}/`) ? { ...visit, reported: true } : visit,
      )
      return json(notMine)
    }
    if (path === '/api/card/printed/revoke/') {
      this.printedAt = null
      return new Response(null, { status: 204 })
    }
    if (path === '/api/card/printed/') {
      if (method === 'GET') return json({ printed_at: this.printedAt })
      this.printedAt = '2026-11-20T10:00:00+02:00'
      return new Response('%PDF-', { headers: { 'Content-Type': 'application/pdf' } })
    }
    if (path === '/api/coupons/mine/') return json(this.coupons)
    if (path === '/api/points/summary/') return json(this.sums)
    if (path === '/api/points/mails/') {
      if (method === 'POST' && typeof body === 'string')
        this.mode = (JSON.parse(body) as { mode: string }).mode
      return json({ mode: this.mode })
    }
    if (path === '/api/points/mine/year/') return json(this.year)
    if (path === '/api/participants/') return json([])
    if (path === '/api/participants/7/' && this.person) return json(this.person)
    if (path === '/api/participants/7/overview/' && this.person) return json(this.overview)
    if (path.startsWith('/api/points/')) return json(this.records)
    return refusal({ code: 'not_found' })
  }
}

/** Replaces `fetch` with the mock server, with `profile` signed in. */
export function serve(profile: Profile | null): FakeServer {
  const server = new FakeServer(profile)
  server.setProfile(profile)
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => server.answer(address, init))
  return server
}

function Address() {
  const { pathname, search, hash } = useLocation()
  return <output data-testid="address">{pathname + search + hash}</output>
}

/** Returns the current address with its query string. */
export const address = () => screen.getByTestId('address').textContent

/** Opens the portal at an address, with the entries of `before` earlier in the history. */
export function openPortal(at: string, before: string[] = []) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[...before, at]}>
        <PortalRoutes />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

export async function signIn(user: ReturnType<typeof userEvent.setup>, email: string) {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Συνθηματικό'), 'a-password-1')
  await user.click(screen.getByRole('button', { name: 'Είσοδος' }))
}
