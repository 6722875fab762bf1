import * as z from 'zod'
import { figures, reasons } from '../dashboard/figures.ts'
import { OrderStatus } from '../order/status.ts'
import { count, dollars, id, listOf, moment, word } from '../values/answer-values.ts'
import { CopiedEvent, Seen } from './answers.ts'

const value = z.union([z.null(), z.boolean(), z.number(), z.string()])

export const Change = z.object({
  field: z.string().describe('The path of the field, such as `items[p1 M Blue].quantity`'),
  before: value.describe('The value before; null if the field did not exist'),
  after: value.describe('The value after the event; null if the field no longer exists'),
})

const by = z
  .enum(['projection', 'data'])
  .describe(
    '`projection`: `changes` lists changes of the shop’s documents; `data`: `changes` lists changes of the events’ data',
  )

/**
 * A page of a stream as analysts see it. A pseudonym replaces the id in the stream's name if the id identifies a person or gives access to
 * something.
 */
export const CopiedStream = z.object({
  stream: z.string(),
  kind: word.describe('The kind of the stream, such as `order` or `cart`'),
  events: count.describe('The number of events in the stream'),
  by,
  page: listOf(CopiedEvent.extend({ changes: listOf(Change) })).describe(
    'The events in the order of their versions; the first event has version 0',
  ),
  neighbours: listOf(z.object({ stream: z.string(), kind: word })).describe(
    'Related streams, whose ids occur in this stream’s name or in the events of this answer',
  ),
})

export const PersonPseudonym = z.object({ pseudonym: word })

export const StreamTest = z.object({
  name: z.string().describe('The name of the test file'),
  events: count.describe('The number of events that the test folds'),
  text: z.string().describe('The text of the test file for vitest, with given, when and then'),
})

export const OrderLife = z.object({
  order: id,
  events: listOf(CopiedEvent.extend({ by, changes: listOf(Change) })).describe(
    'The events of the carts, the checkout, the payment, the stock, the order, its cases and its mails, as the log lists them',
  ),
  more: z.boolean().describe('Whether there are later events that this answer leaves out'),
})

export const Evidence = z.object({
  asOf: Seen,
  rows: listOf(
    z.object({
      event: count.describe('The number of the event in the log'),
      recordedAt: z.nullable(moment),
      stream: z.string(),
      version: count,
      type: word,
      order: id.optional().describe('The order that the event is about'),
      checkout: id
        .optional()
        .describe('The checkout that the event is about, if it had not become an order at the moment `asOf`'),
      product: z
        .object({ id, name: z.string().optional().describe('The name at the moment `asOf`') })
        .optional()
        .describe('The product that the event is about'),
      person: z.string().optional().describe('The pseudonym of the customer or guest that the event is about'),
      amount: z
        .object({
          of: z.enum(['total', 'amount', 'refund', 'discount', 'price', 'cost']),
          value: dollars,
          before: dollars.optional().describe('The price before an event that changed the price of a product'),
        })
        .optional()
        .describe(
          'The money in the event. `refund` and `discount` are money that the shop gives; `price` and `cost` are of one piece',
        ),
      status: z
        .object({ before: OrderStatus, after: OrderStatus })
        .optional()
        .describe('The status of the order before and after an event that sets it'),
      ofProduct: z
        .object({
          pieces: count,
          paid: dollars.optional().describe('What was paid for these pieces'),
        })
        .optional()
        .describe('If the query names a product: its pieces in this event. Absent if the event does not name them'),
    }),
  ).describe('The events by number. Numbers without an event at the moment `asOf` are left out'),
})

const adds = z.number().describe('The value: an amount in dollars, or a number of orders')
const reason = z.enum(reasons)

export const Explained = z.object({
  asOf: Seen,
  figure: z.enum(figures),
  value: adds.describe('The figure, as the dashboard shows it'),
  events: count,
  groups: listOf(z.object({ reason, events: count, adds })),
  page: listOf(
    z.object({ event: count, recordedAt: moment, type: word, order: id, day: z.iso.date(), reason, adds }),
  ).describe('The events, newest first; for the next page send the number of the last event as `before`'),
})
