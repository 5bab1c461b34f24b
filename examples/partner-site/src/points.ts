import * as oidc from 'openid-client'
import type { SignIn } from './sign-in.ts'

/** Result of one record. */
export type Answer = {
  status: 'recorded' | 'repeated' | 'waiting' | 'withdrawn' | 'refused'
  points?: number
  code?: string
  final?: boolean
  errors?: object
}

/** The portal rejected the request; retrying cannot succeed. */
export class PortalError extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

export type Points = ReturnType<typeof openPoints>

/** Calls that take longer fail; their result is unknown. */
const timeoutMs = 10_000

/**
 * Client of the points API, authenticated as the site (client credentials). After any error but PortalError the result
 * is unknown.
 */
export function openPoints(portalUrl: string, discover: SignIn['discover']) {
  let token: { text: string; until: number } | undefined

  async function accessToken(): Promise<string> {
    if (!token || Date.now() > token.until) {
      const given = await oidc.clientCredentialsGrant(await discover(), { scope: 'points:read points:write' })
      token = { text: given.access_token, until: Date.now() + ((given.expires_in ?? 60) - 30) * 1_000 }
    }
    return token.text
  }

  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${portalUrl}/api/partner/${path}`, {
      method,
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status === 401) token = undefined
    if (answer.ok) return answer.json()
    const error = (await answer.json().catch(() => ({}))) as { code?: string; final?: boolean }
    const message = `${answer.status} ${JSON.stringify(error)}`
    // Without `final: true` the record may have arrived, or be accepted later.
    throw error.final === true ? new PortalError(message, error.code) : new Error(message)
  }

  /** Retries once if there was no response. Safe, because records are idempotent by reference. */
  async function withRetry<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (error) {
      if (error instanceof PortalError) throw error
      return send()
    }
  }

  return {
    /** Records one delivery or coupon. @throws PortalError with the portal's code */
    record: async (record: { reference: string; [field: string]: unknown }): Promise<Answer> => {
      const { results } = (await withRetry(() => call('POST', 'points/', { records: [record] }))) as {
        results: [Answer]
      }
      const [answer] = results
      if (answer.status !== 'refused') return answer
      const message = JSON.stringify(answer.errors)
      // Not issued later by itself: the visitor decides again.
      const isFinal = answer.final === true || answer.code === 'points_insufficient'
      throw isFinal ? new PortalError(message, answer.code) : new Error(message)
    },
    /** Reverses a record. @throws PortalError */
    reverse: async (reversal: { reference: string; reversal_reference: string; [field: string]: unknown }) =>
      (await withRetry(() => call('POST', 'points/reverse/', reversal))) as Answer,
    /** Points that a user can spend. */
    balanceOf: async (sub: string): Promise<number> =>
      ((await call('GET', `participants/${encodeURIComponent(sub)}/balance/`)) as { available: number })
        .available,
  }
}
