import type * as z from 'zod'
import type * as answers from './timeline-answers.ts'

export type Timeline = z.output<typeof answers.Timeline>
export type Histogram = z.output<typeof answers.Histogram>
