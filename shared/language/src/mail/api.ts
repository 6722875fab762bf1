import * as z from 'zod'
import { inOneOrder } from '../values/list-query.ts'
import type * as answers from './answers.ts'

/** Query of GET /api/admin/outbox. The newest mail comes first. */
export const OutboxQuery = z.object(inOneOrder)

export type OutboxMail = z.output<typeof answers.OutboxMail>
