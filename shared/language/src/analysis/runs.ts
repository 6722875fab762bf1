import * as z from 'zod'
import { questionSql } from '../question/api.ts'
import { QuestionParameters } from '../question/parameters.ts'
import { anyMoment, asOf } from './as-of.ts'
import { exportFormat } from './exports.ts'
import type * as answers from './run-answers.ts'

/**
 * Body of POST /api/analysis/runs. `moment`: the time that now() returns in the question. The same `asOf` and `moment` give the same result
 * again. With a `format`, all rows are written to files for an export, and the response has no rows.
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
