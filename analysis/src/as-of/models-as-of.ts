import { setTimeout as sleep } from 'node:timers/promises'
import type { Document } from '@shop/language/read-models/collection'
import { anyProjection, type Projection } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { productProjection } from '@shop/projections/read-models/product-projection'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import type { CopyView } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { createDocumentsAsOf, SNAPSHOT_EVERY } from './documents-as-of.ts'
import { priceProjection } from './price-projection.ts'
import { reasonProjection } from './reasons-projection.ts'

const LOOK_EVERY_MS = 5_000

/** The documents of a read model after an event, by their ids. */
export type ModelAsOf<D extends Document> = (
  view: CopyView,
  event: number,
  signal?: AbortSignal,
) => Promise<ReadonlyMap<string, D>>

export type ModelsAsOf = ReturnType<typeof createModelsAsOf>

/** The read models that are small enough for snapshots, as of any event. */
export function createModelsAsOf(
  copy: Pick<Copy, 'view' | 'reading' | 'digestAt'>,
  folder: string,
  every = SNAPSHOT_EVERY,
) {
  const of = <D extends Document>(projection: Projection<D>) =>
    createDocumentsAsOf({ copy, folder, projection: anyProjection(projection), every }) as unknown as ModelAsOf<D>
  const models = {
    dashboard: of(dashboardProjection),
    products: of(productProjection),
    stock: of(stockProjection),
    prices: of(priceProjection),
    reasons: of(reasonProjection),
  }
  let kept = 0

  async function keepUp(signal: AbortSignal) {
    using view = copy.view()
    const newest = view.event - (view.event % every)
    // The copy may have been made anew.
    if (newest === kept) return
    for (const documentsAsOf of Object.values(models)) await documentsAsOf(view, newest, signal)
    kept = newest
  }

  return {
    ...models,
    /** Makes the snapshots that are due. Throws what `signal` is aborted with. */
    keepUp,
    /** Keeps snapshots as the copy grows, so that nobody who asks waits for them, until `signal` aborts. */
    async run(signal: AbortSignal) {
      while (!signal.aborted) {
        await keepUp(signal).catch((error) => {
          if (!signal.aborted) throw error
        })
        await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
      }
    },
  }
}
