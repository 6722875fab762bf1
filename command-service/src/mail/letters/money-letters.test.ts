import { expect, test } from 'vitest'
import type { Checkout } from '../../checkout/checkout-state.ts'
import type { Order } from '../../order/order-state.ts'
import { createLinks } from '../links.ts'
import { textOf } from '../render-text.ts'
import { paymentLetters, returnLetter } from './money-letters.ts'

const links = createLinks('https://shop.test')
const item = { name: 'Shirt', size: 'M', color: 'Red', quantity: 1, priceCents: 2500, paidCents: 2500 }
const bought = { items: [item], totalCents: 2500, paymentMethod: 'PayPal' }

test.each([true, false])('the mail about a pending payment says whether the pieces are held: %s', (held) => {
  const letter = paymentLetters['payment-pending'](
    { ...bought, status: 'pending', held } as unknown as Checkout,
    links,
  )!
  const says = letter.preview + textOf(letter)
  expect(says.split('We keep your pieces for you').length - 1).toBe(held ? 2 : 0)
  expect(says.includes('We no longer hold your pieces')).toBe(!held)
  expect(says).toContain('If we cannot place it, for example because the pieces are sold out, we refund your money.')
})

test('a mail says that a reviewed payment was not confirmed, unless it was confirmed after all', () => {
  const letterOf = (status: Checkout['status'], code = 'DECLINED') => {
    const refusals = new Map([['PP1', { code }]])
    return paymentLetters['payment-not-confirmed']({ ...bought, status, refusals } as unknown as Checkout, links)
  }
  expect(textOf(letterOf('refused')!)).toContain(
    'PayPal has not confirmed your payment, so we have not placed your order.',
  )
  expect(letterOf('paid')).toBe(undefined)
  const given = letterOf('refused', 'REFUNDED')!
  expect(given.subject).toBe('Your payment was refunded')
  expect(textOf(given)).toContain('PayPal took your payment and then refunded it to your PayPal account')
})

test('the mail about a refunded payment names every reason', () => {
  const says = textOf(paymentLetters['payment-returned'](bought as unknown as Checkout, links))
  for (const reason of ['already paid with another payment', 'sold out', 'discount code was used', 'not the total'])
    expect(says).toContain(reason)
})

const pieces = [{ line: 0, quantity: 1 }]
const returned = (changes: object) =>
  returnLetter(
    {
      facts: { ...bought, orderId: 'order' },
      status: 'Delivered',
      refundDue: false,
      returns: [{ returnId: 'r', pieces, received: pieces }],
      refunds: [],
      ...changes,
    } as unknown as Order,
    'r',
    links,
  )!

test('the mail about a received return promises a refund only if the return causes one', () => {
  const refund = { refundId: 'f', returnId: 'r', state: 'requested', amountCents: 2500, pieces }
  expect(returned({ refunds: [refund] }).preview).toBe('We refund $25.00. Another email confirms the refund.')
  expect(returned({ status: 'Cancelled', refundDue: true }).preview).toContain('when your money is refunded')
  for (const refunds of [[], [{ ...refund, returnId: 'other' }], [{ ...refund, state: 'refused' }]])
    expect(textOf(returned({ refunds }))).not.toMatch(/We refund|refunded/)
})
