import type { Position } from '../events/event.ts'
import type { ProductDetails } from '../events/product-events.ts'
import type { Collection } from './collection.ts'

export type ProductDocument = ProductDetails & {
  _id: string
  listedAt: string
  /** Newest first is an order by this; a restored product keeps its place. */
  listedPosition: Position
  /** Version of the product's stream, for the edit form's ETag. */
  version: number
  /** Units in placed orders, counted on while the product is deleted. */
  sold: number
  /** Shown to nobody until it is restored. */
  deleted: boolean
}

/** Searched by nothing: every question about products is answered by the query-service's catalogue, in memory. */
export const products: Collection<ProductDocument> = { name: 'products@1', searchedBy: [] }
