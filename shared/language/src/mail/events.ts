import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

/* The events have no address and no text. A mail ends with one `MailSent` or one `MailDropped`. */
const mail = { mailId: z.string(), personId: z.string(), kind: z.string() }

/** Recorded before each try. If no later event follows, the outcome of the try is unknown. */
export const MailBegun = defineEvent('MailBegun', {
  says: 'A mail is about to be sent.',
  schema: z.object({ ...mail, begunAt: z.string() }),
})
export const MailSent = defineEvent('MailSent', {
  says: 'The mail server has accepted a mail.',
  schema: z.object({ ...mail, sentAt: z.string() }),
})
export const MailFailed = defineEvent('MailFailed', {
  says: 'The mail server did not accept a mail, for the reason in `code`. The shop tries to send the mail again.',
  schema: z.object({ ...mail, code: z.string() }),
})
/**
 * `unsure`: the outcome of two tries is unknown, so the mail may have arrived. `refused`: the mail server rejects the mail permanently.
 * `late`: the mail is a day old. `moot`: the mail's person is erased, or the content of the mail is no longer true.
 */
export const MailDropped = defineEvent('MailDropped', {
  says: 'The shop has stopped trying to send a mail; `reason` says why.',
  schema: z.object({ ...mail, reason: z.enum(['unsure', 'refused', 'late', 'moot']) }),
})

export const mailEvents = [MailBegun, MailSent, MailFailed, MailDropped] as const
export type MailEvent = EventOf<(typeof mailEvents)[number]>

export const mailsStream = (personId: string) => `mails-${personId}`
