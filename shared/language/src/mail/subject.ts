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
const OF_CHECKOUT = ['payment-pending', 'payment-not-confirmed', 'payment-returned'] as const
const OF_OWN_ADDRESS = ['email-confirm', 'email-changed'] as const
const OF_MESSAGE = ['contact-message'] as const
const OF_CORRESPONDENT = ['newsletter-confirm', 'newsletter-subscribed'] as const
const OF_QUESTION = ['question-answer'] as const
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
  ...OF_QUESTION,
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Messages from the contact page are mailed to the shop. All other mails go to their person. */
export const isToShop = (kind: string) => (OF_MESSAGE as readonly string[]).includes(kind)

/** If the event is handled again, the mail has the same id. */
export const mailIdOf = (eventId: string, kind: MailKind) => idFrom('mail', eventId, kind)

/** The facts in the mail are looked up by these ids when the mail is sent. */
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
  | Readonly<{ kind: (typeof OF_QUESTION)[number]; accountId: string; name: string; asOf: string }>
