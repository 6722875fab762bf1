import * as z from 'zod'
import { figures, reasons } from '../dashboard/figures.ts'
import { count, id, listOf, moment, word } from '../values/answer-values.ts'
import { Seen } from './answers.ts'

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
