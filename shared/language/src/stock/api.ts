import * as z from 'zod'
import { MAX_PIECES, MAX_STOCK_LINES, MAX_TEXT } from '../limits.ts'
import { paging } from '../values/list-query.ts'
import { orText, price } from '../values/numbers-in-forms.ts'
import { text, trimmedText } from '../values/text.ts'
import type * as answers from './answers.ts'

/** If both texts are '', the line is the shared line (decisions S1b: lines of stock). */
const line = { size: text(MAX_TEXT.word).default(''), color: text(MAX_TEXT.word).default('') }

const pieces = orText(z.int().min(0).max(MAX_PIECES), /^\d{1,7}$/)

/** Without `sku` the line keeps its SKU; with '' the line has no SKU. */
const StockRow = z.object({ ...line, sku: trimmedText(MAX_TEXT.word).optional(), countInStock: pieces })
export type StockRow = z.output<typeof StockRow>

/** The available pieces of each size and color. Lines that the body does not name stay as they are. */
export const stockRows = z
  .array(StockRow)
  .max(MAX_STOCK_LINES)
  .refine((rows) => new Set(rows.map(({ size, color }) => JSON.stringify([size, color]))).size === rows.length, {
    error: 'Each combination of size and color may appear only once',
  })

const quantity = orText(z.int().min(1).max(MAX_PIECES), /^[1-9]\d{0,6}$/)

/**
 * Body of POST /api/admin/products/{id}/stock/receipts: the received pieces of one line or of several `lines`, and the cost of one piece in
 * dollars.
 */
export const ReceiveStockBody = z
  .object({
    ...line,
    quantity: quantity.optional(),
    lines: z
      .array(z.object({ ...line, quantity }))
      .min(1)
      .max(MAX_STOCK_LINES)
      .optional(),
    cost: price.nullish(),
  })
  .refine(({ quantity, lines }) => (quantity === undefined) !== (lines === undefined), {
    message: 'Give either quantity or lines',
    path: ['quantity'],
  })

export const StockLedgerQuery = z.object(paging)

export type StockLedgerEntry = z.output<typeof answers.StockLedgerEntry>
