import * as z from 'zod'
import { MAX_PARAMETERS, MAX_TEXT } from '../limits.ts'
import { exactLines } from '../values/text.ts'

const parameterName = z.string().regex(/^[a-z_]\w{0,39}$/i, 'A name of letters, digits and _ is expected')
const parameterValue = z.union([exactLines(MAX_TEXT.description), z.number(), z.boolean(), z.null()])

/** The values of a question's `$parameters`, by name without the dollar sign. */
export const QuestionParameters = z
  .record(parameterName, parameterValue)
  .refine((parameters) => Object.keys(parameters).length <= MAX_PARAMETERS, `At most ${MAX_PARAMETERS} are expected`)
  .meta({ maxProperties: MAX_PARAMETERS })
export type QuestionParameters = z.output<typeof QuestionParameters>
