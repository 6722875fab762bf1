import { isIPv4, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

/*
 * A home or an office usually has one IPv4 address, and all IPv6 addresses of a /64. A customer of a hosting company often has a whole /24
 * or /48.
 */

type Keys = Readonly<{ client: string; network: string; block: string }>

/** The IPv4 address itself, or the /64 of the IPv6 address. */
export const clientOf = (address: string) => kept.memo(address).client

/** The /24 of an IPv4 address, or the /48 of an IPv6 address. Each IPv4 loopback address is a separate network. */
export const networkOf = (address: string) => kept.memo(address).network

/** The part of a network that an address belongs to: with IPv4 the client, with IPv6 a /56. */
export const blockOf = (address: string) => kept.memo(address).block

/** Each request needs these keys several times. The size is in characters. */
const kept = new LRUCache<string, Keys>({
  maxSize: 1_000_000,
  sizeCalculation: (_, address) => 100 + address.length,
  memoMethod: keysOf,
})

function keysOf(address: string): Keys {
  const ip = unmapped(address)
  if (isIPv6(ip)) {
    const [one, two, three, four = '0'] = groupsOf(ip)
    const network = [one, two, three].join(':')
    const quarter = Math.floor(Number.parseInt(four, 16) / 256).toString(16)
    return { client: `${network}:${four}`, network, block: `${network}:${quarter}` }
  }
  const client = ip.slice(0, LONGEST_KEY)
  const isClientKey = /^(?:[0-9a-f]{1,4}:){3}[0-9a-f]{1,4}$/.test(ip)
  const isPublic = isIPv4(ip) && !ip.startsWith('127.')
  const network = isClientKey || isPublic ? firstThree(ip, isPublic ? '.' : ':') : client
  return { client, network, block: client }
}

const firstThree = (text: string, mark: string) => text.split(mark).slice(0, 3).join(mark)

/** In characters. A proxy may send any text as an address. */
const LONGEST_KEY = 64

/** A socket that accepts both IPv4 and IPv6 adds the prefix `::ffff:` to an IPv4 address. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after = ''] = canonical.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = after.split(':').filter(Boolean)
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}
