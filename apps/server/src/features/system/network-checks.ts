import type { Config } from '#server/lib/config/config.ts'
import { checkHeader, errorOfProxy, forgedHeaders } from '#server/lib/config/proxy-check.ts'
import { differencesOf, stateHeader } from '#server/lib/config/server-state.ts'
import { MailServerError, verifyMailServer } from '#server/lib/mail/mailer.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { days } from '#server/lib/time/clock.ts'
import { certificateEnd } from './certificate.ts'
import { type Checks, ok, skipped, todo, unknown } from './results.ts'

/** Certificates of 90 days are renewed 30 days before their end. */
const minCertificateDays = 14

type Names =
  | 'public_address'
  | 'certificate'
  | 'proxy'
  | 'proxy_headers'
  | 'reachable'
  | 'running_server'
  | 'mail_server'

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:')

export const networkChecks: Checks<Names> = {
  public_address: ({ config, env }) =>
    todo(
      env['PUBLIC_URL'] ? !isHttps(config) && { code: 'public_url_http' } : { code: 'public_url_missing' },
    ),
  certificate: async ({ config, limitMs }) => {
    if (!isHttps(config)) return skipped
    const until = await certificateEnd(new URL(config.publicUrl), waitMs(limitMs)).catch(() => undefined)
    if (!until) return unknown({ code: 'certificate_unread' })
    const left = Math.floor((until.getTime() - Date.now()) / days(1))
    const facts = { days: left, until: athensTime(until) }
    return left < minCertificateDays
      ? todo({ code: 'certificate_ends', ...facts })
      : ok({ code: 'certificate_valid', ...facts })
  },
  proxy: ({ config, env }) =>
    isHttps(config) ? todo(!env['TRUST_PROXY'] && { code: 'proxies_unset' }) : skipped,
  proxy_headers: async ({ config, limitMs }) => {
    const id = crypto.randomUUID()
    const answer = await ask(config.publicUrl, limitMs, forgedHeaders(id))
    const seen = !(answer instanceof Error) && answer.headers.get(checkHeader)
    if (!seen) return unknown({ code: 'portal_silent' })
    const scheme = new URL(config.publicUrl).protocol.slice(0, -1)
    const error = errorOfProxy(seen, { id, scheme })
    if (error?.code !== 'scheme_unseen') return todo(error)
    return todo({ code: error.code, shell: { scheme, seen: error.seen } })
  },
  reachable: async ({ config, limitMs }) => {
    const [answer, direct] = await Promise.all([
      ask(config.publicUrl, limitMs),
      ask(serverOf(config), limitMs),
    ])
    if (answer instanceof Error)
      return todo({
        code: direct instanceof Error ? 'server_silent' : 'way_silent',
        reason: reasonOf(answer),
      })
    return todo(!answer.ok && { code: 'answers_with', status: answer.status })
  },
  running_server: async ({ config, limitMs }) => {
    const answer = await ask(serverOf(config), limitMs, { [checkHeader]: 'yes' })
    const state = !(answer instanceof Error) && answer.headers.get(stateHeader)
    if (!state) return unknown({ code: 'not_here' })
    const parts = differencesOf(state, config)
    return todo(parts.length > 0 && { code: 'server_differs', parts })
  },
  mail_server: async ({ config: { mail } }) => {
    if (mail.kind === 'outbox') return todo({ code: 'mails_only_stored' })
    const error = await verifyMailServer(mail.url).catch((error: unknown) => error)
    if (error === undefined) return ok()
    if (!(error instanceof MailServerError)) throw error
    return todo({ code: 'mail_server_refuses', reason: error.reason })
  },
}

/** The server's own address, without the proxy. */
export const serverOf = (config: Config): string => {
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

/** Milliseconds for an answer, so that the check can say that there was none. */
const waitMs = (limitMs: number) => Math.min(5_000, limitMs * 0.8)

const ask = (url: string, limitMs: number, headers: Record<string, string> = {}) =>
  fetch(`${url}/healthz`, { headers, signal: AbortSignal.timeout(waitMs(limitMs)) }).catch(
    (error: Error) => error,
  )

/** Code of a failed fetch, such as ENOTFOUND or DEPTH_ZERO_SELF_SIGNED_CERT, or ''. */
const reasonOf = ({ cause }: Error): string => {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return typeof code === 'string' ? code : ''
}
