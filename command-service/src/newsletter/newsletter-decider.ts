import {
  NewsletterConfirmed,
  type NewsletterEvent,
  NewsletterLeft,
  NewsletterRequested,
} from '@shop/language/correspondence/newsletter-events'
import { ShopError } from '@shop/language/errors'
import type { Decider } from '../handler/decider.ts'

export type Newsletter = Readonly<{
  status: 'none' | 'asked' | 'subscribed'
  /** The last correspondent who requested the newsletter. */
  correspondentId: string
  /** How often the address has unsubscribed. A link to confirm works only in the round in which it was mailed. */
  round: number
}>

export type NewsletterCommand = Readonly<{ correspondentId: string; emailKey: string }> &
  (Readonly<{ type: 'Request' | 'Leave' }> | Readonly<{ type: 'Confirm'; round: number }>)

export const newsletterDecider: Decider<Newsletter, NewsletterCommand, NewsletterEvent> = {
  initialState: { status: 'none', correspondentId: '', round: 0 },

  isGuarded: ({ type }) => type !== 'Request',

  evolve(newsletter, { type, data: { correspondentId } }) {
    const isTheirs = newsletter.correspondentId === correspondentId
    switch (type) {
      case 'NewsletterRequested':
        return newsletter.status === 'subscribed' && isTheirs
          ? newsletter
          : { ...newsletter, correspondentId, status: 'asked' }
      case 'NewsletterConfirmed':
        return { ...newsletter, status: 'subscribed' }
      case 'NewsletterLeft':
        return { ...newsletter, status: 'none', round: newsletter.round + 1 }
    }
  },

  decide(command, { status, correspondentId: askedBy, round }) {
    const { type, correspondentId, emailKey } = command
    const which = { correspondentId, emailKey }
    const isTheirs = askedBy === correspondentId
    switch (type) {
      case 'Request':
        return [NewsletterRequested(which)]
      case 'Confirm':
        if (!isTheirs || status === 'none' || round !== command.round)
          throw new ShopError(
            'CONFLICT',
            'This link is out of date: the address was unsubscribed or subscribed again later',
          )
        return status === 'asked' ? [NewsletterConfirmed(which)] : []
      case 'Leave':
        // An old link may name an erased correspondent. The link still ends the subscription, because the stream is about the address.
        return status === 'none' ? [] : [NewsletterLeft({ correspondentId: askedBy, emailKey })]
    }
  },

  snapshot: { name: 'newsletter@1', write: (newsletter) => newsletter, read: (newsletter: Newsletter) => newsletter },
}
