import * as z from 'zod'
import { count, dollars, id, listOf, moment, word } from '../values/answer-values.ts'

const line = { size: word, color: word }

/** One line of a product's stock (decisions S1b). */
export const StockLine = z.object({
  ...line,
  sku: word.exactOptional(),
  countInStock: count.describe(
    'Pieces on hand minus reserved pieces, of this size and color. Pieces that are counted for all sizes together are left out',
  ),
})

/** An entry of GET /api/admin/products/{id}/stock. */
export const StockLedgerEntry = z.object({
  at: moment,
  what: z.enum(['counted', 'adjusted', 'received', 'reserved', 'released', 'sold', 'returned']),
  who: z.object({ id: id.exactOptional(), role: z.string(), name: z.string().exactOptional() }),
  cause: z
    .object({ kind: z.enum(['checkout', 'order']), id })
    .exactOptional()
    .describe('The checkout or the order that caused the change'),
  cost: dollars.exactOptional().describe('The cost of one received piece'),
  lines: listOf(
    z.object({
      ...line,
      change: z
        .int()
        .describe('By how much the available pieces changed; for `sold`, by how much the pieces on hand changed'),
      onHand: count.describe('The pieces on hand after the change, including the reserved pieces'),
      available: count.describe('The pieces that can be bought after the change: on hand minus reserved'),
    }),
  ),
  eventId: z.string(),
  version: count,
})
