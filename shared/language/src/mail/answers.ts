import * as z from 'zod'
import { id, moment } from '../values/answer-values.ts'

/** An entry of GET /api/admin/outbox: a mail that is kept because there is no mail server. */
export const OutboxMail = z.object({
  _id: id,
  kind: z.string().describe('The kind of mail, such as `order-shipped`'),
  to: z.string(),
  subject: z.string(),
  text: z.string().describe('The text of the mail without markup'),
  sentAt: moment,
})
export type OutboxMail = z.output<typeof OutboxMail>
