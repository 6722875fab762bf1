import * as z from 'zod'
import { count, listOf, word } from './answer-values.ts'

/** An entry of `GET /api/analysis/catalogue`: a type of event, as declared in the code. */
export const EventType = z.object({
  type: word,
  says: z.string().describe('What happened, in a sentence'),
  version: count.describe('Of its shape; earlier ones are read as this one'),
  fields: listOf(
    z.object({
      name: word,
      type: z.string().describe("In the tables of analysis, as DuckDB has it; empty for a person's"),
      treatment: z
        .enum(['kept', 'pseudonym', 'mixed', 'personal'])
        .describe(
          "`pseudonym`: another word stands for it; `mixed`: for some of what is in it; `personal`: it is a person's, and left out",
        ),
    }),
  ),
  writtenBy: listOf(z.string()).describe('The files of the command-service that decide on it'),
  readBy: listOf(z.string()).describe('The read models and processes that take it'),
})
