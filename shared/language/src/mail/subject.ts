import { idFrom } from '../values/id-from.ts'

const OF_ACCOUNT = ['welcome', 'password-changed'] as const
const OF_ORDER = [
  'order-placed',
  'address-missing',
  'order-shipped',
  'order-delivered',
  'order-cancelled',
  'order-resumed',
] as const
/** Mails about money of a checkout: money that the provider reviews, or money that was refunded because no order came from it. */
const OF_CHECKOUT = ['payment-pending', 'payment-returned'] as const
/** These mails name the key of the address that they go to: the address that the customer wants, or the customer's former address. */
const OF_OWN_ADDRESS = ['email-confirm', 'email-changed'] as const
/** This mail names the id of a message from the contact page. It goes to the shop, and is about the sender of the message. */
const OF_MESSAGE = ['contact-message'] as const
/** These mails go to a correspondent without an account. They name the correspondent's id and the key of their address. */
const OF_CORRESPONDENT = ['newsletter-confirm', 'newsletter-subscribed'] as const
/** This mail names the key of the address for which a new password was requested. */
const OF_ADDRESS = ['password-reset'] as const

export const MAIL_KINDS = [
  ...OF_ACCOUNT,
  ...OF_OWN_ADDRESS,
  ...OF_ADDRESS,
  ...OF_MESSAGE,
  ...OF_CORRESPONDENT,
  ...OF_ORDER,
  'order-refunded',
  'return-received',
  ...OF_CHECKOUT,
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The id of the mail of this kind that an event causes. So if the event is handled again, the mail has the same id. */
export const mailIdOf = (eventId: string, kind: MailKind) => idFrom('mail', eventId, kind)

/** What a mail is about: its kind, and the ids to look up its facts when it is sent. */
export type MailSubject =
  | Readonly<{ kind: (typeof OF_ACCOUNT)[number]; accountId: string }>
  | Readonly<{ kind: (typeof OF_OWN_ADDRESS)[number]; accountId: string; emailKey: string }>
  | Readonly<{ kind: (typeof OF_ADDRESS)[number]; emailKey: string }>
  | Readonly<{ kind: (typeof OF_MESSAGE)[number]; messageId: string }>
  | Readonly<{ kind: (typeof OF_CORRESPONDENT)[number]; correspondentId: string; emailKey: string }>
  | Readonly<{ kind: (typeof OF_ORDER)[number]; orderId: string }>
  | Readonly<{ kind: 'order-refunded'; orderId: string; refundId: string }>
  | Readonly<{ kind: 'return-received'; orderId: string; returnId: string }>
  | Readonly<{ kind: (typeof OF_CHECKOUT)[number]; checkoutId: string }>
