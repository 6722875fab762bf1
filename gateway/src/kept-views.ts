import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { DRAWING_MS_A_SECOND } from '@shop/server/limits/sizes'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { PageServer } from '@shop/web/drawn-pages'
import { LRUCache } from 'lru-cache'

const MOST_KEPT_CHARACTERS = 12_000_000
const MOST_COUNTED = 10_000

/**
 * Caches first views, and limits the time of rendering in total, per client and per network. If a limit is exceeded or rendering throws, an
 * uncached view is empty.
 */
export function keepViews(isBounded = true): (address: string) => PageServer['view'] {
  const kept = new LRUCache<string, string>({
    maxSize: MOST_KEPT_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  const busyOf = new LRUCache<string, Busy>({ max: MOST_COUNTED })
  const all: Busy = { untilMs: 0 }

  const busyAt = (key: string) => {
    const busy = busyOf.get(key) ?? { untilMs: 0 }
    busyOf.set(key, busy)
    return busy
  }

  return (address) => (key, draw) => {
    const known = kept.get(key)
    if (known) return known
    const [own, network] = [busyAt(`client ${clientOf(address)}`), busyAt(`network ${networkOf(address)}`)]
    const nowMs = performance.now()
    if (isBounded && Math.max(all.untilMs, network.untilMs, own.untilMs) > nowMs + 1000) return ''
    const before = process.threadCpuUsage()
    const html = renderedOrEmpty(draw)
    const { user, system } = process.threadCpuUsage(before)
    const tookMs = (user + system) / 1000
    spend(all, nowMs, tookMs, DRAWING_MS_A_SECOND.all)
    spend(network, nowMs, tookMs, DRAWING_MS_A_SECOND.network)
    spend(own, nowMs, tookMs, DRAWING_MS_A_SECOND.client)
    if (html) kept.set(key, html)
    return html
  }
}

/** Rendering moves `untilMs` ahead. While `untilMs` is more than a second in the future, views are empty. */
type Busy = { untilMs: number }

function spend(busy: Busy, nowMs: number, tookMs: number, msASecond: number) {
  busy.untilMs = Math.max(busy.untilMs, nowMs) + (tookMs * 1000) / msASecond
}

function renderedOrEmpty(draw: () => string): string {
  try {
    return draw()
  } catch (error) {
    logFact('warn', 'The server could not render a page, so the browser renders it', defect(error))
    return ''
  }
}
