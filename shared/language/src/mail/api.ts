import * as z from 'zod'
import { inOneOrder } from '../values/list-query.ts'

/** Query of GET /api/admin/outbox. The newest mail comes first. */
export const OutboxQuery = z.object(inOneOrder)
