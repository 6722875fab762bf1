import { type Letter, text } from '../letter.ts'
import type { Links } from '../links.ts'

type Template = (name: string, links: Links) => Letter

/** What is written to whoever forgot their password, or to whom somebody says so. */
export const resetLetter = (name: string, href: string): Letter => ({
  subject: 'Set a new password',
  preview: 'The link works once, for an hour.',
  heading: 'Set a new password',
  blocks: [
    text(
      `${name}, somebody asked for a new password for your account. With this link you choose one. It works once, for an hour.`,
    ),
    { is: 'action', label: 'Set a new password', href },
    text('If it was not you, leave it: nothing has changed, and only this mail opens the link.'),
  ],
})

/** TABLE: what is written about an account. */
export const accountLetters = {
  welcome: (name, { home }) => ({
    subject: 'Welcome to Selvedge',
    preview: 'Your account is there. Your cart and your orders are kept in it.',
    heading: `Good to have you, ${name}`,
    blocks: [
      text(
        'Your account is there. What you put in your cart stays in it, on any device, and your orders are in one place.',
      ),
      { is: 'action', label: 'Look around', href: home },
    ],
  }),
  'password-changed': (name, { profile }) => ({
    subject: 'Your password was changed',
    preview: 'All devices were signed out.',
    heading: 'Your password was changed',
    blocks: [
      text(`${name}, your account has a new password, and every device was signed out.`),
      text('If that was you, there is nothing to do. If it was not, set another password at once.'),
      { is: 'action', label: 'Your account', href: profile },
    ],
  }),
} satisfies Record<string, Template>
