import type { Collection } from '../collection.ts'
import type { Position } from '../events/event.ts'
import { type ProductDetails, ProductListed } from './events.ts'

export type ProductDocument = ProductDetails & {
  _id: string
  listedAt: string
  /** The position by which "newest first" sorts. A restored product keeps its position. */
  listedPosition: Position
  /** The version of the product's stream, for the ETag of the edit form. */
  version: number
  /** The number of pieces in placed orders. Orders count even while the product is deleted. */
  sold: number
  /** The sold pieces by the day of their order (UTC), newest first, for the last SOLD_DAYS days with a sale. */
  soldLately: readonly Readonly<{ day: string; pieces: number }>[]
  deleted: boolean
}

/** Raise this number when a field of the document changes, unless it is a field of `ProductDetails`. */
const OWN_SHAPES = 1

const NUMBER = ProductListed.version + OWN_SHAPES

/** No search fields, because the query-service answers queries for products from its catalog in memory. */
export const products: Collection<ProductDocument> = {
  name: `products@${NUMBER}`,
  changes: { number: NUMBER, says: 'The product details have the same fields as the newest product events.' },
  changedBy: ['products', 'checkouts', 'own-orders', 'orders', 'cases'],
  searchedBy: [],
}
