import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that nobody outside has any business in: the machine itself, its neighbours, what is reserved. */
const inside = {
  ipv4: networks('ipv4', [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
    ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ]),
  // Also IPv4 in IPv6's clothes: mapped, translated (NAT64), tunnelled (Teredo, 6to4). A list of its own: one that holds
  // the mapped addresses holds all of IPv4.
  ipv6: networks('ipv6', [
    ...['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/32', '2001:db8::/32'],
    ...['2002::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
  ]),
}

function networks(family: 'ipv4' | 'ipv6', ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

function isInside(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return inside[family].check(address, family)
}

/** Where messages may go: by http, and to addresses inside. */
export type Reach = { http: boolean; inside: boolean }

/** An address that the portal may not call, or one that can't be reached. Its message names no address. */
export class OutgoingFault extends Error {
  override name = 'OutgoingFault'
}

/** @returns why the portal may not call an address, as far as one sees without asking for its name; undefined: it may */
export function faultOfAddress(text: string, reach: Reach): string | undefined {
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
  lookup(hostname, { ...options, all: true }, (fault, addresses) => {
    const [first] = addresses ?? []
    if (fault || !first) return callback(fault ?? new Error('The name has no address.'), '', 0)
    if (addresses.some(({ address }) => isInside(address)))
      return callback(new OutgoingFault('The name leads into a private network.'), '', 0)
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

/** Whoever takes longer is tried again later: others wait behind it. */
const patience = 10_000

/**
 * Posts JSON to an address that somebody else chose. Redirects aren't followed: they could lead inside. Nothing of the
 * answer is read but its status.
 * @throws OutgoingFault where the address may not be called; what the network says
 */
export async function post(
  address: string,
  { headers, body, reach }: { headers: Record<string, string>; body: string; reach: Reach },
): Promise<number> {
  const fault = faultOfAddress(address, reach)
  if (fault) throw new OutgoingFault(`The address ${fault}.`)
  const url = new URL(address)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(patience),
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
