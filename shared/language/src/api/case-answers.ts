import * as z from 'zod'
import { count, dollars, id, listOf, moment } from './answer-values.ts'
import { caseKinds } from './case-kinds.ts'

/** One of GET /api/admin/cases: money that the shop could not bring to its end by itself (decisions M5). */
export const Case = z.object({
  _id: id,
  kind: z.enum(caseKinds),
  status: z.enum(['open', 'closed']),
  openedAt: moment,
  amount: dollars,
  code: z.string().describe("Why, in the provider's word or the shop's"),
  user: z.object({ name: z.string() }).exactOptional().describe('Absent for an erased or unknown customer'),
  checkoutId: id.exactOptional(),
  orderId: id.exactOptional().describe('Present if there is an order of this checkout'),
  paymentId: z.string().exactOptional().describe("The provider's order"),
  captureId: z.string().exactOptional(),
  disputeId: z.string().exactOptional(),
  acts: listOf(z.enum(['retry', 'refund'])).describe('What may be done besides closing it'),
  attempts: count,
  lastAttempt: z
    .object({ at: moment, act: z.enum(['retry', 'refund']), code: z.string() })
    .exactOptional()
    .describe('What the provider answered last'),
  closedAt: moment.exactOptional(),
  outcome: z.enum(['refunded', 'settled', 'closed']).exactOptional(),
  reason: z.string().exactOptional().describe('Of an admin; absent once the customer is erased'),
})
