import type * as z from 'zod'
import type * as answers from './event-type-answers.ts'

export type EventType = z.output<typeof answers.EventType>
