import { type Letter, text } from '../letter.ts'
import type { Links } from '../links.ts'

type Template = (links: Links) => Letter

/*
 * Letters about an account contain no name or other text that a user typed. The reason: anyone can register with another person's address,
 * and mail programs turn words into links (decisions A3).
 */

/** The letter after a request for a new password. The request can be from the account's owner or from another person. */
export const resetLetter = (href: string): Letter => ({
  subject: 'Set a new password',
  preview: 'The link works once, for an hour.',
  heading: 'Set a new password',
  blocks: [
    text('Someone requested a new password for your account. Choose one with this link. It works once, for an hour.'),
    { is: 'action', label: 'Set a new password', href },
    text('If it was not you, ignore this email: nothing has changed, and only this email has the link.'),
  ],
})

/** The letter to an address that an account wants. With `has`, the account has the address already but has not confirmed it. */
export const confirmLetter = (href: string, has: boolean): Letter => ({
  subject: 'Confirm your email address',
  preview: has ? 'Confirm that this address is yours.' : 'Your account uses it once you open the link.',
  heading: 'Is this your address?',
  blocks: [
    text(
      has
        ? 'An account at Selvedge has this address. If it is yours, open this link in the browser where you are signed in, to confirm the address. The link works for a day.'
        : 'Someone wants to use this address for their account at Selvedge. If it was you, open this link, if possible in the browser where you are signed in. Your account then uses this address. The link works for a day.',
    ),
    { is: 'action', label: 'Confirm the address', href },
    text(
      has
        ? 'If the account is not yours, do not open the link. Then the person who uses the account cannot see your messages to us. To take over the account, choose “Forgot your password?”.'
        : 'If it was not you, ignore this email: nothing has changed.',
    ),
  ],
})

/** The letter to the address that an account had before. */
export const movedLetter = ({ home }: Links): Letter => ({
  subject: 'Your email address was changed',
  preview: 'Your account has another address now.',
  heading: 'Your email address was changed',
  blocks: [
    text(
      'Your account now has another email address, which was confirmed. This is the last email that we send to your old address.',
    ),
    text('If that was not you, someone knows your password: write to us at once.'),
    { is: 'action', label: 'Selvedge', href: home },
  ],
})

/** TABLE: the letters about an account. */
export const accountLetters = {
  welcome: ({ home }) => ({
    subject: 'Welcome to Selvedge',
    preview: 'Your account is ready. Your cart and your orders are kept in it.',
    heading: 'Good to have you',
    blocks: [
      text(
        'Your account is ready. What you put in your cart stays in it, on any device, and your orders are in one place.',
      ),
      { is: 'action', label: 'Look around', href: home },
    ],
  }),
  'password-changed': ({ profile }) => ({
    subject: 'Your password was changed',
    preview: 'All devices were signed out.',
    heading: 'Your password was changed',
    blocks: [
      text('Your account has a new password, and every device was signed out.'),
      text('If that was you, there is nothing to do. If it was not, set another password at once.'),
      { is: 'action', label: 'Your account', href: profile },
    ],
  }),
} satisfies Record<string, Template>
