import { type Letter, text } from '../letter.ts'
import type { Links } from '../links.ts'

type Template = (links: Links) => Letter

/*
 * No letter about an account has its name, or any other text that somebody typed: anybody can register with anybody's address, and mail
 * programs make links of words (decisions A3).
 */

/** What is written to whoever forgot their password, or to whom somebody says so. */
export const resetLetter = (href: string): Letter => ({
  subject: 'Set a new password',
  preview: 'The link works once, for an hour.',
  heading: 'Set a new password',
  blocks: [
    text(
      'Somebody asked for a new password for your account. With this link you choose one. It works once, for an hour.',
    ),
    { is: 'action', label: 'Set a new password', href },
    text('If it was not you, leave it: nothing has changed, and only this mail opens the link.'),
  ],
})

/** What is written to an address that an account is to have, or `has` already without having shown that it is theirs. */
export const confirmLetter = (href: string, has: boolean): Letter => ({
  subject: 'Confirm your email address',
  preview: has ? 'Show that the address of your account is yours.' : 'Your account goes by it once you open the link.',
  heading: 'Is this your address?',
  blocks: [
    text(
      has
        ? 'Somebody has an account at Selvedge with this address. If it is you, open the link where you are signed in, and the shop knows that the address is yours. It works for a day.'
        : 'Somebody asked for this address as that of their account at Selvedge. If it was you, open the link, best where you are signed in: then your account goes by this address. It works for a day.',
    ),
    { is: 'action', label: 'Confirm the address', href },
    text(
      has
        ? 'If the account is not yours, leave the link: then whoever has it gets nothing that you sent us. With “Forgot your password?” the account becomes yours.'
        : 'If it was not you, leave it: nothing has changed.',
    ),
  ],
})

/** What is written to the address that an account had before. */
export const movedLetter = ({ home }: Links): Letter => ({
  subject: 'Your email address was changed',
  preview: 'Your account goes by another address now.',
  heading: 'Your email address was changed',
  blocks: [
    text(
      'Your account goes by another email address now, which was confirmed by a mail to it. Nothing is mailed to this one any more.',
    ),
    text('If that was not you, somebody knows your password: write to us at once.'),
    { is: 'action', label: 'Selvedge', href: home },
  ],
})

/** TABLE: what is written about an account. */
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
