import { FIRST_ORDER_PERCENT } from '@shop/language/limits'
import { type Letter, text } from '../letter.ts'

/** The letter to an address that a visitor entered for the newsletter. */
export const confirmNewsletterLetter = (confirm: string): Letter => ({
  subject: 'Confirm the newsletter',
  preview: 'Open the link to subscribe.',
  heading: 'Confirm your subscription',
  blocks: [
    text('Someone entered this address for the Selvedge newsletter. Open this link to subscribe. It works for a day.'),
    text(`Your code for ${FIRST_ORDER_PERCENT}% off the first order comes in the next email.`),
    { is: 'action', label: 'Confirm the newsletter', href: confirm },
    text('If it was not you, ignore this email: you will not be subscribed.'),
  ],
})

/** The letter to a new subscriber. `code` is for the first order of an account with this address. */
export const subscribedLetter = ({ code, leave }: Readonly<{ code: string; leave: string }>): Letter => ({
  subject: 'You are subscribed',
  preview: `Your code for ${FIRST_ORDER_PERCENT}% off the first order is in this email.`,
  heading: 'You are subscribed',
  blocks: [
    text(`Thank you. This code takes ${FIRST_ORDER_PERCENT}% off your first order, once.`),
    { is: 'facts', facts: [['Discount code', code]] },
    text('Enter it at checkout, signed in to an account with this email address. It works for no other account.'),
    text('We write when there is new cloth, or when pieces are back in stock, and about nothing else.'),
    text('You can unsubscribe at any time with this link.'),
    { is: 'action', label: 'Unsubscribe', href: leave },
  ],
})
