import { isIPv4, isIPv6 } from 'node:net'

/*
 * How limits group addresses. A connection to the internet has one IPv4 address, but a whole /64 of IPv6 addresses. A customer of a
 * hosting company often has the /24 or the /48 around an address.
 */

/** The client of an address: an IPv4 address itself, or the /64 of an IPv6 address. */
export const clientOf = (address: string) => {
  const ip = unmapped(address)
  return isIPv6(ip) ? groupsOf(ip).slice(0, 4).join(':') : ip.slice(0, LONGEST_KEY)
}

/**
 * The network of an address or a client: the /24 of an IPv4 address, the /48 of an IPv6 one. An address of this machine is its own
 * network.
 */
export const networkOf = (address: string) => {
  const ip = unmapped(address)
  const groups = isIPv6(ip) ? groupsOf(ip) : /^(?:[0-9a-f]{1,4}:){3}[0-9a-f]{1,4}$/.test(ip) ? ip.split(':') : []
  if (groups.length > 0) return groups.slice(0, 3).join(':')
  return isIPv4(ip) && !ip.startsWith('127.') ? ip.split('.').slice(0, 3).join('.') : clientOf(ip)
}

/** A client in IPv4; in an IPv6 network one of 256 parts. So a /48 has as many parts as a /24 has clients. */
export const blockOf = (address: string) => {
  const ip = unmapped(address)
  if (!isIPv6(ip)) return clientOf(ip)
  const [one, two, three, four = '0'] = groupsOf(ip)
  return [one, two, three, Math.floor(Number.parseInt(four, 16) / 256).toString(16)].join(':')
}

/** A proxy may pass on a text that is not an address. */
const LONGEST_KEY = 64

/** Both families arrive on one socket, where an IPv4 address looks like `::ffff:203.0.113.7`. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after = ''] = canonical.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = after.split(':').filter(Boolean)
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}
