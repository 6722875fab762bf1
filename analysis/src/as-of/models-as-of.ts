import { setTimeout as sleep } from 'node:timers/promises'
import type { Document } from '@shop/language/collection'
import { isShopError } from '@shop/language/errors'
import { foldAll } from '@shop/projections/fold'
import { type AnyProjection, anyProjection, type Projection } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { productProjection } from '@shop/projections/read-models/product-projection'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import type { CopyView } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { createCartStarts } from './cart-starts.ts'
import { priceProjection } from './price-projection.ts'
import { projectedEvents } from './projected-events.ts'
import { reasonProjection } from './reasons-projection.ts'
import { isKept, openSnapshots, type Spacing, thinSnapshots } from './snapshots.ts'

const LOOK_EVERY_MS = 5_000
const SNAPSHOT_EVERY = 10_000
/** The contents of an open cart are saved at its first event after `SPAN * SNAPSHOT_EVERY` events of the log. */
const SPAN = 5
/** Carts are folded in this many steps between two snapshots. */
const STEPS = 10
/** For read models with daily sums, this many of the newest snapshots stay. */
const MANY = 256
/** For read models with a document for each product, this many of the newest snapshots stay. Each snapshot takes a megabyte. */
const FEW = 32

export type ModelAsOf<D extends Document> = (
  view: CopyView,
  event: number,
  signal?: AbortSignal,
) => Promise<ReadonlyMap<string, D>>

export type ModelsAsOf = ReturnType<typeof createModelsAsOf>

/** The read models must be small enough for snapshots. */
export function createModelsAsOf(
  copy: Pick<Copy, 'view' | 'reading' | 'digestAt'>,
  folder: string,
  every = SNAPSHOT_EVERY,
) {
  const spacings = new Map<string, Spacing>()
  const of = <D extends Document>(projection: Projection<D>, dense: number) => {
    const spacing = { every, dense }
    spacings.set(projection.into.name, spacing)
    return createDocumentsAsOf({
      copy,
      folder,
      projection: anyProjection(projection),
      spacing,
    }) as unknown as ModelAsOf<D>
  }
  const models = {
    dashboard: of(dashboardProjection, MANY),
    products: of(productProjection, FEW),
    stock: of(stockProjection, FEW),
    prices: of(priceProjection, FEW),
    reasons: of(reasonProjection, MANY),
  }
  const carts = createCartStarts({ copy, folder, span: SPAN * every, step: Math.ceil(every / STEPS) })
  let kept = 0

  async function keepUp(signal: AbortSignal) {
    using view = copy.view()
    const newest = view.event - (view.event % every)
    // Not `<=`: a rebuilt copy starts at event 0 again, so `newest` can be less than `kept`.
    if (newest === kept && !carts.isDamaged()) return
    for (const documentsAsOf of Object.values(models)) await documentsAsOf(view, newest, signal)
    await carts.keepUp(view, newest, signal)
    await thinSnapshots(folder, newest, spacings)
    kept = newest
  }

  return {
    ...models,
    cartStarts: carts.startsOf,
    /** Makes the snapshots that are due, and removes old snapshots. If `signal` aborts, throws its reason. */
    keepUp,
    async run(signal: AbortSignal) {
      while (!signal.aborted) {
        await keepUp(signal).catch((error) => {
          // The copy is damaged and is being rebuilt. A later turn makes the snapshots.
          if (!signal.aborted && !isShopError(error, 'UNAVAILABLE')) throw error
        })
        await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
      }
    },
  }
}

/** One read of the copy returns events for this many snapshots. */
const AT_ONCE = 10

type Options = Readonly<{
  copy: Pick<Copy, 'reading' | 'digestAt'>
  folder: string
  projection: AnyProjection
  spacing: Spacing
}>

/**
 * The returned function also stores the snapshots that are due. If the projection halts at an event, the function returns the documents
 * before this event.
 */
function createDocumentsAsOf({ copy, folder, projection, spacing }: Options) {
  const types = Object.keys(projection.on)
  const snapshots = openSnapshots(folder, projection.into.name, copy.digestAt)
  const { every } = spacing
  const step = every * AT_ONCE

  return async (view: CopyView, event: number, signal?: AbortSignal): Promise<ReadonlyMap<string, Document>> => {
    const start = await snapshots.before(event)
    const workingSet = createWorkingSet(start.documents)
    const all = () => [...workingSet.documents].flatMap(([, document]) => document ?? [])
    for (let from = start.event + 1; from <= event; from += step) {
      signal?.throwIfAborted()
      const range = { from, upTo: Math.min(event, from + step - 1) }
      const events = await copy.reading((connection) => projectedEvents(connection, view, types, range))
      let next = 0
      for (let last = from - 1 + every; last - every < range.upTo; last += every) {
        const first = next
        while (next < events.length && Number(events[next]!.position) <= last) next++
        const { haltsAt } = foldAll(projection, workingSet, events.slice(first, next))
        // The shop never showed the events after the halt.
        if (haltsAt) return byId(all())
        if (last <= range.upTo && isKept(last, view.event, spacing))
          await snapshots.keep({ event: last, documents: all() })
      }
    }
    return byId(all())
  }
}

const byId = (documents: readonly Document[]) => new Map(documents.map((document) => [document._id, document]))
