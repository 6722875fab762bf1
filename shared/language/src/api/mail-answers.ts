import * as z from 'zod'
import { id, moment } from './answer-values.ts'

/** One of GET /api/admin/outbox: a mail that was written and, without a mail server, is kept. */
export const OutboxMail = z.object({
  _id: id,
  kind: z.string().describe('What it is about, as `order-shipped`'),
  to: z.string(),
  subject: z.string(),
  text: z.string().describe('The mail without its markup'),
  sentAt: moment,
})
