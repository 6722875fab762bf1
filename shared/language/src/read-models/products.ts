import type { Position } from '../events/event.ts'
import { type ProductDetails, ProductListed } from '../events/product-events.ts'
import type { Collection } from './collection.ts'

export type ProductDocument = ProductDetails & {
  _id: string
  listedAt: string
  /** For "newest first"; a restored product keeps it. */
  listedPosition: Position
  /** Version of the product's stream, for the edit form's ETag. */
  version: number
  /** Units in placed orders, also counted while the product is deleted. */
  sold: number
  /** A deleted product is not shown until it is restored. */
  deleted: boolean
}

/**
 * Without search fields: every query for products is answered from the query-service's catalogue in memory. A product is
 * kept as it was listed, so that a new shape of its details makes new documents too.
 */
export const products: Collection<ProductDocument> = { name: `products@${ProductListed.version}`, searchedBy: [] }
