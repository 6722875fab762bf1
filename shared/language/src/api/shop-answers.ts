import * as z from 'zod'
import { count, id, listOf, moment } from './answer-values.ts'

/** Answer of GET /api/config: settings that are not yet known when the client is built. */
export const ShopConfig = z.object({
  currency: z.literal('USD'),
  cartCurrencySymbol: z.string().max(4).describe("The cart's own symbol"),
  trail: z.boolean().describe('Whether pages tell what they have shown, by POST /api/trail'),
  payment: z.object({
    clientId: z.string(),
    sdkUrl: z.string().describe("Address of the provider's browser script"),
    merchantId: z.string().exactOptional().describe('The account that is paid, where it is configured'),
    simulated: z.boolean().describe('True when no money moves: shown as "Test payments"'),
  }),
})

/** The answer of a deletion; for an order it has the order's id. */
export const Message = z.object({ message: z.string(), _id: id.exactOptional() })

/** Answer of POST /api/upload; the address has two names (decisions P20). */
export const Uploaded = z.object({ url: z.string().max(2000), imageUrl: z.string().max(2000) })

/**
 * A message of GET /api/live: this thing has changed, fetch it again. It is sent once the read models show the change. Each message has an
 * event id. A listener that reconnects with this id as `Last-Event-ID` gets the messages that it missed.
 */
export const LiveMessage = z.object({
  kind: z
    .enum(['product', 'stock', 'order', 'user', 'case', 'dashboard', 'all'])
    .describe('The kind of thing that has changed; `all` when it is not known what was missed'),
  id: z.string().max(100),
})

/** An event that a read model could not handle. This entry contains nothing personal. */
export const ReadModelFailure = z.object({
  event: z.object({ id: z.string(), type: z.string(), stream: z.string() }),
  error: z.string(),
  at: moment,
})

/** An entry of GET /api/admin/read-models: a read model, its failures, and how far it is built. */
export const ReadModel = z.object({
  name: z.string(),
  halted: ReadModelFailure.extend({ resuming: z.boolean() })
    .exactOptional()
    .describe('It stands still before this event'),
  building: z
    .object({ read: count, of: count, unit: z.enum(['events', 'bytes']) })
    .exactOptional()
    .describe('It is being built from the log, of which so much has been read; until then it is as it was before'),
  leftOut: z
    .object({ count, newest: listOf(ReadModelFailure) })
    .describe('It has gone on without so many events; the newest of them, newest first'),
})

/** Answer of GET /api/admin/consistency: how far the pages are behind the log. */
export const Consistency = z.object({
  event: z
    .nullable(count)
    .describe('The number of the newest event that all of it shows; null where the log cannot count'),
  behind: z
    .nullable(count)
    .describe('Events that it does not show yet; null where there are some and the log cannot count'),
})

/** Answers of /healthz and /readyz. */
export const Health = z.object({
  status: z.enum(['ok', 'ready', 'starting', 'stopping', 'degraded']),
  checks: z.record(z.string(), z.string()).exactOptional(),
})

/** Answer of GET /api/openapi.json. */
export const OpenApi = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })
