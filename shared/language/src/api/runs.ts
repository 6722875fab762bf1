import * as z from 'zod'
import { MOST_NUMBER } from './analysis.ts'
import { QuestionParameters } from './question-parameters.ts'
import { questionSql } from './questions.ts'
import type * as answers from './run-answers.ts'

const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** A moment of any offset, as UTC. What its offset moves out of the years 1 to 9999 is the first or last of them. */
const anyMoment = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(Math.min(LAST_MS, Math.max(FIRST_MS, Date.parse(value)))).toISOString())

/** What a question sees: the number of the last event, or a moment. */
const asOf = z.union([z.int().min(0).max(MOST_NUMBER), anyMoment])

/** Body of POST /api/analysis/runs. `moment`: what now() answers, so that an answer as of a moment is repeated by its event. */
export const RunBody = z.object({
  sql: questionSql,
  parameters: QuestionParameters.default({}),
  asOf: asOf.optional(),
  moment: anyMoment.optional(),
})

export type Run = z.output<typeof answers.Run>
export type RunAnswer = NonNullable<Run['answer']>
export type RunColumn = RunAnswer['columns'][number]
export type RunFailure = NonNullable<Run['failure']>
