import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

/*
 * The mails to one person, in one stream: ids and kinds, never an address or a text. A mail ends in one `MailSent` or one `MailDropped`.
 */
const mail = { mailId: z.string(), personId: z.string(), kind: z.string() }

/** It is about to be handed over. Said before each try: what comes after tells how it ended, and nothing after it that nobody knows. */
export const MailBegun = defineEvent('MailBegun', {
  says: 'A mail is about to be handed over.',
  schema: z.object({ ...mail, begunAt: z.string() }),
})
export const MailSent = defineEvent('MailSent', {
  says: 'A mail was handed over.',
  schema: z.object({ ...mail, sentAt: z.string() }),
})
export const MailFailed = defineEvent('MailFailed', {
  says: 'Surely nobody has taken a mail, for the reason that its `code` names: it is tried again.',
  schema: z.object({ ...mail, code: z.string() }),
})
/**
 * It is not tried again. `unsure`: two tries have ended unknown, so it may have arrived; `refused`: the mail server takes it from nobody;
 * `late`: it is a day old; `moot`: its person is erased, or it says what is true no more.
 */
export const MailDropped = defineEvent('MailDropped', {
  says: 'A mail is not tried again, for its `reason`.',
  schema: z.object({ ...mail, reason: z.enum(['unsure', 'refused', 'late', 'moot']) }),
})

export const mailEvents = [MailBegun, MailSent, MailFailed, MailDropped] as const
export type MailEvent = EventOf<(typeof mailEvents)[number]>

export const mailsStream = (personId: string) => `mails-${personId}`
