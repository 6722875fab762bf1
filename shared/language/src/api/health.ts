import type * as z from 'zod'
import type * as answers from './shop-answers.ts'

export type Health = z.output<typeof answers.Health>
