import { defect, logFact } from '@shop/logger/logger'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import type { PageServer } from '@shop/web/drawn-pages'
import { LRUCache } from 'lru-cache'

const MOST_KEPT_CHARACTERS = 12_000_000
/** Processor time of each second: what else runs on the machine is not a page's fault. Whoever asks for ever new addresses gets pages that their own browser draws. */
const DRAWING_MS_A_SECOND = { all: 300, network: 100, client: 50 }
const MOST_COUNTED = 10_000

/**
 * Keeps the first views that were drawn, and bounds what drawing costs, in all, for one client and for its network: nothing is drawn beyond that,
 * or when it throws. With `isBounded` false it may cost what it costs.
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
    const html = drawnOrNothing(draw)
    const { user, system } = process.threadCpuUsage(before)
    const tookMs = (user + system) / 1000
    spend(all, nowMs, tookMs, DRAWING_MS_A_SECOND.all)
    spend(network, nowMs, tookMs, DRAWING_MS_A_SECOND.network)
    spend(own, nowMs, tookMs, DRAWING_MS_A_SECOND.client)
    if (html) kept.set(key, html)
    return html
  }
}

/** What was drawn is paid for until then; it may be up to a second ahead. */
type Busy = { untilMs: number }

function spend(busy: Busy, nowMs: number, tookMs: number, msASecond: number) {
  busy.untilMs = Math.max(busy.untilMs, nowMs) + (tookMs * 1000) / msASecond
}

function drawnOrNothing(draw: () => string): string {
  try {
    return draw()
  } catch (error) {
    logFact('warn', 'A first view could not be drawn, and is left to the client', defect(error))
    return ''
  }
}
