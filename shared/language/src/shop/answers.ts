import * as z from 'zod'
import { count, id, listOf, moment } from '../values/answer-values.ts'

/** Answer of GET /api/config: settings that are not yet known when the client is built. */
export const ShopConfig = z.object({
  currency: z.literal('USD'),
  cartCurrencySymbol: z.string().max(4).describe('The currency symbol that the cart shows'),
  trail: z.boolean().describe('Whether pages report what they have shown, by POST /api/trail'),
  payment: z.object({
    clientId: z.string(),
    sdkUrl: z.string().describe("The address of the provider's browser script"),
    merchantId: z.string().exactOptional().describe('The account that receives the payments, if it is configured'),
    simulated: z.boolean().describe('True if no money moves; the shop then shows "Test payments"'),
  }),
})

/** `_id`: the id of a deleted order. */
export const Message = z.object({ message: z.string(), _id: id.exactOptional() })

/** Answer of POST /api/upload; both fields have the picture's address (decisions P20). */
export const Uploaded = z.object({ url: z.string().max(2000), imageUrl: z.string().max(2000) })

/**
 * A message of GET /api/live: a read model has changed, so the listener loads the data again. A listener that reconnects with a message's
 * event id as `Last-Event-ID` gets the messages that it missed.
 */
export const LiveMessage = z.object({
  kind: z
    .enum(['product', 'stock', 'order', 'user', 'case', 'dashboard', 'all'])
    .describe('The kind of thing that has changed; `all` if the listener may have missed messages'),
  id: z.string().max(100),
})

/** An event that a read model could not handle. Contains nothing personal. */
export const ReadModelFailure = z.object({
  event: z.object({ id: z.string(), type: z.string(), stream: z.string() }),
  error: z.string(),
  at: moment,
})

/** An entry of GET /api/admin/read-models. */
export const ReadModel = z.object({
  name: z.string(),
  halted: ReadModelFailure.extend({ resuming: z.boolean() })
    .exactOptional()
    .describe('The event that the read model could not handle; it has stopped before this event'),
  building: z
    .object({ read: count, of: count, unit: z.enum(['events', 'bytes']) })
    .exactOptional()
    .describe('How much of the log the rebuild has read; the old state is shown until the rebuild ends'),
  refused: z
    .object({ at: moment })
    .exactOptional()
    .describe('Present if the rebuilt read model differs from the former one and therefore does not go live'),
  leftOut: z
    .object({ count, newest: listOf(ReadModelFailure) })
    .describe('How many events the read model left out, and the latest of them, the latest first'),
})

/** Answer of GET /api/admin/consistency. */
export const Consistency = z.object({
  event: z
    .nullable(count)
    .describe('All pages include the events up to this number; null if the log cannot count events'),
  behind: z
    .nullable(count)
    .describe('The number of events that are not shown yet; null if there are some but the log cannot count them'),
})

/** Answers of /healthz and /readyz. */
export const Health = z.object({
  status: z.enum(['ok', 'ready', 'starting', 'stopping', 'degraded']),
  checks: z.record(z.string(), z.string()).exactOptional(),
})

export const OpenApi = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })
