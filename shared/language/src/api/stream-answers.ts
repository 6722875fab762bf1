import * as z from 'zod'
import { CopiedEvent } from './analysis-answers.ts'
import { count, listOf, word } from './answer-values.ts'

const value = z.union([z.null(), z.boolean(), z.number(), z.string()])

const Change = z.object({
  field: z.string().describe('Its path, as `items[p1 M Blue].quantity`'),
  before: value.describe('null where it was not there'),
  after: value.describe('null where it is not there any more'),
})

/**
 * A page of a stream as analysts see it. The stream's name contains an id. A pseudonym replaces this id if it identifies a person or gives
 * access to something.
 */
export const CopiedStream = z.object({
  stream: z.string(),
  kind: word.describe('As `order` or `cart`'),
  events: count.describe('How many it has'),
  by: z
    .enum(['projection', 'data'])
    .describe(
      'What `changes` are of: `projection`, what the shop shows of it; `data`, what its events said of a field last',
    ),
  page: listOf(CopiedEvent.extend({ changes: listOf(Change) })).describe('By version, the first of which is 0'),
  neighbours: listOf(z.object({ stream: z.string(), kind: word })).describe(
    'Streams of what the events of the page name',
  ),
})

/** A test file made from a stream, or from everything that happened to an order. */
export const StreamTest = z.object({
  name: z.string().describe('Of its file'),
  events: count.describe('How many events it folds'),
  text: z.string().describe('A file of vitest, in given, when and then'),
})
