import type * as z from 'zod'
import type * as answers from './answers.ts'

export type ErrorBody = z.output<typeof answers.Refusal>
