import * as z from 'zod'
import { Seen } from './analysis-answers.ts'
import { count, dollars, listOf, moment } from './answer-values.ts'

/** When events were recorded, and the changes that affect everyone: prices and releases. */
export const Timeline = z.object({
  asOf: Seen.describe('All that is copied'),
  first: z.nullable(moment).describe('When the first event was recorded; null without any'),
  stepMs: count.describe('How long each bar is'),
  bars: listOf(z.object({ at: moment.describe('Its begin'), events: count })).describe(
    'Oldest first, empty ones left out',
  ),
  prices: listOf(z.object({ event: count, at: moment, name: z.string(), price: dollars })).describe(
    'The newest changes of a price, oldest first',
  ),
  releases: listOf(z.object({ event: count, at: moment, release: z.string() })).describe(
    'Each time that another release was started, oldest first',
  ),
})

/** When some events were recorded, as counts. */
export const Histogram = Timeline.pick({ asOf: true, first: true, stepMs: true, bars: true })
