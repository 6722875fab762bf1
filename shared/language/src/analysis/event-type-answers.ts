import * as z from 'zod'
import { count, listOf, word } from '../values/answer-values.ts'

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
