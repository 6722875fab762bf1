import { cartStream } from '@shop/language/cart/events'
import type { Collection, Document } from '@shop/language/collection'
import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/order/events'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { damagedReadModel } from '@shop/stores/read-store/checkpoint'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { FollowedStandings } from '@shop/stores/read-store/standings'
import { foldAll } from './fold.ts'
import { type AnyProjection, anyProjection } from './projection.ts'
import { cartProjection } from './read-models/cart-projection.ts'
import { orderProjection } from './read-models/order-projection.ts'
import { createWorkingSet } from './working-set.ts'

/** A folded cart shows no held pieces. */
const folded: readonly (readonly [AnyProjection, (id: string) => string])[] = [
  [anyProjection(cartProjection), cartStream],
  [anyProjection(orderProjection), orderStream],
]

/**
 * Refuses to read a damaged read model. If it or the read store is unavailable, folds a requested cart or order from its stream.
 */
export function backedByLog(
  readStore: ReadStore,
  log: EventReader,
  { isDamaged }: Pick<FollowedStandings, 'isDamaged'>,
): ReadStore {
  const reading = <T>({ name }: Readonly<{ name: string }>, read: () => Promise<T>): Promise<T> =>
    isDamaged(name) ? Promise.reject(damagedReadModel(name)) : read()
  return {
    ...readStore,
    async get<D extends Document>(from: Collection<D>, id: string) {
      try {
        return await reading(from, () => readStore.get(from, id))
      } catch (error) {
        const [projection, streamOf] = folded.find(([{ into }]) => into.name === from.name) ?? []
        if (!projection || !streamOf || !isShopError(error, 'UNAVAILABLE')) throw error
        const workingSet = createWorkingSet()
        foldAll(projection, workingSet, await Array.fromAsync(log.readStream(streamOf(id))))
        return workingSet.documents.get(id) as D | undefined
      }
    },
    getMany: (from, ids) => reading(from, () => readStore.getMany(from, ids)),
    find: (from, query) => reading(from, () => readStore.find(from, query)),
    count: (from, conditions, most) => reading(from, () => readStore.count(from, conditions, most)),
  }
}
