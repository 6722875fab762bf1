import type * as z from 'zod'
import type * as answers from './answers.ts'

export type Health = z.output<typeof answers.Health>
