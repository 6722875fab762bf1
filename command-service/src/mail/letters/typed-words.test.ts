import type { Run } from '@shop/language/analysis/runs'
import { MAIL_KINDS, type MailKind } from '@shop/language/mail/subject'
import { newLines } from '@shop/language/order/lines'
import { describe, expect, test } from 'vitest'
import type { Checkout } from '../../checkout/checkout-state.ts'
import type { Order } from '../../order/order-state.ts'
import type { Letter } from '../letter.ts'
import { createLinks } from '../links.ts'
import { htmlOf } from '../render-html.ts'
import { textOf } from '../render-text.ts'
import { accountLetters, confirmLetter, movedLetter, resetLetter } from './account-letters.ts'
import { answerLetter } from './answer-letter.ts'
import { resumedLetter } from './cancellation-letters.ts'
import { messageLetter } from './message-letter.ts'
import { paymentLetters, refundLetter, returnLetter } from './money-letters.ts'
import { confirmNewsletterLetter, subscribedLetter } from './newsletter-letters.ts'
import { addressMissing, orderLetter } from './order-letters.ts'

/** A text that a sender types to make the shop mail it to a stranger. */
const TYPED = 'Pay at http://evil.test/<b>x'
const typed = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, TYPED]))
const links = createLinks('https://shop.test')
const item = { name: 'Shirt', size: 'M', color: 'Red', quantity: 1, priceCents: 2500, paidCents: 2500 }
const bought = { items: [item], totalCents: 2500, paymentMethod: 'PayPal' }
const address = typed('firstName', 'lastName', 'address', 'address2', 'city', 'postalCode', 'state', 'country', 'phone')
const orderWith = (shippingAddress: object, status = 'Processing') =>
  ({
    facts: { ...bought, orderId: 'order', shippingAddress },
    status,
    reason: TYPED,
    lines: [],
    refundsBefore: 0,
    refunds: [{ refundId: 'r', state: 'made', amountCents: 2500, pieces: [{ line: 0, quantity: 1 }], reason: TYPED }],
    returns: [{ returnId: 'r', received: [{ line: 0, quantity: 1 }], reason: TYPED }],
  }) as unknown as Order
const toShip = { totalCents: 2500, lines: newLines([item]), refunds: [] }
const checkout = { ...bought, status: 'pending', shippingAddress: address, refusals: new Map() } as unknown as Checkout
const about = (kind: 'order-placed' | 'order-shipped' | 'order-delivered' | 'order-cancelled', status?: string) =>
  orderLetter(kind, orderWith(address, status), links, checkout)

const answer = {
  columns: [{ name: 'note', type: 'VARCHAR', kind: 'text' }],
  rows: [[TYPED]],
  truncated: false,
  asOf: { event: 1, moment: '2026-11-30T08:00:00.000Z' },
  rangeDigest: '00',
}
const run = { id: '', state: 'answered', answer } as unknown as Run

test('a late confirmation does not promise to pack an order that was refunded', () => {
  const confirmation = (changes: object) =>
    textOf(orderLetter('order-placed', { ...orderWith(address), ...changes } as Order, links, checkout)!)
  expect(confirmation(toShip)).toContain('We will pack it next.')
  const refunds = [{ refundId: 'r', state: 'made', amountCents: 2500, pieces: [], reason: '' }]
  expect(confirmation({ ...toShip, refunds })).not.toContain('We will')
})

/** TABLE: every letter, made from facts in which every typed text is TYPED. */
const letters: Readonly<Record<MailKind, Letter | undefined>> = {
  welcome: accountLetters.welcome(links),
  'password-changed': accountLetters['password-changed'](links),
  'email-confirm': confirmLetter('https://shop.test/confirm', false),
  'email-changed': movedLetter(links),
  'password-reset': resetLetter('https://shop.test/reset'),
  'contact-message': messageLetter({ name: TYPED, email: 'eve@evil.test', text: TYPED }),
  'newsletter-confirm': confirmNewsletterLetter('https://shop.test/newsletter'),
  'newsletter-subscribed': subscribedLetter({ code: 'CODE', leave: 'https://shop.test/newsletter' }),
  'order-placed': about('order-placed'),
  'address-missing': addressMissing({ ...orderWith({ ...address, city: '' }), ...toShip }, links),
  'order-shipped': about('order-shipped', 'Shipped'),
  'order-delivered': about('order-delivered', 'Delivered'),
  'order-cancelled': about('order-cancelled', 'Cancelled'),
  'order-resumed': resumedLetter(orderWith(address), links),
  'order-refunded': refundLetter(orderWith(address), 'r', links),
  'return-received': returnLetter(orderWith(address), 'r', links),
  'payment-pending': paymentLetters['payment-pending'](checkout, links),
  'payment-not-confirmed': paymentLetters['payment-not-confirmed']({ ...checkout, status: 'refused' }, links),
  'payment-returned': paymentLetters['payment-returned'](checkout, links),
  'question-answer': answerLetter(
    { name: 'by-day', version: 1, asOf: '2026-11-30T08:00:00.000Z', run },
    { links, timeZone: 'UTC' },
  ),
}
/**
 * These letters may contain typed text: a message goes to the shop, an address is mailed only after an order was paid, and an answer goes to
 * an analyst who asked for it.
 */
const HAVE_TYPED_WORDS: readonly MailKind[] = ['contact-message', 'order-placed', 'order-shipped', 'question-answer']

describe.each(MAIL_KINDS)('the mail %s', (kind) => {
  const letter = letters[kind]!
  const all = [letter.subject, letter.preview, textOf(letter), htmlOf(letter)].join('\n')

  test(
    HAVE_TYPED_WORDS.includes(kind)
      ? 'shows typed words as text, not as markup'
      : 'contains no words that a user typed',
    () => {
      expect(all.includes('evil.test/')).toBe(HAVE_TYPED_WORDS.includes(kind))
      expect(htmlOf(letter)).not.toContain('<b>x')
    },
  )
})

test('the mail that confirms an account’s current address contains no typed text', () => {
  expect(textOf(confirmLetter('https://shop.test/confirm', true))).not.toContain('evil')
})
