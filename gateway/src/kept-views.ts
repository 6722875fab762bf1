import { defect, logFact } from '@shop/logger/logger'
import type { PageServer } from '@shop/web/drawn-pages'
import { LRUCache } from 'lru-cache'

const MOST_KEPT_CHARACTERS = 32_000_000
/** Of each second; whoever asks for ever new addresses gets pages that their own browser draws. */
const DRAWING_MS_A_SECOND = 300

/** Keeps the first views that were drawn, and bounds what drawing costs: nothing is drawn beyond that, or when it throws. */
export function keepViews(): PageServer['view'] {
  const kept = new LRUCache<string, string>({
    maxSize: MOST_KEPT_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  let busyUntilMs = 0

  return (key, draw) => {
    const known = kept.get(key)
    if (known) return known
    const startMs = performance.now()
    if (busyUntilMs > startMs + 1000) return ''
    const html = drawnOrNothing(draw)
    busyUntilMs = Math.max(busyUntilMs, startMs) + ((performance.now() - startMs) * 1000) / DRAWING_MS_A_SECOND
    if (html) kept.set(key, html)
    return html
  }
}

function drawnOrNothing(draw: () => string): string {
  try {
    return draw()
  } catch (error) {
    logFact('warn', 'A first view could not be drawn, and is left to the client', defect(error))
    return ''
  }
}
