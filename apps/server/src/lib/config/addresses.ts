import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns whether a host name, as in `URL.hostname`, or an IP address is this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'loopback'
  return /^(.+\.)?localhost$/.test(address)
}

/**
 * Returns the addresses of an X-Forwarded-For header without ports, brackets and zones, IPv4 also where it is written as IPv6.
 * An entry that is not an address, such as `unknown`, ends what can be believed: it and those before it, which a caller may have
 * written, are left out, so that the call counts as that of the proxy that sent it.
 */
export function forwardedAddresses(header: string): string[] {
  const entries = header.split(',').map((entry) => addressOf(entry.trim()))
  return entries.slice(entries.lastIndexOf(undefined) + 1) as string[]
}

function addressOf(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1')
  const [address = ''] = bare.split('%')
  return isIP(address) ? ipaddr.process(address).toString() : undefined
}

/**
 * Returns whether a text is an address or range that Fastify can trust as a proxy. Rejects '10/8', which ipaddr.js reads
 * as 0.0.0.10/8, and ranges of all addresses.
 */
export const isNetwork = (text: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
  isIP(text) > 0 ||
  ((ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)) && !/\/0+$/.test(text))
