import * as z from 'zod'
import { count, dollars, id, listOf, moment } from '../values/answer-values.ts'
import { caseKinds } from './kinds.ts'

/** An entry of GET /api/admin/cases: a problem that the shop could not solve by itself (decisions M5: failures of paying). */
export const Case = z.object({
  _id: id,
  kind: z.enum(caseKinds),
  status: z.enum(['open', 'closed']),
  openedAt: moment,
  amount: dollars,
  code: z.string().describe('The reason, as a code of the provider or of the shop'),
  user: z.object({ name: z.string() }).exactOptional().describe('Absent for an erased or unknown customer'),
  checkoutId: id.exactOptional(),
  orderId: id.exactOptional().describe('The order of the checkout; absent if there is no order'),
  paymentId: z.string().exactOptional().describe("The id of the provider's order"),
  captureId: z.string().exactOptional(),
  disputeId: z.string().exactOptional(),
  personId: z.string().exactOptional().describe('For `person-unreadable`: the person whose key is lost or damaged'),
  debugId: z.string().exactOptional().describe("The provider's own id of its answer, for questions to its support"),
  dispute: z
    .object({
      status: z.string().exactOptional(),
      stage: z.string().exactOptional(),
      dueAt: moment.exactOptional().describe('The time by which the merchant must answer'),
      outcome: z.string().exactOptional(),
    })
    .exactOptional()
    .describe("The state of a dispute, in the provider's words"),
  acts: listOf(z.enum(['retry', 'refund'])).describe('What an admin can do in addition to closing the case'),
  attempts: count,
  times: count
    .exactOptional()
    .describe(
      'At least how often the problem has happened. Present only for a kind of problem that has one case for the whole shop',
    ),
  lastSeenAt: moment
    .exactOptional()
    .describe('When the problem last happened, accurate to an hour; present with `times`'),
  lastAttempt: z
    .object({ at: moment, act: z.enum(['retry', 'refund']), code: z.string() })
    .exactOptional()
    .describe("An admin's last attempt to solve this case, with the code of the result"),
  closedAt: moment.exactOptional(),
  outcome: z.enum(['refunded', 'settled', 'lost', 'closed']).exactOptional(),
  reason: z.string().exactOptional().describe('The reason that an admin gave; absent if the customer was erased'),
})
