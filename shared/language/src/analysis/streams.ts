import * as z from 'zod'
import { MAX_EVENT } from '../limits.ts'
import { numberInQuery } from '../values/list-query.ts'
import type * as answers from './event-answers.ts'

const MOST_EVENTS = 100

/** `from`: the version of the page's first event; by default the start of the stream. */
export const StreamQuery = z.object({
  from: numberInQuery(z.int().min(0).max(MAX_EVENT)).optional(),
  limit: numberInQuery(z.int().min(1).max(MOST_EVENTS)).optional(),
})
export type StreamQuery = z.output<typeof StreamQuery>

export type CopiedStream = z.output<typeof answers.CopiedStream>
export type PersonPseudonym = z.output<typeof answers.PersonPseudonym>
export type StreamTest = z.output<typeof answers.StreamTest>
export type OrderLife = z.output<typeof answers.OrderLife>
export type LifeEvent = OrderLife['events'][number]
export type StreamEvent = CopiedStream['page'][number]
export type Change = StreamEvent['changes'][number]
