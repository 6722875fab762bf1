import type { Collection } from '../collection.ts'
import type { CountedLines } from './lines.ts'

/** The stock of a product, by line (decisions S1b: lines of stock). `_id` is the product's id. */
export type StockDocument = {
  _id: string
  lines: CountedLines
  /** How often the stock was counted or adjusted, for the ETag of the edit form. */
  counts: number
}

export const stock: Collection<StockDocument> = {
  name: 'stock@2',
  changes: { number: 2, says: 'Stock has lines by size and color.' },
  changedBy: ['products', 'checkouts', 'own-orders', 'orders', 'cases'],
  searchedBy: [],
}
