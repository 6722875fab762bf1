import * as z from 'zod'
import { count, dollars, id, listOf, moment, picture } from './answer-values.ts'

/** An entry of GET /api/admin/deleted: a product or an order that can be restored. */
export const Deleted = z.object({
  _id: id.describe('Of the product or the order'),
  kind: z.enum(['product', 'order']),
  deletedAt: moment,
  deletedBy: z.string().exactOptional().describe('The name of who deleted it; absent once they are erased'),
  version: count.exactOptional().describe('Of an order: that of its deletion, which `If-Match` of its undoing names'),
  product: z
    .object({ name: z.string(), sku: z.string().describe('Empty if it has none'), image: picture, price: dollars })
    .exactOptional(),
  order: z
    .object({
      createdAt: moment,
      totalPrice: dollars,
      user: z.object({ _id: id, name: z.string() }).exactOptional().describe('Absent for an erased customer'),
      pieces: listOf(z.string()).describe('The names of its products'),
    })
    .exactOptional(),
})
