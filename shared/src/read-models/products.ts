import type { Position } from '../events/event.ts'
import type { ProductDetails } from '../events/product-events.ts'
import type { Collection } from '../read-store/read-store.ts'

export type ProductDocument = ProductDetails & {
  _id: string
  listedAt: string
  /** Newest first is an order by this. */
  listedPosition: Position
  /** Version of the product's stream, for the edit form's ETag. */
  version: number
  /** Units in placed orders. */
  sold: number
  tokens: readonly string[]
}

export const products: Collection<ProductDocument> = {
  name: 'products@1',
  searchedBy: [
    'name',
    'priceCents',
    'sku',
    'category',
    'brand',
    'material',
    'gender',
    'collections',
    'sizes',
    'colors',
    'listedPosition',
    'sold',
    'tokens',
  ],
}
