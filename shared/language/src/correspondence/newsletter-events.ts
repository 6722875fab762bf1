import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'
import { ofCorrespondent } from './events.ts'

/*
 * The newsletter of an e-mail address, with one stream for each address. `emailKey` names the address and reveals nothing about it. The
 * address itself is in the stream of its correspondent.
 */
/**
 * Recorded for any address, subscribed or not. So a client that makes the request does not learn who is subscribed. The shop decides later
 * whether it mails a link to confirm the request.
 */
export const NewsletterRequested = defineEvent('NewsletterRequested', {
  says: 'Somebody asked for the newsletter for an e-mail address; it is not confirmed by that.',
  schema: z.object(ofCorrespondent),
})
export const NewsletterConfirmed = defineEvent('NewsletterConfirmed', {
  says: 'Whoever reads an e-mail address has confirmed that the newsletter may come, by the link that was mailed to it.',
  schema: z.object(ofCorrespondent),
})
export const NewsletterLeft = defineEvent('NewsletterLeft', {
  says: 'The consent to the newsletter was withdrawn, by the link of a mail.',
  schema: z.object(ofCorrespondent),
})

export const newsletterEvents = [NewsletterRequested, NewsletterConfirmed, NewsletterLeft] as const
export type NewsletterEvent = EventOf<(typeof newsletterEvents)[number]>

export const newsletterStream = (emailKey: string) => `newsletter-${emailKey}`
