import { CONFIRM_LINK_HOURS, RESET_LINK_HOURS } from '@shop/language/limits'
import { spanInWords } from '@shop/language/values/span'
import { type Letter, text } from '../letter.ts'
import type { Links } from '../links.ts'

type Template = (links: Links) => Letter

const ONCE = `The link works once, within ${spanInWords(RESET_LINK_HOURS * 3600)}.`
const FOR_SOME_TIME = `The link works for ${spanInWords(CONFIRM_LINK_HOURS * 3600)}.`

/*
 * Letters about an account contain nothing that a user typed. Anyone can register with another person's address, and type a web address as
 * the name. Mail programs would show the name as a link (decisions A3: names in mails).
 */

/** Anyone may have requested this letter, not only the account's owner. */
export const resetLetter = (href: string): Letter => ({
  subject: 'Set a new password',
  preview: ONCE,
  heading: 'Set a new password',
  blocks: [
    text(
      `Someone requested a new password for your account. If that was you, open this link and choose the new password. ${ONCE}`,
    ),
    { is: 'action', label: 'Set a new password', href },
    text('If that was not you, ignore this email. Your password has not changed.'),
  ],
})

/** `has`: the account uses the address already. If not, the account gets the address when the owner confirms it. */
export const confirmLetter = (href: string, has: boolean): Letter => ({
  subject: 'Confirm your email address',
  preview: has ? 'Confirm that this address is yours.' : 'Open the link to use this address for your account.',
  heading: 'Is this your address?',
  blocks: [
    text(
      has
        ? `An account at Selvedge uses this address. If the account is yours, open this link to confirm the address. Use the browser where you are signed in. ${FOR_SOME_TIME}`
        : `Someone asked us to use this address for an account at Selvedge. If that was you, open this link. If possible, use the browser where you are signed in. After that, your account uses this address. ${FOR_SOME_TIME}`,
    ),
    { is: 'action', label: 'Confirm the address', href },
    text(
      has
        ? 'If you did not create the account, ignore this email. The address then stays unconfirmed. If you want to use the account yourself, choose “Forgot your password?” on our sign-in page and set a new password.'
        : 'If that was not you, ignore this email. Nothing has changed.',
    ),
  ],
})

/** This letter goes to the account's former address. */
export const movedLetter = ({ contact }: Links): Letter => ({
  subject: 'Your email address was changed',
  preview: 'Your account now uses another email address.',
  heading: 'Your email address was changed',
  blocks: [
    text('Your account now uses another email address. From now on, emails about your account go to that address.'),
    text('If you did not change the address, write to us immediately, because someone else may know your password.'),
    { is: 'action', label: 'Write to us', href: contact },
  ],
})

/** TABLE: the letters about an account. */
export const accountLetters = {
  welcome: ({ home }) => ({
    subject: 'Welcome to Selvedge',
    preview: 'Your account is ready.',
    heading: 'Welcome to Selvedge',
    blocks: [
      text('Your account is ready. On every device where you sign in, you find the same cart and all your orders.'),
      { is: 'action', label: 'Start shopping', href: home },
    ],
  }),
  'password-changed': ({ profile }) => ({
    subject: 'Your password was changed',
    preview: 'All other devices were signed out.',
    heading: 'Your password was changed',
    blocks: [
      text('Your account has a new password, and all other devices were signed out.'),
      text(
        'If that was not you, choose “Forgot your password?” on our sign-in page immediately, and set another password.',
      ),
      { is: 'action', label: 'Your account', href: profile },
    ],
  }),
} satisfies Record<string, Template>
