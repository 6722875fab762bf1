import type { CountedLines } from '../stock/stock-lines.ts'
import type { Collection } from './collection.ts'

/** The stock of one product, by line (decisions S1b). `_id` is the product's id. */
export type StockDocument = {
  _id: string
  lines: CountedLines
  /** How often somebody counted or adjusted, for the edit form's ETag. */
  counts: number
}

export const stock: Collection<StockDocument> = { name: 'stock@2', searchedBy: [] }
