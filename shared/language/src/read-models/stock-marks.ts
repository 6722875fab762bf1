import type { CountedLines } from '../stock/stock-lines.ts'
import type { Collection } from './collection.ts'

/** Of a stock's ledger, a mark stands before the first event of each so many: a page of it is read from the log from there. */
export const MARK_EVERY = 100

/**
 * The lines of a product's stock: under its id after its last event, which has this version, and under `markOf` before the
 * first event of a stretch of the log.
 */
export type StockMark = { _id: string; lines: CountedLines; version: number }

export const markOf = (productId: string, version: number) => `${productId}~${Math.floor(version / MARK_EVERY)}`

export const stockMarks: Collection<StockMark> = { name: 'stock-marks@1', searchedBy: [] }
