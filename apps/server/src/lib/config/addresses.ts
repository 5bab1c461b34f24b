import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns whether a host name, as in `URL.hostname`, or an IP address is this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'loopback'
  return /^(.+\.)?localhost$/.test(address)
}

/**
 * Returns whether a text is an address or range that Fastify can trust as a proxy. Rejects '10/8', which ipaddr.js reads
 * as 0.0.0.10/8, and ranges of all addresses.
 */
export const isNetwork = (text: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
  isIP(text) > 0 ||
  ((ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)) && !/\/0+$/.test(text))
