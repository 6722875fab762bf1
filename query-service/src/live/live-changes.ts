import type { LiveKind } from '@shop/language/api/live'
import { START } from '@shop/language/events/event'
import { dashboard, TOTALS } from '@shop/language/read-models/dashboard'
import { type OrderDocument, orders } from '@shop/language/read-models/orders'
import { products } from '@shop/language/read-models/products'
import { stock } from '@shop/language/read-models/stock'
import { users } from '@shop/language/read-models/users'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'

/** `customerId` is whose order it is; undefined where it is nobody's, or nobody knows. */
export type Change = Readonly<{
  number: number
  kind: LiveKind
  id: string
  customerId?: string | undefined
  /** On the clock that only goes forward. */
  toldAtMs: number
}>
type Untold = Omit<Change, 'number' | 'toldAtMs'>

type Options = Readonly<{
  /** Whose an order was that has no document any more. */
  customerOf: (orderId: string) => Promise<string | undefined>
  /** So long changes are gathered: what changes twice meanwhile is told once. */
  gatherMs?: number
  /** So many of the latest can be told again. */
  kept?: number
}>

const kinds: Readonly<Record<string, LiveKind>> = {
  [products.name]: 'product',
  [stock.name]: 'stock',
  [orders.name]: 'order',
  [users.name]: 'user',
  [dashboard.name]: 'dashboard',
}

/**
 * What the read models have come to show, numbered as it was told here. The numbers are this process's own: after
 * a restart, or beside another process, nobody knows what an older number has missed.
 */
export function watchChanges(readStore: ReadStore, { customerOf, gatherMs = 100, kept = 5000 }: Options) {
  const era = crypto.randomUUID().slice(0, 8)
  const listeners = new Set<(changes: readonly Change[]) => void>()
  const begunAtMs = performance.now()
  let gathered = new Map<string, Untold>()
  let latest: readonly Change[] = []
  let number = 0
  let telling = Promise.resolve()

  const stop = readStore.onCommit((steps) => {
    for (const change of steps.flatMap(changesIn)) gather(change)
  })

  function gather(change: Untold) {
    if (gathered.size === 0)
      setTimeout(() => {
        telling = telling.then(tell)
      }, gatherMs).unref()
    gathered.set(`${change.kind} ${change.id}`, change)
  }

  async function tell() {
    const news = [...gathered.values()]
    gathered = new Map()
    const numbered: Change[] = []
    for (const change of news) {
      const isAnothers = change.kind === 'order' && change.customerId === undefined
      const customerId = isAnothers ? await customerOf(change.id).catch(() => undefined) : change.customerId
      numbered.push({ ...change, customerId, number: ++number, toldAtMs: performance.now() })
    }
    latest = [...latest, ...numbered].slice(-kept)
    for (const listener of listeners) listener(numbered)
  }

  return {
    /** Tells of every change from now on. Answers how to stop listening. */
    listen(listener: (changes: readonly Change[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    eventIdOf: (change: Pick<Change, 'number'>) => `${era}-${change.number}`,
    now: () => `${era}-${number}`,

    /** What came after this event id; undefined when that is not known any more. */
    since(eventId: string): readonly Change[] | undefined {
      const [, ofEra, digits] = /^(\w+)-(\d+)$/.exec(eventId) ?? []
      const after = Number(digits)
      const oldest = latest[0]?.number ?? number + 1
      if (ofEra !== era || after > number || after < oldest - 1) return undefined
      return latest.filter((change) => change.number > after)
    },

    /** What came in the last so many milliseconds; undefined when that is not known any more. */
    ofLast(ageMs: number): readonly Change[] | undefined {
      const fromMs = performance.now() - ageMs
      const oldest = latest[0]
      const knownFromMs = latest.length < kept || !oldest ? begunAtMs : oldest.toldAtMs
      if (fromMs < knownFromMs) return undefined
      return latest.filter(({ toldAtMs }) => toldAtMs >= fromMs)
    },

    stop,
  }
}
export type LiveChanges = ReturnType<typeof watchChanges>

function changesIn({ projection, from, writes }: Step): readonly Untold[] {
  const kind = kinds[projection]
  if (!kind) return []
  // Built anew, or followed anew after a gap: nobody has written down what is different.
  if (from === START && writes.length === 0) return [{ kind: 'all', id: '' }]
  return writes
    .filter(({ id }) => kind !== 'dashboard' || id === TOTALS)
    .map(({ id, document }) => ({
      kind,
      id,
      ...(kind === 'order' && { customerId: (document as OrderDocument | undefined)?.customerId }),
    }))
}
