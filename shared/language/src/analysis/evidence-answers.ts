import * as z from 'zod'
import { OrderStatus } from '../order/status.ts'
import { count, dollars, id, listOf, moment, word } from '../values/answer-values.ts'
import { Seen } from './answers.ts'

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
