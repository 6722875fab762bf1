import type * as z from 'zod'
import type * as answers from './answers.ts'

export type ReadModelFailure = z.output<typeof answers.ReadModelFailure>
export type ReadModel = z.output<typeof answers.ReadModel>
export type Consistency = z.output<typeof answers.Consistency>
