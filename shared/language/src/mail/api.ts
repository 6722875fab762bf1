import type * as z from 'zod'
import type * as answers from './answers.ts'

export type OutboxMail = z.output<typeof answers.OutboxMail>
