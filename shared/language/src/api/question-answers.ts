import * as z from 'zod'
import { count, moment, word } from './answer-values.ts'
import { QuestionParameters } from './question-parameters.ts'

/** One version of an analyst's saved question. */
export const SavedQuestion = z.object({
  name: word,
  version: count,
  newest: count.describe('The number of its newest version; the first is 1'),
  sql: z.string().nullable().describe("Null once its author's account is erased"),
  parameters: QuestionParameters.nullable().describe("Null once its author's account is erased"),
  savedAt: moment,
  own: z.boolean().describe('Whether the caller has saved this version'),
})
