import * as z from 'zod'
import { count, dollars, id, listOf, moment } from './answer-values.ts'
import { caseKinds } from './case-kinds.ts'

/** An entry of GET /api/admin/cases: something that the shop could not finish by itself (decisions M5: failures of paying). */
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
  personId: z.string().exactOptional().describe('Whose key is lost or damaged, of `person-unreadable`'),
  debugId: z.string().exactOptional().describe("The provider's own id of what it answered, which its support asks for"),
  dispute: z
    .object({
      status: z.string().exactOptional(),
      stage: z.string().exactOptional(),
      dueAt: moment.exactOptional().describe('By when the merchant must have answered'),
      outcome: z.string().exactOptional(),
    })
    .exactOptional()
    .describe("How a dispute stands, in the provider's words"),
  acts: listOf(z.enum(['retry', 'refund'])).describe('What may be done besides closing it'),
  attempts: count,
  times: count
    .exactOptional()
    .describe('How often it has happened, at least; present in a case that the whole shop has one of'),
  lastSeenAt: moment.exactOptional().describe('When it happened last, within an hour; present with `times`'),
  lastAttempt: z
    .object({ at: moment, act: z.enum(['retry', 'refund']), code: z.string() })
    .exactOptional()
    .describe('What the provider answered last'),
  closedAt: moment.exactOptional(),
  outcome: z.enum(['refunded', 'settled', 'lost', 'closed']).exactOptional(),
  reason: z.string().exactOptional().describe('Of an admin; absent once the customer is erased'),
})
