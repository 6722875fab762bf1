import * as z from 'zod'
import { count, dollars, id, listOf, moment, word } from './answer-values.ts'

const line = { size: word, color: word }

/** One line of a product's stock (decisions S1b). */
export const StockLine = z.object({
  ...line,
  sku: word.exactOptional(),
  countInStock: count.describe('On hand less reserved of this size and colour; pieces of any size are not among them'),
})

/** An entry of GET /api/admin/products/{id}/stock. */
export const StockLedgerEntry = z.object({
  at: moment,
  what: z.enum(['counted', 'adjusted', 'received', 'reserved', 'released', 'sold', 'returned']),
  who: z.object({ id: id.exactOptional(), role: z.string(), name: z.string().exactOptional() }),
  cause: z
    .object({ kind: z.enum(['checkout', 'order']), id })
    .exactOptional()
    .describe('The checkout that reserved, or the order that returned'),
  cost: dollars.exactOptional().describe('Of one piece that came in'),
  lines: listOf(
    z.object({
      ...line,
      change: z.int().describe('Of what can be bought; of what is on hand if something was sold'),
      onHand: count.describe('After it, with the reserved ones'),
      available: count.describe('After it: on hand less reserved'),
    }),
  ),
  eventId: z.string(),
  version: count,
})
