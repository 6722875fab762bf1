import type { Collection } from '../collection.ts'
import type { CountedLines } from './lines.ts'

/** A page of a stock's ledger is folded from the nearest earlier mark, not from the start of the stream. */
export const MARK_EVERY = 100

/**
 * The lines of a product's stock at a version of its stream. The document with the product's id has the lines after the last event. A
 * document with an id from `markOf` has the lines before the first event with this id.
 */
export type StockMark = { _id: string; lines: CountedLines; version: number }

export const markOf = (productId: string, version: number) => `${productId}~${Math.floor(version / MARK_EVERY)}`

export const stockMarks: Collection<StockMark> = {
  name: 'stock-marks@1',
  changedBy: ['products', 'checkouts', 'own-orders', 'orders', 'cases'],
  searchedBy: [],
}
