import { users } from '@shop/language/account/document'
import { cases } from '@shop/language/case/document'
import { dashboard, TOTALS } from '@shop/language/dashboard/document'
import { START } from '@shop/language/events/event'
import { type OrderDocument, orders } from '@shop/language/order/document'
import { pendingPayments } from '@shop/language/order/pending-document'
import { products } from '@shop/language/product/document'
import type { LiveKind } from '@shop/language/shop/api'
import { stock } from '@shop/language/stock/document'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'

export type LiveChange = Readonly<{
  number: number
  kind: LiveKind
  id: string
  customerId?: string | undefined
  /** Measured on a clock that never goes backwards. */
  sentAtMs: number
}>
/** How long the request of a page can take to arrive. */
const TRAVEL_MS = 1_000

type UnsentChange = Omit<LiveChange, 'number' | 'sentAtMs'>

type Options = Readonly<{
  /** Finds the customer of an order that no longer has a document. */
  customerOf: (orderId: string) => Promise<string | undefined>
  /** If a document changes twice in this time, only one change is sent. */
  gatherMs?: number
  /** How many of the latest changes can be sent again. */
  kept?: number
}>

const kinds: Readonly<Record<string, LiveKind>> = {
  [products.name]: 'product',
  [stock.name]: 'stock',
  [orders.name]: 'order',
  [pendingPayments.name]: 'order',
  [users.name]: 'user',
  [cases.name]: 'case',
  [dashboard.name]: 'dashboard',
}

/** The numbers of changes are valid only in this process. */
export function watchChanges(readStore: ReadStore, { customerOf, gatherMs = 100, kept = 5000 }: Options) {
  const era = crypto.randomUUID().slice(0, 8)
  const listeners = new Set<(changes: readonly LiveChange[]) => void>()
  const begunAtMs = performance.now()
  let gathered = new Map<string, UnsentChange>()
  let latest: readonly LiveChange[] = []
  let number = 0
  let sending = Promise.resolve()

  const stop = readStore.onCommit((step) => {
    for (const change of changesIn(step)) gather(change)
  })

  function gather(change: UnsentChange) {
    if (gathered.size === 0)
      setTimeout(() => {
        sending = sending.then(send)
      }, gatherMs).unref()
    gathered.set(`${change.kind} ${change.id}`, change)
  }

  async function send() {
    const news = [...gathered.values()]
    gathered = new Map()
    const numbered: LiveChange[] = []
    for (const change of news) {
      const isCustomerUnknown = change.kind === 'order' && change.customerId === undefined
      const customerId = isCustomerUnknown ? await customerOf(change.id).catch(() => undefined) : change.customerId
      numbered.push({ ...change, customerId, number: ++number, sentAtMs: performance.now() })
    }
    latest = [...latest, ...numbered].slice(-kept)
    for (const listener of listeners) listener(numbered)
  }

  return {
    listen(listener: (changes: readonly LiveChange[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    eventIdOf: (change: Pick<LiveChange, 'number'>) => `${era}-${change.number}`,
    now: () => `${era}-${number}`,

    /** Undefined if some of the changes after this event id are no longer known. */
    since(eventId: string): readonly LiveChange[] | undefined {
      const [, ofEra, digits] = /^(\w+)-(\d+)$/.exec(eventId) ?? []
      const after = Number(digits)
      const oldest = latest[0]?.number ?? number + 1
      if (ofEra !== era || after > number || after < oldest - 1) return undefined
      return latest.filter((change) => change.number > after)
    },

    /** `ageMs`: the age of the page. Undefined if some changes since its load are no longer known. */
    sinceLoad(ageMs: number): readonly LiveChange[] | undefined {
      const fromMs = performance.now() - ageMs
      const oldest = latest[0]
      const knownFromMs = latest.length < kept || !oldest ? begunAtMs : oldest.sentAtMs
      if (fromMs < knownFromMs) return undefined
      return latest.filter(({ sentAtMs }) => sentAtMs >= fromMs - TRAVEL_MS)
    },

    stop,
  }
}
export type LiveChanges = ReturnType<typeof watchChanges>

function changesIn({ projections, from, writes }: Step): readonly UnsentChange[] {
  return projections.flatMap((projection) => {
    const kind = kinds[projection]
    if (!kind) return []
    const changed = writes[projection] ?? []
    // A commit from the start of the log means that the read model was rebuilt, or that commits were missed. Any document may have changed.
    if (from === START && changed.length === 0) return [{ kind: 'all', id: '' }]
    return changed
      .filter(({ id }) => kind !== 'dashboard' || id === TOTALS)
      .map(({ id, document }) => ({
        kind,
        id,
        ...(kind === 'order' && { customerId: (document as OrderDocument | undefined)?.customerId }),
      }))
  })
}
