import * as z from 'zod'
import { anyMoment, asOf } from './as-of.ts'
import { exportFormat } from './exports.ts'
import { QuestionParameters } from './question-parameters.ts'
import { questionSql } from './questions.ts'
import type * as answers from './run-answers.ts'

/**
 * Body of POST /api/analysis/runs. `moment`: the result of now(), so that an answer as of a moment can be repeated by its event number.
 * `format`: writes all rows to files for an export, and none to the answer.
 */
export const RunBody = z.object({
  sql: questionSql,
  parameters: QuestionParameters.default({}),
  asOf: asOf.optional(),
  moment: anyMoment.optional(),
  format: exportFormat.optional(),
})

export type Run = z.output<typeof answers.Run>
export type RunAnswer = NonNullable<Run['answer']>
export type RunColumn = RunAnswer['columns'][number]
export type RunFailure = NonNullable<Run['failure']>
