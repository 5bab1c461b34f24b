import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'

/** The IPv6 addresses that are assigned for use in the internet (RFC 4291, 2.4). */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether an address lies outside the public internet: private, local, reserved, or IPv4 inside IPv6 (mapped,
 * translated, tunnelled).
 */
function isInside(text: string): boolean {
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return true
  return address.kind() === 'ipv6' && !address.match(globalIpv6)
}

/** Where messages may go: by http, and to addresses inside. */
export type Reach = { http: boolean; inside: boolean }

/** What the settings allow: http in the demonstration alone; addresses inside there and with PRIVATE_WEBHOOKS. */
export const reachOf = ({
  demonstration,
  privateWebhooks,
}: Pick<Config, 'demonstration' | 'privateWebhooks'>): Reach => ({
  http: demonstration,
  inside: demonstration || privateWebhooks,
})

/** An address that the portal may not call, or one that can't be reached. Its message names no address. */
export class HttpClientError extends Error {
  override name = 'OutgoingFault'
}

/** @returns why the portal may not call an address, as far as one sees without asking for its name; undefined: it may */
export function errorOfAddress(text: string, reach: Reach): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'is no address that begins with https://'
  if (url.protocol === 'http:' && !reach.http) return 'has to begin with https://'
  if (url.username || url.password || url.hash) return 'may have neither a user nor a fragment in it'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!reach.inside && isIP(host) && isInside(host)) return 'lies in a private network'
  return undefined
}

/**
 * Looks a name up as usual, and fails where any of its addresses lies inside. It is the connection's own look-up: a name
 * that answers otherwise the second time gains nothing by it.
 */
const lookupOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error('The name has no address.'), '', 0)
    if (addresses.some(({ address }) => isInside(address)))
      return callback(new HttpClientError('The name leads into a private network.'), '', 0)
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

/** Milliseconds that a receiver has to answer, unless the caller says otherwise. */
const defaultTimeoutMs = 10_000

/**
 * Posts a body to an address that a partner chose. Redirects aren't followed: they could lead inside. Nothing of the
 * answer is read but its status.
 * @throws HttpClientError where the address may not be called; what the network says
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
  if (error) throw new HttpClientError(`The address ${error}.`)
  const url = new URL(address)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(!reach.inside && { lookup: lookupOutside }),
    })
    call.on('error', fail)
    call.on('response', (answer) => {
      done(answer.statusCode ?? 0)
      answer.destroy()
    })
    call.end(body)
  })
}
