import type { Order } from '@shop/language/order/api'
import { expect, test } from 'vitest'
import { isChangeable } from './money-words.ts'
import { shortDateTime } from './order-dates.ts'
import { deliveryInWords } from './order-texts.ts'
import { stepsOf } from './story-steps.ts'

const order = {
  createdAt: '2026-11-20T12:00:00Z',
  estimatedDelivery: '2026-11-30T12:00:00Z',
  paidAt: '2026-11-20T12:00:00Z',
  paymentMethod: 'PayPal',
  totalPrice: 282,
  isPaid: true,
  isDelivered: false,
  status: 'Processing',
  orderItems: [{ toShip: 1, shipped: 0, refundable: 1 }],
  refunds: [],
} as unknown as Order

const SENT = [{ toShip: 0, shipped: 1, refundable: 1 }] as unknown as Order['orderItems']

const shown = (changes: Partial<Order>) =>
  stepsOf({ ...order, ...changes }).map(({ name, done }) => `${done ? '✓' : '○'} ${name}`)

test('a paid order is being packed', () => {
  expect(shown({})).toEqual(['✓ Placed', '✓ Paid with PayPal', '✓ Processing', '○ Shipped', '○ Delivered'])
})

test('a shipped order has been packed', () => {
  expect(shown({ status: 'Shipped', orderItems: SENT })).toEqual([
    '✓ Placed',
    '✓ Paid with PayPal',
    '✓ Processing',
    '✓ Shipped',
    '○ Delivered',
  ])
})

test('an order that was refunded before it was sent, or has come back, has no further steps', () => {
  const items = (toShip: number, shipped: number, refundable: number) =>
    [{ toShip, shipped, refundable }] as unknown as Order['orderItems']
  expect(shown({ orderItems: items(0, 0, 0) })).toEqual(['✓ Placed', '✓ Paid with PayPal', '✓ Processing'])
  expect(shown({ status: 'Shipped', orderItems: items(0, 0, 0) }).at(-1)).toBe('✓ Shipped')
  expect(shown({ status: 'Shipped', orderItems: items(0, 1, 1) }).at(-1)).toBe('○ Delivered')
  expect(isChangeable({ ...order, orderItems: items(0, 0, 0) })).toBe(false)
  expect(deliveryInWords({ ...order, leftToShip: 0, refundedTotal: 282, orderItems: items(0, 0, 0) })).toBe('Refunded')
  // Pieces that the order lacks can be taken from stock again.
  expect(isChangeable({ ...order, orderItems: items(0, 0, 1) })).toBe(true)
})

test('a delivered order has no further steps', () => {
  expect(shown({ status: 'Delivered', isDelivered: true }).some((step) => step.startsWith('○'))).toBe(false)
})

test('a cancelled order has no step after its cancellation', () => {
  expect(shown({ status: 'Cancelled' })).toEqual(['✓ Placed', '✓ Paid with PayPal', '✓ Cancelled'])
})

test('a cancelled order shows the reason, if a reason was chosen', () => {
  const cancelled = { status: 'Cancelled', cancelReason: 'changed-mind' } as const
  const notes = (changes: Partial<Order>) => stepsOf({ ...order, ...cancelled, ...changes }).map(({ note }) => note)
  expect(notes({}).at(-1)).toBe('Change of mind')
  const cancelledAt = '2026-11-21T12:00:00Z'
  expect(notes({ cancelledAt }).at(-1)).toBe(`${shortDateTime(cancelledAt)} · Change of mind`)
})

test('an unpaid order waits for its payment', () => {
  expect(shown({ isPaid: false })).toEqual([
    '✓ Placed',
    '○ Payment Pending',
    '○ Processing',
    '○ Shipped',
    '○ Delivered',
  ])
})

test('an estimated delivery is marked as estimated', () => {
  expect(stepsOf(order).at(-1)?.note).toBe('Nov 30, estimated')
})

test('each step shows its time', () => {
  const notes = (changes: Partial<Order>) =>
    stepsOf({ ...order, ...changes }).map(({ name, note }) => `${name}: ${note}`)
  const shippedAt = '2026-11-21T08:05:00Z'
  const at = '2026-11-24T10:00:00Z'
  expect(notes({ status: 'Delivered', isDelivered: true, shippedAt, deliveredAt: at }).slice(3)).toEqual([
    `Shipped: ${shortDateTime(shippedAt)}`,
    `Delivered: ${shortDateTime(at)}`,
  ])
  expect(notes({ status: 'Cancelled', shippedAt, cancelledAt: at }).slice(2)).toEqual([
    `Shipped: ${shortDateTime(shippedAt)}`,
    `Cancelled: ${shortDateTime(at)}`,
  ])
})

test('refunds are shown between the past and the future steps', () => {
  const refund = { _id: 'r', amount: 20, at: '2026-11-24T10:00:00Z', lines: [] }
  const refunds = [
    { ...refund, state: 'made' },
    { ...refund, state: 'pending' },
  ] as const
  expect(shown({ refunds, status: 'Shipped' })).toEqual([
    '✓ Placed',
    '✓ Paid with PayPal',
    '✓ Processing',
    '✓ Shipped',
    '✓ Refunded',
    '○ Delivered',
  ])
})

test('only an order with pieces to send is being packed', () => {
  const notes = (leftToShip: number) => stepsOf({ ...order, leftToShip }).map(({ note }) => note)
  expect(notes(1)).toContain('Being packed')
  expect(notes(0)).not.toContain('Being packed')
})
