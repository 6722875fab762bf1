import * as z from 'zod'
import { count, id, listOf, word } from '../values/answer-values.ts'
import { CopiedEvent } from './answers.ts'

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
