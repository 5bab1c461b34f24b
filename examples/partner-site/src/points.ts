import * as oidc from 'openid-client'
import type { SignIn } from './sign-in.ts'

/** What the portal says of one record. */
export type Answer = {
  status: 'recorded' | 'repeated' | 'waiting' | 'withdrawn' | 'refused'
  points?: number
  code?: string
  errors?: object
}

/** The portal said no, and will say no again. */
export class Refused extends Error {
  readonly code: string | undefined
  constructor(says: string, code?: string) {
    super(says)
    this.code = code
  }
}

export type Points = ReturnType<typeof openPoints>

/** A call that takes longer has failed, whatever became of it. */
const patience = 10_000

/** The points API, in the site's own name (client credentials). Anything thrown but Refused: nobody knows what became of it. */
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
      signal: AbortSignal.timeout(patience),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status === 401) token = undefined
    if (answer.ok) return answer.json()
    const says = await answer.text()
    // What a proxy may have said as well is no answer of the portal's.
    if (answer.status === 400 || answer.status === 409) throw new Refused(says)
    throw new Error(`${answer.status} ${says}`)
  }

  /** Sends once more what got no answer. The reference makes that safe: the same one is the same record. */
  async function insist<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (fault) {
      if (fault instanceof Refused) throw fault
      return send()
    }
  }

  return {
    /** Records one delivery or coupon. @throws Refused with the portal's code */
    record: async (record: { reference: string; [field: string]: unknown }): Promise<Answer> => {
      const { results } = (await insist(() => call('POST', 'points/', { records: [record] }))) as {
        results: [Answer]
      }
      const [answer] = results
      if (answer.status === 'refused') throw new Refused(JSON.stringify(answer.errors), answer.code)
      return answer
    },
    /** Takes a record back. @throws Refused */
    reverse: async (reversal: { reference: string; reversal_reference: string; [field: string]: unknown }) =>
      (await insist(() => call('POST', 'points/reverse/', reversal))) as Answer,
    /** What somebody can spend. */
    balanceOf: async (sub: string): Promise<number> =>
      ((await call('GET', `participants/${encodeURIComponent(sub)}/balance/`)) as { available: number })
        .available,
  }
}
