import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'

/** Buffers the provider's response, so that Fastify sends it with the portal's headers. */
class BufferedResponse extends ServerResponse {
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

/** A response that is never sent. The provider needs one to read cookies. */
export const unsentResponse = (request: IncomingMessage): ServerResponse => new BufferedResponse(request)

export type ProviderResponse = { status: number; headers: [string, string | string[]][]; body: Buffer }

/**
 * Passes a request to the provider. Host and protocol are those of the public URL, regardless of the headers; the mount
 * path is removed from the URL.
 * @param given.policy the portal's content security policy, which the provider's pages may extend
 */
export async function dispatch(
  provider: Provider,
  request: IncomingMessage & { originalUrl?: string },
  given: { publicUrl: string; mountPath: string; policy: string },
): Promise<ProviderResponse> {
  const { url = '', headers } = request
  const { host, protocol } = new URL(given.publicUrl)
  const { 'x-forwarded-host': _, 'x-forwarded-for': __, ...others } = headers
  request.originalUrl = url
  request.url = url.slice(given.mountPath.length)
  request.headers = { ...others, host, 'x-forwarded-proto': protocol.slice(0, -1) }
  const response = new BufferedResponse(request)
  response.setHeader('content-security-policy', given.policy)
  try {
    await provider.callback()(request, response)
  } finally {
    request.url = url
    request.headers = headers
  }
  const sent = Object.entries(response.getHeaders()).flatMap(([name, value]): ProviderResponse['headers'] => {
    if (value === undefined) return []
    return [[name, Array.isArray(value) ? value : String(value)]]
  })
  return { status: response.statusCode, headers: sent, body: Buffer.concat(response.parts) }
}
