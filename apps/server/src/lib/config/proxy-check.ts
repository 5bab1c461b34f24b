/** Header of `portal doctor` at /healthz, and of the answer. */
export const checkHeader = 'x-proxy-check'

/** Of the documentation (RFC 5737): no caller has this address. */
const forgedAddress = '203.0.113.9'

/** Headers of a caller that pretends to be a proxy. The proxy has to replace them. */
export const forgedHeaders = (id: string) => ({
  [checkHeader]: 'yes',
  'x-forwarded-for': forgedAddress,
  'x-forwarded-proto': 'gopher',
  'x-request-id': id,
})

/** A request, as Fastify describes it. `ips`: only with trusted proxies. */
type Received = {
  headers: Record<string, unknown>
  ip: string
  ips?: string[]
  protocol: string
  id: string
}

/**
 * Returns what the server sees of a check: the address of the proxy or of the caller, the scheme and the request id.
 * undefined: the request is not a check.
 */
export function answerOfCheck({ headers, ip, ips, protocol, id }: Received): string | undefined {
  if (headers[checkHeader] === undefined) return undefined
  const address = ip === forgedAddress ? 'forged' : (ips?.length ?? 0) > 1 ? 'forwarded' : 'proxy'
  return new URLSearchParams({ address, scheme: protocol, id }).toString()
}

/** `headers`: those that callers can forge. `seen`: the scheme that the server sees. */
export type ProxyError =
  | { code: 'addresses_unseen' }
  | { code: 'headers_forgeable'; headers: string[] }
  | { code: 'scheme_unseen'; seen: string }

/** Returns what is wrong with the headers of the proxy, by the answer to a check. */
export function errorOfProxy(
  answer: string,
  { id, scheme }: { id: string; scheme: string },
): ProxyError | undefined {
  const seen = new URLSearchParams(answer)
  if (seen.get('address') === 'proxy') return { code: 'addresses_unseen' }
  const headers = [
    seen.get('address') === 'forged' ? 'X-Forwarded-For' : [],
    seen.get('scheme') === 'gopher' ? 'X-Forwarded-Proto' : [],
    seen.get('id') === id ? 'X-Request-Id' : [],
  ].flat()
  if (headers.length > 0) return { code: 'headers_forgeable', headers }
  return seen.get('scheme') === scheme
    ? undefined
    : { code: 'scheme_unseen', seen: String(seen.get('scheme')) }
}
