import { CONFIRM_LINK_HOURS, FIRST_ORDER_PERCENT } from '@shop/language/limits'
import { spanInWords } from '@shop/language/values/span'
import { type Letter, text } from '../letter.ts'

export const confirmNewsletterLetter = (confirm: string): Letter => ({
  subject: 'Confirm your newsletter subscription',
  preview: 'Open the link to subscribe.',
  heading: 'Confirm your subscription',
  blocks: [
    text(
      `Someone entered this address for the Selvedge newsletter. If that was you, open this link to subscribe. The link works for ${spanInWords(CONFIRM_LINK_HOURS * 3600)}.`,
    ),
    text(`After you subscribe, we email you a code for ${FIRST_ORDER_PERCENT}% off your first order.`),
    { is: 'action', label: 'Confirm subscription', href: confirm },
    text('If that was not you, ignore this email. You will not be subscribed.'),
  ],
})

export const subscribedLetter = ({ code, leave }: Readonly<{ code: string; leave: string }>): Letter => ({
  subject: 'You are subscribed',
  preview: `Your code for ${FIRST_ORDER_PERCENT}% off your first order is in this email.`,
  heading: 'You are subscribed',
  blocks: [
    text(`Thank you. This code takes ${FIRST_ORDER_PERCENT}% off your first order.`),
    { is: 'facts', facts: [['Discount code', code]] },
    text(
      'Sign in to an account with this email address, and enter the code at checkout. Other accounts cannot use it.',
    ),
    text('We write only about new clothes, and about clothes that are back in stock.'),
    text('You can unsubscribe with this link at any time.'),
    { is: 'action', label: 'Unsubscribe', href: leave },
  ],
})
