import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'

/** What the provider answers, caught on its way out: it leaves by the portal's own door, with the headers of the testApp. */
class CaughtAnswer extends ServerResponse {
  readonly parts: Buffer[] = []

  override write(part: unknown): boolean {
    this.parts.push(Buffer.from(part as string))
    return true
  }

  override end(part?: unknown): this {
    if (typeof part === 'string' || part instanceof Uint8Array) this.write(part)
    return this
  }
}

/** An answer that leads nowhere: cookies are read by one. */
export const noAnswer = (request: IncomingMessage): ServerResponse => new CaughtAnswer(request)

export type Answer = { status: number; headers: [string, string | string[]][]; body: Buffer }

/**
 * Has the provider answer a request. It sees the portal's own address, whatever the headers say, and its path without the
 * part under which it lives.
 * @param given.policy the content security policy of the testApp, which pages of the provider may add to
 */
export async function dispatch(
  provider: Provider,
  request: IncomingMessage & { originalUrl?: string },
  given: { publicUrl: string; mountPath: string; policy: string },
): Promise<Answer> {
  const { url = '', headers } = request
  const { host, protocol } = new URL(given.publicUrl)
  const { 'x-forwarded-host': _, 'x-forwarded-for': __, ...others } = headers
  request.originalUrl = url
  request.url = url.slice(given.mountPath.length)
  request.headers = { ...others, host, 'x-forwarded-proto': protocol.slice(0, -1) }
  const answer = new CaughtAnswer(request)
  answer.setHeader('content-security-policy', given.policy)
  try {
    await provider.callback()(request, answer)
  } finally {
    request.url = url
    request.headers = headers
  }
  const sent = Object.entries(answer.getHeaders()).flatMap(([name, value]): Answer['headers'] => {
    if (value === undefined) return []
    return [[name, Array.isArray(value) ? value : String(value)]]
  })
  return { status: answer.statusCode, headers: sent, body: Buffer.concat(answer.parts) }
}
