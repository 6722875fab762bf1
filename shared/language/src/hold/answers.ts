import * as z from 'zod'
import { count, id, listOf, moment, word } from '../values/answer-values.ts'

/** An entry of GET /api/admin/holds: the unpaid pieces that a checkout holds. */
export const Hold = z.object({
  _id: id.describe("The checkout's id"),
  user: z
    .object({ _id: id, name: z.string(), email: z.string() })
    .exactOptional()
    .describe('The customer of the checkout; absent if the customer was erased'),
  items: listOf(z.object({ productId: id, name: z.string(), size: word, color: word, quantity: count })),
  pieces: count,
  since: moment,
  until: moment,
  payment: z
    .enum(['none', 'begun', 'pending'])
    .describe('`begun`: the buyer may be paying; `pending`: the provider has the money and reviews the payment'),
})
