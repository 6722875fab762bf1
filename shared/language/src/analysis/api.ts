import * as z from 'zod'
import { DashboardQuery } from '../dashboard/api.ts'
import { MAX_EVENT, MAX_TEXT } from '../limits.ts'
import { numberInQuery } from '../values/list-query.ts'
import { exact } from '../values/text.ts'
import type * as answers from './answers.ts'
import { asOfInQuery } from './as-of.ts'

/** The most events in one answer of a list. */
export const MOST_EVENTS = 200
const event = z.int().min(1).max(MAX_EVENT)
/** A stream's name is longer than an id, because it has a prefix and an encoded id. */
const name = exact(MAX_TEXT.search).optional()

/** Body of POST /api/analysis/log-check. `event`: the check also computes the head of the log as of this event. */
export const LogCheckBody = z.object({ event: event.optional() })

/** `actor`: a role, including `guest` and `system`, or the pseudonym of an account. */
const filter = { type: name, stream: name, actor: name, correlation: name }

export const TailQuery = z.object(filter)
export type EventFilter = z.output<typeof TailQuery>

/** `after` and `asOf` are the range of the counts by type and of each bar's `inRange`. The bars themselves are of all time. */
export const HistogramQuery = z.object({ ...filter, after: asOfInQuery.optional(), asOf: asOfInQuery.optional() })
export type HistogramQuery = z.output<typeof HistogramQuery>

/** `asOf` is the last visible event. The newest event comes first, except with `oldestFirst`. */
export const AnalysisEventQuery = z.object({
  ...filter,
  before: numberInQuery(event).optional(),
  after: asOfInQuery.optional(),
  asOf: asOfInQuery.optional(),
  limit: numberInQuery(z.int().min(1).max(MOST_EVENTS)).optional(),
  oldestFirst: z.literal('true').optional(),
})
export type AnalysisEventQuery = z.output<typeof AnalysisEventQuery>

/** Query of GET /api/analysis/dashboard. By default, the sums are as of the newest event in the analysts' copy. */
export const BooksQuery = DashboardQuery.safeExtend({ asOf: asOfInQuery.optional() })

export type BooksQuery = z.output<typeof BooksQuery>

export const ActivityQuery = z.object({ asOf: asOfInQuery.optional() })

export type ColumnText = z.output<typeof answers.ColumnText>
export type AnalysisStatus = z.output<typeof answers.AnalysisStatus>
export type TailMessage = z.output<typeof answers.TailMessage>
export type TailEvent = TailMessage['events'][number]
export type CopiedEvent = z.output<typeof answers.CopiedEvent>
export type BooksAsOf = z.output<typeof answers.BooksAsOf>
export type ActivityAsOf = z.output<typeof answers.ActivityAsOf>
