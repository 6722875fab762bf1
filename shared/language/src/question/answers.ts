import * as z from 'zod'
import { count, moment, word } from '../values/answer-values.ts'
import { QuestionParameters } from './parameters.ts'

/** One version of an analyst's saved question. */
export const SavedQuestion = z.object({
  name: word,
  version: count,
  newest: count.describe("The number of the question's newest version; the first version is 1"),
  sql: z.string().nullable().describe("Null if the author's account was erased"),
  parameters: QuestionParameters.nullable().describe("Null if the author's account was erased"),
  savedAt: moment,
  own: z.boolean().describe('Whether the caller saved this version'),
})
