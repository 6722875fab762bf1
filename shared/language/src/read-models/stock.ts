import type { Collection } from './collection.ts'

/** One stock per product, over its sizes and colours (decisions S1). `_id` is the product's id. */
export type StockDocument = {
  _id: string
  onHand: number
  reserved: number
  /** On hand less reserved. */
  available: number
  /** How often somebody counted or adjusted, for the edit form's ETag. */
  counts: number
}

export const stock: Collection<StockDocument> = { name: 'stock@1', searchedBy: [] }
