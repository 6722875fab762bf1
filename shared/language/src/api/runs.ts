import * as z from 'zod'
import { MOST_NUMBER } from './analysis.ts'
import { QuestionParameters } from './question-parameters.ts'
import { questionSql } from './questions.ts'
import type * as answers from './run-answers.ts'

/** What a question sees: the number of the last event, or a moment. */
const asOf = z.union([z.int().min(0).max(MOST_NUMBER), z.iso.datetime()])

/** Body of POST /api/analysis/runs. `moment`: what now() answers, so that an answer as of a moment is repeated by its event. */
export const RunBody = z.object({
  sql: questionSql,
  parameters: QuestionParameters.default({}),
  asOf: asOf.optional(),
  moment: z.iso.datetime().optional(),
})

export type Run = z.output<typeof answers.Run>
export type RunAnswer = NonNullable<Run['answer']>
export type RunColumn = RunAnswer['columns'][number]
export type RunFailure = NonNullable<Run['failure']>
