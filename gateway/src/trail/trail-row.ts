import type { Seen, TrailBody } from '@shop/language/analysis/trail'

export type TrailRow = Readonly<{
  /** The minute in which the thing was seen. */
  seenAt: string
  /** Null for a signed-in visitor. */
  visit: string | null
  device: TrailBody['device']
  entry: TrailBody['entry']
  what: Seen['what']
  thing: string | null
  size: string | null
  color: string | null
  results: number | null
}>

export function columnsOf(seen: Seen): Pick<TrailRow, 'what' | 'thing' | 'size' | 'color' | 'results'> {
  const none = { size: null, color: null, results: null }
  const { what } = seen
  switch (what) {
    case 'product seen':
      return { what, ...none, thing: seen.productId }
    case 'list shown':
      return { what, ...none, thing: seen.list, results: seen.results }
    case 'search':
      return { what, ...none, thing: seen.term, results: seen.results }
    case 'checkout step':
      return { what, ...none, thing: seen.step }
    case 'refused add':
      return { what, thing: seen.productId, size: seen.size, color: seen.color, results: null }
  }
}
