import type { Document } from '@shop/language/collection'
import { ProductDeleted, ProductEdited, ProductListed } from '@shop/language/product/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { type AnyProjection, anyProjection, type Projection, upsert } from '../projection.ts'

export type Counter = Document & { count: number }

/** Counts the events of a product. Throws if an edit has the name "poison". */
export const counting = (
  name: Projection<Counter>['into']['name'],
  failure: Projection<Counter>['failure'] = 'park',
) => {
  const add = (id: string) => upsert<Counter>(id, (before) => ({ _id: id, count: (before?.count ?? 0) + 1 }))
  return anyProjection<Counter>({
    into: { name, searchedBy: [] },
    failure,
    on: {
      ProductListed: ({ data }) => add(data.productId),
      ProductEdited: ({ data }) => {
        if (data.changes.name !== 'poison') return add(data.productId)
        return [add(data.productId), upsert<Counter>('never', () => raise('poison'))]
      },
    },
  })
}
const raise = (message: string): never => {
  throw new Error(message)
}

export const listed = ProductListed({ productId: 'p1', details: sampleProduct })
export const edited = (name: string) => ProductEdited({ productId: 'p1', changes: { name } })
export const irrelevant = ProductDeleted({ productId: 'p1' })

export const counted = (readStore: ReadStore, { into }: AnyProjection) => readStore.get<Counter>(into as never, 'p1')
