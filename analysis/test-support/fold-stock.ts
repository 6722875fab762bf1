import type { Fold, PastEvent } from './past.ts'

type Line = { free: number; held: number; sold: number }
/** By product, then by size and color. */
export type Stock = Map<string, Map<string, Line>>

const MINUTE_MS = 60_000
const HOW: Readonly<Record<string, readonly [free: number, held: number, sold: number]>> = {
  StockReserved: [-1, 1, 0],
  ReservationReleased: [1, -1, 0],
  StockTaken: [0, -1, 1],
  StockReturned: [1, 0, -1],
}
const keyOf = ({ size, color }: { size: string; color: string }) => `${size}|${color}`
const SHARED = keyOf({ size: '', color: '' })

/** Returns whether the event changes stock. */
export function addToStock(stock: Stock, { type, data }: PastEvent): boolean {
  const line = (of: { size: string; color: string }): Line => {
    const lines = stock.get(data.productId) ?? new Map<string, Line>()
    stock.set(data.productId, lines)
    const found = lines.get(keyOf(of)) ?? { free: 0, held: 0, sold: 0 }
    lines.set(keyOf(of), found)
    return found
  }
  const how = HOW[type]
  if (type === 'StockCounted') line(data).free = data.available
  else if (type === 'StockAdjusted') line(data).free += data.difference
  else if (type === 'StockReceived') line(data).free += data.quantity
  else if (how)
    for (const { quantity, ...of } of data.lines) {
      const moved = line(of)
      moved.free += how[0] * quantity
      moved.held += how[1] * quantity
      moved.sold += how[2] * quantity
    }
  else return false
  return true
}

export function freeOf(stock: Stock, productId: string, line: { size: string; color: string }): number {
  const lines = stock.get(productId)
  const own = keyOf(line) === SHARED ? 0 : (lines?.get(keyOf(line))?.free ?? 0)
  return own + (lines?.get(SHARED)?.free ?? 0)
}

export const sellThrough: Fold = (past) => {
  const stock: Stock = new Map()
  for (const event of past) addToStock(stock, event)
  const sizes = Map.groupBy(
    [...stock.values()].flatMap((lines) => [...lines]),
    ([key]) => key.split('|')[0] || 'not by size',
  )
  return [...sizes]
    .map(([size, lines]) => {
      const sum = (of: (line: Line) => number) => lines.reduce((all, [, line]) => all + of(line), 0)
      const [leftStock, onHand] = [sum((line) => line.sold), sum((line) => line.free + line.held)]
      const all = leftStock + onHand
      const percent = all === 0 ? null : Math.round((1000 * leftStock) / all) / 10
      return { size, leftStock, onHand, percent }
    })
    .toSorted((a, b) => b.leftStock - a.leftStock || (a.size < b.size ? -1 : 1))
}

type Out = { times: { from: string; to?: string }[] }

/** By product, size and color, or only of the `wanted` lines: the times during which no piece could be bought. */
function timesOut(past: readonly PastEvent[], wanted?: readonly string[]): ReadonlyMap<string, Out> {
  const stock: Stock = new Map()
  const outs = new Map<string, Out>()
  const lines = wanted ?? linesOf(past)
  // Only the stock at the end of a moment counts, because one command can record several events.
  for (const events of Map.groupBy(past, ({ recordedAt }) => recordedAt).values()) {
    const changed = new Set(events.filter((event) => addToStock(stock, event)).map(({ data }) => data.productId))
    for (const key of lines) {
      const [productId = '', size = '', color = ''] = key.split('|')
      if (changed.has(productId)) turn(key, freeOf(stock, productId, { size, color }) > 0, events[0]!)
    }
  }
  return outs

  function turn(key: string, isThere: boolean, { recordedAt }: PastEvent) {
    const line = outs.get(key)
    const last = line?.times.at(-1)
    if (isThere) {
      if (!line) outs.set(key, { times: [] })
      if (last && last.to === undefined) last.to = recordedAt
    } else if (line && (!last || last.to !== undefined)) line.times.push({ from: recordedAt })
  }
}

/** The shared line if it was the only line. Otherwise all other lines, and the sizes and colors that are for sale now. */
function linesOf(past: readonly PastEvent[]): readonly string[] {
  const all: Stock = new Map()
  const offered = new Map<string, { sizes: string[]; colors: string[] }>()
  for (const event of past) {
    const { productId, details, changes } = event.data
    addToStock(all, event)
    if (/^Product(Listed|Edited)$/.test(event.type))
      offered.set(productId, { ...(offered.get(productId) ?? { sizes: [], colors: [] }), ...details, ...changes })
  }
  return [...all].flatMap(([productId, lines]) => {
    if (lines.size === 1 && lines.has(SHARED)) return `${productId}|${SHARED}`
    const orNone = (values: readonly string[] = []) => (values.length > 0 ? values : [''])
    const { sizes, colors } = offered.get(productId) ?? {}
    const sold = orNone(sizes).flatMap((size) => orNone(colors).map((color) => `${size}|${color}`))
    const counted = [...lines.keys()].filter((key) => key !== SHARED)
    return [...new Set([...counted, ...sold])].map((key) => `${productId}|${key}`)
  })
}

const momentsOf = (past: readonly PastEvent[]) => past.map(({ recordedAt }) => recordedAt).toSorted()

function outOf({ times }: Out, now: string) {
  const minutes = times.reduce((sum, { from, to = now }) => sum + minuteOf(to) - minuteOf(from), 0)
  return { stockouts: times.length, hours: Math.round(minutes / 6) / 10 }
}

const lineWords = (names: ReadonlyMap<string, string>, key: string) => {
  const [productId = '', size, color] = key.split('|')
  return [names.get(productId) ?? productId, size, color].filter((part) => part !== '').join(', ')
}

export const stockouts: Fold = (past) =>
  [...timesOut(past)]
    .filter(([, { times }]) => times.length > 0)
    .map(([key, out]) => {
      const stillOut = out.times.at(-1)?.to === undefined
      return { line: lineWords(namesAfter(past), key), ...outOf(out, momentsOf(past).at(-1)!), stillOut }
    })
    .toSorted((a, b) => b.hours - a.hours || (a.line < b.line ? -1 : 1))

/** `seen`: the trail's counts. */
export const refusedDemand: Fold = (past, _, seen = []) => {
  const wanted = new Map<string, number>()
  for (const { what, thing, size, color, count } of seen)
    if (what === 'refused add' && thing !== null) {
      const key = `${thing}|${size}|${color}`
      wanted.set(key, (wanted.get(key) ?? 0) + count)
    }
  const outs = timesOut(past, [...wanted.keys()])
  return [...wanted]
    .map(([key, count]) => {
      const out = outs.get(key) ?? { times: [] }
      return { line: lineWords(namesAfter(past), key), wanted: count, ...outOf(out, momentsOf(past).at(-1)!) }
    })
    .toSorted((a, b) => b.wanted - a.wanted || (a.line < b.line ? -1 : 1))
}

export const searches: Fold = (_, __, seen = []) => {
  const failed = seen.filter(({ what, found }) => what === 'search' && !found)
  const all = failed.reduce((sum, { count }) => sum + count, 0)
  return [
    ...Map.groupBy(
      seen.filter(({ what }) => what === 'search'),
      ({ thing }) => thing ?? 'rare terms (not named)',
    ),
  ]
    .map(([term, rows]) => {
      const sum = (of: typeof rows) => of.reduce((all, { count }) => all + count, 0)
      const withoutResult = sum(rows.filter(({ found }) => !found))
      const percentOfSearchesWithoutResult = Math.round((1000 * withoutResult) / all) / 10
      return { term, withoutResult, searches: sum(rows), percentOfSearchesWithoutResult }
    })
    .filter(({ withoutResult }) => withoutResult > 0)
    .toSorted((a, b) => b.withoutResult - a.withoutResult || (a.term < b.term ? -1 : 1))
}

const minuteOf = (moment: string) => Math.floor(Date.parse(moment) / MINUTE_MS)

function namesAfter(past: readonly PastEvent[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { type, data } of past) {
    const name = type === 'ProductListed' ? data.details.name : type === 'ProductEdited' ? data.changes.name : undefined
    if (name !== undefined) names.set(data.productId, name)
  }
  return names
}
