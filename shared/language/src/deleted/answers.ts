import * as z from 'zod'
import { count, dollars, id, listOf, moment, picture } from '../values/answer-values.ts'

/** An entry of GET /api/admin/deleted: a product or an order that can be restored. */
export const Deleted = z.object({
  _id: id.describe('The id of the product or the order'),
  kind: z.enum(['product', 'order']),
  deletedAt: moment,
  deletedBy: z
    .string()
    .exactOptional()
    .describe("The name of the admin who deleted this; absent if the admin's account was erased"),
  version: count
    .exactOptional()
    .describe('For an order: its version after the deletion, for `If-Match` of the restore call'),
  product: z
    .object({ name: z.string(), sku: z.string().describe('Empty if there is no SKU'), image: picture, price: dollars })
    .exactOptional(),
  order: z
    .object({
      createdAt: moment,
      totalPrice: dollars,
      user: z.object({ _id: id, name: z.string() }).exactOptional().describe('Absent if the customer was erased'),
      pieces: listOf(z.string()).describe("The names of the order's products"),
    })
    .exactOptional(),
})
