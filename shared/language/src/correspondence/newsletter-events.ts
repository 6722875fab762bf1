import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'
import { ofCorrespondent } from './events.ts'

/** Recorded for any address, subscribed or not, so a client cannot find out which addresses are subscribed. */
export const NewsletterRequested = defineEvent('NewsletterRequested', {
  says: 'A client requested the newsletter for an e-mail address. The request is not confirmed yet.',
  schema: z.object(ofCorrespondent),
})
export const NewsletterConfirmed = defineEvent('NewsletterConfirmed', {
  says: 'A person has confirmed the newsletter with the link that was mailed to an e-mail address.',
  schema: z.object(ofCorrespondent),
})
export const NewsletterLeft = defineEvent('NewsletterLeft', {
  says: 'A subscriber ended the newsletter with the link in a mail.',
  schema: z.object(ofCorrespondent),
})

export const newsletterEvents = [NewsletterRequested, NewsletterConfirmed, NewsletterLeft] as const
export type NewsletterEvent = EventOf<(typeof newsletterEvents)[number]>

export const newsletterStream = (emailKey: string) => `newsletter-${emailKey}`
