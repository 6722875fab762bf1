import { hash } from 'node:crypto'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { DRAWING_MS_A_SECOND } from '@shop/server/limits/sizes'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { PageServer } from '@shop/web/drawn-pages'
import { LRUCache } from 'lru-cache'

const MOST_KEPT_BYTES = 12 * 1024 * 1024
const MOST_COUNTED = 10_000

/**
 * Caches first views, and limits the time of rendering in total, per client and per network. If a limit is exceeded or rendering throws, an
 * uncached view is empty.
 */
export function keepViews(isBounded = true): (address: string) => PageServer['view'] {
  /** By the digest of their keys. A rendered string consists of very many small ones, so its bytes take much less memory. */
  const kept = new LRUCache<string, Buffer>({ maxSize: MOST_KEPT_BYTES, sizeCalculation: (html) => html.length })
  /** Rendering moves these times ahead. While one of a visitor's times is more than a second in the future, views are empty. */
  const busyUntilMs = new LRUCache<string, number>({ max: MOST_COUNTED })

  return (address) => (key, draw) => {
    const digest = hash('sha256', key, 'base64url')
    const known = kept.get(digest)
    if (known) return known.toString()
    const nowMs = performance.now()
    const shares = [
      ['all', DRAWING_MS_A_SECOND.all],
      [`network ${networkOf(address)}`, DRAWING_MS_A_SECOND.network],
      [`client ${clientOf(address)}`, DRAWING_MS_A_SECOND.client],
    ] as const
    const untilMs = (sharer: string) => Math.max(busyUntilMs.get(sharer) ?? 0, nowMs)
    if (isBounded && shares.some(([sharer]) => untilMs(sharer) > nowMs + 1000)) return ''
    const before = process.threadCpuUsage()
    const html = renderedOrEmpty(draw)
    const { user, system } = process.threadCpuUsage(before)
    for (const [sharer, msASecond] of shares) busyUntilMs.set(sharer, untilMs(sharer) + (user + system) / msASecond)
    if (html) kept.set(digest, Buffer.from(html))
    return html
  }
}

function renderedOrEmpty(draw: () => string): string {
  try {
    return draw()
  } catch (error) {
    logFact('warn', 'The server could not render a page, so the browser renders it', defect(error))
    return ''
  }
}
