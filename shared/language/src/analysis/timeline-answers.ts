import * as z from 'zod'
import { count, dollars, listOf, moment } from '../values/answer-values.ts'
import { Seen } from './answers.ts'

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

export const Histogram = Timeline.pick({ asOf: true, first: true, stepMs: true }).extend({
  bars: listOf(Bar.extend({ inRange: count.describe('How many of its events are in the chosen range') })).describe(
    'The bars of all time, oldest first; bars without events are left out',
  ),
  types: listOf(z.object({ type: z.string(), events: count })).describe(
    'The number of events of each type in the chosen range, highest first',
  ),
})
