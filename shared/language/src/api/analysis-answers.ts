import * as z from 'zod'
import { count, moment, word } from './answer-values.ts'
import { Dashboard } from './dashboard-answers.ts'

const AnalysisColumn = z.object({
  name: word,
  type: z.string().describe('As DuckDB has it'),
  treatment: z.enum(['kept', 'pseudonym', 'mixed']).describe('Whether its texts are pseudonyms; `mixed`: some of them'),
})

/** How far the analysts' copy of the log has got, and what it contains. */
export const AnalysisStatus = z.object({
  event: count.describe('The number of its newest event; the first is 1'),
  digest: z.string().describe('Of all events up to that one: the same for the same log, in whatever store it is'),
  behind: z
    .nullable(count)
    .describe('Events of the log that it does not have yet; null where the store cannot count them'),
  building: z.object({ done: count, of: count }).optional().describe('While it is made anew'),
  verified: z
    .object({
      at: moment,
      events: count,
      hash: z.string().describe("Of the log's newest event then, as the operator's `verify-log` has it"),
      differs: z.nullable(count).describe('The first event that is another one in the log than was copied'),
    })
    .optional()
    .describe('When the whole log was last compared with the copy'),
  tables: z.array(
    z.object({ name: word, columns: z.array(AnalysisColumn), events: count.describe('How many rows it has') }),
  ),
})

/**
 * An event as analysts see it: without personal fields. A pseudonym replaces each id that identifies a person or gives access to something.
 */
export const CopiedEvent = z.object({
  event: count.describe('Its number in the log'),
  recordedAt: z.nullable(moment),
  stream: z.string(),
  kind: word.describe('Of its stream'),
  version: count,
  type: word,
  schemaVersion: count,
  actorRole: word,
  actor: z.nullable(z.string()),
  correlation: z.string().describe('Of the request that it belongs to'),
  causation: z.string(),
  data: z.unknown().describe('As its type has it today; null for a type that is not known'),
})

/** A message of GET /api/analysis/tail. Its id is the number of the newest event that it covers. */
export const TailMessage = z.object({
  events: z
    .array(CopiedEvent.omit({ data: true }))
    .readonly()
    .describe('Newest first'),
  more: z.boolean().describe('Whether there were more than it has: the list of events has them all'),
})

/** The visible part of the log. */
export const Seen = z.object({ event: count, moment }).describe('Events 1 to `event`; `moment` is what was now then')

/** The dashboard's sums as they were after an event. */
export const BooksAsOf = z.object({
  asOf: Seen.describe('Events 1 to `event`; without days asked for they are the last 30 up to `moment`'),
  ...Dashboard.pick({ revenue: true, netRevenue: true, totalOrders: true, period: true, days: true }).shape,
})
