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
  /** The same by the day of the orders, in UTC: the newest days on which any was sold, at most SOLD_DAYS, newest first. */
  soldLately: readonly Readonly<{ day: string; pieces: number }>[]
  /** A deleted product is not shown until it is restored. */
  deleted: boolean
}

/** So many days of sales say how fast a product sells. */
export const SOLD_DAYS = 7

/** Raised when the document changes beside the product's details. */
const OWN_SHAPES = 1

/**
 * Without search fields: every query for products is answered from the query-service's catalogue in memory. A product is
 * kept as it was listed, so that a new shape of its details makes new documents too.
 */
export const products: Collection<ProductDocument> = {
  name: `products@${ProductListed.version + OWN_SHAPES}`,
  searchedBy: [],
}
