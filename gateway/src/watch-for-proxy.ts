import type { IncomingMessage } from 'node:http'
import type { Check } from '@shop/server/http/health'
import { logFact } from '@shop/stores/logger/logger'

/** A proxy is assumed after this many requests in a row that come from near addresses and name other addresses in a header. */
const ENOUGH = 20
/** Addresses where proxies run. A stranger who forges the header has another address. */
const NEAR = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i
const SAYS = 'cannot be distinguished, because a proxy is in front of the shop and TRUST_PROXY is off'

/** Behind an untrusted proxy, all clients have the proxy's address and share every limit. */
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
    logFact('warn', `The clients ${SAYS}. So all clients share every limit. Set TRUST_PROXY=on`)
  }

  return { note, check: () => (isSeen() ? SAYS : 'ok') }
}

/** Whether the shop is certainly behind an untrusted proxy. The shop speaks only plain HTTP, so an https address is the proxy's. */
export const isBehindUntrusted = (config: { publicOrigin?: string | undefined; trustProxy: boolean }): boolean =>
  !config.trustProxy && config.publicOrigin?.startsWith('https:') === true

export const BEHIND_UNTRUSTED =
  'PUBLIC_ORIGIN is https, so a proxy is in front of the shop, but TRUST_PROXY is off. The shop cannot distinguish clients, so all clients together share each limit. Set TRUST_PROXY=on'
