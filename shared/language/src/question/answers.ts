import * as z from 'zod'
import { count, moment, word } from '../values/answer-values.ts'
import { QuestionParameters } from './parameters.ts'
import { Rule } from './rule.ts'

export const BoardPlace = z.object({ name: word, place: count.describe('Counted from 0') })

export const MailedQuestion = z.object({ name: word, nextAt: moment.describe('When the next mail is due') })

export const SavedQuestion = z.object({
  kind: z.enum(['question', 'rule']),
  name: word,
  version: count,
  newest: count.describe("The number of the question's newest version; the first version is 1"),
  sql: z
    .string()
    .nullable()
    .describe(
      "Null for a rule. Also null if an earlier version of the shop saved the text, and the author's account was erased",
    ),
  parameters: QuestionParameters.nullable().describe('Null if `sql` is null'),
  rule: Rule.nullable().describe('Null for a question'),
  savedAt: moment,
  own: z.boolean().describe('Whether the caller saved this version'),
})
