import * as z from 'zod'
import { MAX_ON_BOARD, MAX_TEXT } from '../limits.ts'
import { numberInQuery, PageQuery } from '../values/list-query.ts'
import { requiredSource } from '../values/text.ts'
import type * as answers from './answers.ts'
import { QuestionParameters } from './parameters.ts'
import { Rule } from './rule.ts'

/** URLs contain the name of a saved question or rule. The log stores the name unsealed. */
export const QuestionName = z
  .string()
  .max(MAX_TEXT.word)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use only small letters and digits, with single hyphens between them')

export const questionSql = requiredSource(MAX_TEXT.sql)

export const SaveQuestionBody = z.object({
  name: QuestionName,
  sql: questionSql,
  parameters: QuestionParameters.default({}),
})

export const SaveRuleBody = Rule.extend({ name: QuestionName })

export const RenameQuestionBody = z.object({ name: QuestionName.describe('The new name') })

/** Without `kind`, the list has questions and rules. */
export const QuestionsQuery = PageQuery.extend({ kind: z.enum(['question', 'rule']).optional() })

/** Without `version`, the answer is the newest version. */
export const QuestionQuery = z.object({ version: numberInQuery(z.int().min(1).max(1_000_000)).optional() })

export type MailedQuestion = z.output<typeof answers.MailedQuestion>
export type SavedQuestion = z.output<typeof answers.SavedQuestion>

export const PutOnBoardBody = z.object({
  place: z
    .int()
    .min(0)
    .max(MAX_ON_BOARD)
    .optional()
    .describe('The wanted place, counted from 0. By default, a new question comes last'),
})
