import * as z from 'zod'
import { Dashboard } from '../dashboard/answers.ts'
import { DASHBOARD_DAYS } from '../limits.ts'
import { count, dollars, listOf, moment, word } from '../values/answer-values.ts'

export const ColumnText = z.object({
  field: z
    .string()
    .describe('For a column of records, the name of a field in them; empty if the row describes the column itself'),
  values: listOf(z.string())
    .exactOptional()
    .describe('All values that the field can have; absent if its values are pseudonyms'),
})

const AnalysisColumn = z.object({
  name: word,
  type: z.string().describe('The type in DuckDB'),
  treatment: z.enum(['kept', 'pseudonym', 'mixed']).describe('`mixed`: only some of the texts are pseudonyms'),
  texts: listOf(ColumnText)
    .exactOptional()
    .describe(
      'The fields whose texts come from a fixed list of values, and the fields inside records that hold pseudonyms',
    ),
})

export const LogCheckStarted = z.object({ since: moment.describe('When the running comparison started') })

const PastHead = z.object({
  events: count.describe('The number of the event'),
  hash: z.string().describe('The hash of this event, which covers all events before it'),
  digest: z
    .string()
    .describe(
      'The digest of the events up to this event. An answer or an export as of this event contains the same digest',
    ),
  since: moment.describe('The time of the first check that computed the hash'),
  isSame: z.boolean().describe('Whether the last check of the log computed this hash and this digest again'),
})

export const AnalysisStatus = z.object({
  event: count.describe('The number of the newest copied event; the first event is 1'),
  digest: z
    .string()
    .describe('The digest of all copied events; it does not depend on the database that stores the log'),
  behind: z
    .nullable(count)
    .describe('The number of events that are not copied yet; null if the store cannot count them'),
  building: z.object({ done: count, of: count }).optional().describe('Present while the copy is being built'),
  verified: z
    .object({
      log: z.string().describe('The id of the log'),
      at: moment,
      events: count,
      hash: z.string().describe("The hash of the log's newest event at that time, as `verify-log` prints it"),
      differs: z.nullable(count).describe('The first event that differs between the log and the copy; null if none'),
      heads: listOf(PastHead).describe(
        'The heads of earlier checks, and heads that analysts requested, newest event first',
      ),
    })
    .optional()
    .describe('The last comparison of the whole log with the copy'),
  damages: z
    .object({
      times: count.describe('How often damage was found'),
      newest: listOf(
        z.object({
          first: count.describe('The first event in the damaged part'),
          last: count,
          foundAt: moment,
          rebuiltAt: z.nullable(moment).describe('When the copy was rebuilt; null if it is not rebuilt yet'),
        }),
      ).describe('The latest damaged files, the latest first'),
    })
    .optional()
    .describe('Present if a part of the copy was ever damaged'),
  verifying: LogCheckStarted.optional().describe('Present while the whole log is being compared with the copy'),
  secondsToNextCheck: count.describe('The seconds until an analyst can start the next comparison; 0: now'),
  tables: z.array(
    z.object({ name: word, columns: z.array(AnalysisColumn), events: count.describe('The number of rows') }),
  ),
})

/** An event as analysts see it: without personal fields. Pseudonyms replace ids that identify a person or give access to something. */
export const CopiedEvent = z.object({
  event: count.describe('The number of the event in the log'),
  recordedAt: z.nullable(moment),
  stream: z.string(),
  kind: word.describe('The kind of the stream'),
  version: count,
  type: word,
  schemaVersion: count,
  actorRole: word,
  actor: z.nullable(z.string()),
  correlation: z.string().describe('The pseudonym of the request that the event belongs to'),
  causation: z.string(),
  data: z
    .unknown()
    .describe("The event's data, converted to the current version of its type; null if the type is unknown"),
})

/** A message of GET /api/analysis/tail. Its id is the number of the newest event that it covers. */
export const TailMessage = z.object({
  events: listOf(CopiedEvent.omit({ data: true })).describe('The events, newest first'),
  more: z
    .boolean()
    .describe('Whether there were more events than this message has. GET /api/analysis/events has all of them'),
})

export const Seen = z
  .object({ event: count, moment })
  .describe('Events 1 to `event` are visible; `moment` is the time that counts as now')

/** Counts of the events up to a chosen event, and the open carts and held pieces after this event. */
export const ActivityAsOf = z.object({
  asOf: Seen,
  cartAdds: count.describe('How often an item was added to a cart'),
  checkouts: count.describe('The checkouts that were started'),
  checkoutsPaid: count.describe('How many of these checkouts were paid'),
  ordersPlaced: count,
  ordersCancelled: count.describe('How often an order was cancelled'),
  priceChanges: count.describe('How often the price of a product was changed'),
  openCarts: count.describe('The carts with at least one item'),
  piecesOnHold: count.describe('All reserved pieces, including the pieces on hold for open checkouts'),
})

export const BooksAsOf = z.object({
  asOf: Seen.describe(
    `The sums cover events 1 to \`event\`; the default period is the ${DASHBOARD_DAYS} days up to \`moment\``,
  ),
  ...Dashboard.pick({ revenue: true, netRevenue: true, totalOrders: true, period: true, days: true }).shape,
})

/** An entry of `GET /api/analysis/catalogue`: a type of event, as declared in the code. */
export const EventType = z.object({
  type: word,
  says: z.string().describe('A sentence that says what happened'),
  version: count.describe("The version of the event's fields; events of earlier versions are converted to it"),
  fields: listOf(
    z.object({
      name: word,
      type: z.string().describe('The type in DuckDB, in the tables of the analysis; empty for a personal field'),
      treatment: z
        .enum(['kept', 'pseudonym', 'mixed', 'personal'])
        .describe('`pseudonym`: replaced by a pseudonym; `mixed`: replaced in part; `personal`: left out'),
    }),
  ),
  writtenBy: listOf(z.string()).describe('The files of the command-service that write the event'),
  readBy: listOf(z.string()).describe('The read models and process managers that handle the event'),
})
export type EventType = z.output<typeof EventType>

const Bar = z.object({ at: moment.describe('The start of the bar'), events: count })

/** When events were recorded, and the changes that affect everyone: prices and releases. */
export const Timeline = z.object({
  asOf: Seen.describe('All copied events'),
  first: z.nullable(moment).describe('When the first event was recorded; null if there are no events'),
  stepMs: count.describe('The length of each bar in milliseconds'),
  bars: listOf(Bar).describe('The bars, oldest first; bars without events are left out'),
  prices: listOf(z.object({ event: count, at: moment, name: z.string(), price: dollars })).describe(
    'The last price changes, in the order in which they happened',
  ),
  releases: listOf(z.object({ event: count, at: moment, release: z.string() })).describe(
    'Each start of another release, oldest first',
  ),
})
export type Timeline = z.output<typeof Timeline>

export const Histogram = Timeline.pick({ asOf: true, first: true, stepMs: true }).extend({
  bars: listOf(Bar.extend({ inRange: count.describe('How many of its events are in the chosen range') })).describe(
    'The bars of all time, oldest first; bars without events are left out',
  ),
  types: listOf(z.object({ type: z.string(), events: count })).describe(
    'The number of events of each type in the chosen range, highest first',
  ),
})
export type Histogram = z.output<typeof Histogram>
