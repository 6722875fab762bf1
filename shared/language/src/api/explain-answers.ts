import * as z from 'zod'
import { Seen } from './analysis-answers.ts'
import { count, id, listOf, moment, word } from './answer-values.ts'
import { figures, reasons } from './figures.ts'

const adds = z.number().describe('Dollars, or orders')
const reason = z.enum(reasons)

/** A figure with exactly the events that changed it. */
export const Explained = z.object({
  asOf: Seen,
  figure: z.enum(figures),
  value: adds.describe('As the dashboard has it'),
  events: count,
  groups: listOf(z.object({ reason, events: count, adds })),
  page: listOf(
    z.object({ event: count, recordedAt: moment, type: word, order: id, day: z.iso.date(), reason, adds }),
  ).describe('Newest first; `before` the last of them are the next'),
})
