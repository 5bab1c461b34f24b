import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'

/** Global unicast IPv6 addresses (RFC 4291, 2.4). */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether an address is not a public internet address: private, local, reserved, or IPv4 in IPv6 (mapped,
 * translated, tunnelled).
 */
function isPrivate(text: string): boolean {
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return true
  return address.kind() === 'ipv6' && !address.match(globalIpv6)
}

/** Allowed targets: `http` allows plain http, `inside` allows private addresses. */
export type Reach = { http: boolean; inside: boolean }

/** Allowed targets by configuration: http only in the demonstration; private addresses also with PRIVATE_WEBHOOKS. */
export const reachOf = ({
  demonstration,
  privateWebhooks,
}: Pick<Config, 'demonstration' | 'privateWebhooks'>): Reach => ({
  http: demonstration,
  inside: demonstration || privateWebhooks,
})

/** The portal must not call an address, or cannot reach it. The message does not contain the address. */
export class HttpClientError extends Error {
  override name = 'HttpClientError'
}

/** Checks a URL without DNS lookup. @returns why it must not be called; undefined if it may be called */
export function errorOfAddress(text: string, reach: Reach) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'address_unreadable'
  if (url.protocol === 'http:' && !reach.http) return 'address_insecure'
  if (url.username || url.password) return 'address_with_user'
  if (url.hash) return 'address_with_fragment'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!reach.inside && isIP(host) && isPrivate(host)) return 'address_private'
  return undefined
}

/**
 * Resolves a host name and fails if any of its addresses is private. The connection uses this lookup, which prevents
 * DNS rebinding.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error('The name has no address.'), '', 0)
    if (addresses.some(({ address }) => isPrivate(address)))
      return callback(new HttpClientError('The name resolves to a private address.'), '', 0)
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

/** Default timeout of a request. */
const defaultTimeoutMs = 10_000

/**
 * Sends a POST request to a URL chosen by a partner. Does not follow redirects, which could lead to private addresses.
 * Reads only the status of the response.
 * @returns the HTTP status
 * @throws HttpClientError if the address must not be called; the network error or timeout otherwise
 */
export async function post(
  address: string,
  {
    headers,
    body,
    reach,
    timeoutMs = defaultTimeoutMs,
  }: { headers: Record<string, string>; body: string; reach: Reach; timeoutMs?: number },
): Promise<number> {
  const error = errorOfAddress(address, reach)
  if (error) throw new HttpClientError(`The address must not be called: ${error}.`)
  const url = new URL(address)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(!reach.inside && { lookup: lookupPublic }),
    })
    call.on('error', fail)
    call.on('response', (answer) => {
      done(answer.statusCode ?? 0)
      answer.destroy()
    })
    call.end(body)
  })
}
