import type { IncomingMessage } from 'node:http'
import { logFact } from '@shop/logger/logger'
import type { Check } from '@shop/server/http/health'

/** So many requests in a row are no chance. */
const ENOUGH = 20
/** Addresses of one's own machine or network, where proxies stand; a stranger who makes up the header has another one. */
const NEAR = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i
const SAYS = 'all look like one: a proxy is in front, and TRUST_PROXY is off'

/**
 * Notices that the shop stands behind a proxy which it does not trust: then all clients have the proxy's address, and share every limit. That is so
 * when requests from near by all name another address, and not always the same. `/readyz` and one line say it.
 */
export function watchForProxy(trustProxy: boolean): { note: (request: IncomingMessage) => void; check: () => Check } {
  const named = new Set<string>()
  let inARow = 0
  let isSaid = false
  const isSeen = () => inARow >= ENOUGH && named.size > 1

  function note({ url, headers, socket }: IncomingMessage) {
    if (trustProxy || url === '/healthz' || url === '/readyz') return
    const forwarded = headers['x-forwarded-for'] || headers.forwarded
    if (!forwarded || !NEAR.test(socket.remoteAddress?.replace(/^::ffff:/i, '') ?? '')) {
      inARow = 0
      named.clear()
      return
    }
    inARow += 1
    if (named.size < 2) named.add(String(forwarded))
    if (isSaid || !isSeen()) return
    isSaid = true
    logFact('warn', `The clients ${SAYS}. Every limit counts them together: set TRUST_PROXY=on`)
  }

  return { note, check: () => (isSeen() ? SAYS : 'ok') }
}

/** At the start it can be known already: the shop speaks plain HTTP, so whatever answers to https stands before it. */
export const isBehindUntrusted = ({
  publicOrigin,
  trustProxy,
}: Readonly<{ publicOrigin?: string | undefined; trustProxy: boolean }>): boolean =>
  !trustProxy && publicOrigin?.startsWith('https:') === true

export const BEHIND_UNTRUSTED =
  'PUBLIC_ORIGIN is https, so a proxy stands before the shop, and TRUST_PROXY is off: all clients count as one. Set TRUST_PROXY=on'
