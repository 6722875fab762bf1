import * as z from 'zod'
import { MAX_PARAMETERS, MAX_TEXT } from '../limits.ts'
import { exactLines } from '../values/text.ts'

const parameterName = z.string().regex(/^[a-z_]\w{0,39}$/i, 'Use only letters, digits and _ in a name')
const parameterValue = z.union([exactLines(MAX_TEXT.description), z.number(), z.boolean(), z.null()])

/** The values of a question's `$parameters`, by name without the dollar sign. */
export const QuestionParameters = z
  .record(parameterName, parameterValue)
  .refine((parameters) => Object.keys(parameters).length <= MAX_PARAMETERS, `Send at most ${MAX_PARAMETERS} parameters`)
  .meta({ maxProperties: MAX_PARAMETERS })
export type QuestionParameters = z.output<typeof QuestionParameters>
