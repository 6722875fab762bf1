import type { CountedLines } from '../stock/stock-lines.ts'
import type { Collection } from './collection.ts'

/** A bookmark in a stock's ledger every 100 events, so that a page is read from the log starting there. */
export const MARK_EVERY = 100

/**
 * The lines of a product's stock at a revision. Under the product's id: after its last event. Under `markOf`: before the first event of a
 * stretch of the ledger.
 */
export type StockMark = { _id: string; lines: CountedLines; version: number }

export const markOf = (productId: string, version: number) => `${productId}~${Math.floor(version / MARK_EVERY)}`

export const stockMarks: Collection<StockMark> = { name: 'stock-marks@1', searchedBy: [] }
