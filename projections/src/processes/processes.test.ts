import { AccountErased } from '@shop/language/events/account-events'
import {
  CheckoutOpened,
  GuestCartHandedOver,
  GuestCartMerged,
  ItemAddedToCart,
} from '@shop/language/events/cart-events'
import {
  CheckoutAbandoned,
  CheckoutExpired,
  CheckoutPaid,
  CheckoutReopened,
  CheckoutStarted,
  CheckoutSuperseded,
  PaymentPending,
  PaymentRefused,
  PaymentStarted,
  RefundRequested,
} from '@shop/language/events/checkout-events'
import type { Event, Recorded } from '@shop/language/events/event'
import {
  OrderPlaced,
  OrderRefundRequested,
  OrderRestored,
  OrderStatusChanged,
  ReturnReceived,
  ReturnRequested,
} from '@shop/language/events/order-events'
import { StockReserved } from '@shop/language/events/stock-events'
import { nothingSince, saidNothing } from '@shop/language/test-support/sample-order'
import { expect, test } from 'vitest'
import { type Ask, asksOf } from '../process-manager.ts'
import { processes } from './all.ts'

const AT = '2026-01-01T10:00:00.000Z'
const checkoutId = 'c1'
const item = {
  productId: 'shirt',
  name: '',
  image: '',
  sku: '',
  size: 'M',
  color: 'Red',
  quantity: 1,
  priceCents: 2500,
  paidCents: 2500,
}
const bought = {
  customerId: 'ada',
  items: [item],
  totalCents: 2500,
  shippingAddress: null,
  country: '',
  paymentMethod: 'PayPal',
}

/** The commands of all process managers after one event. */
function asksAfter(event: Event): readonly Ask[] {
  const recorded = { ...event, metadata: { recordedAt: AT } } as Recorded
  return processes.flatMap((process) => asksOf(process, recorded))
}

test('a started checkout has its stock reserved and expires in time', () => {
  const expiresAt = '2026-01-01T10:30:00.000Z'
  const asks = [
    { command: { type: 'ReserveStock', checkoutId }, delayMs: 10_000 },
    { command: { type: 'ExpireCheckout', checkoutId }, delayMs: 30 * 60_000 },
  ]
  expect(asksAfter(CheckoutStarted({ checkoutId, ...bought, startedAt: AT, expiresAt }))).toEqual(asks)
  const check = { command: { type: 'CheckPayment', checkoutId }, delayMs: 15_000 }
  expect(asksAfter(CheckoutReopened({ checkoutId, expiresAt }))).toEqual([...asks, check])
})

test('pieces that are reserved are released if their hold has ended by then', () => {
  const lines = [{ size: 'M', color: '', quantity: 1 }]
  for (const holdId of [checkoutId, `${checkoutId}~2`])
    expect(asksAfter(StockReserved({ productId: 'shirt', checkoutId: holdId, lines }))).toEqual([
      { command: { type: 'ReleaseStock', checkoutId } },
    ])
})

test('a newer checkout supersedes the previous one', () => {
  expect(asksAfter(CheckoutOpened({ ownerId: 'ada', checkoutId }))).toEqual([])
  expect(asksAfter(CheckoutOpened({ ownerId: 'ada', checkoutId, supersedes: 'c0' }))).toEqual([
    { command: { type: 'SupersedeCheckout', checkoutId: 'c0', by: checkoutId } },
  ])
})

test.each([
  CheckoutExpired({ checkoutId }),
  CheckoutSuperseded({ checkoutId, by: 'c2' }),
  CheckoutAbandoned({ checkoutId, reason: '' }),
])('after $type the stock is given back', (event) => {
  expect(asksAfter(event)).toEqual([{ command: { type: 'ReleaseStock', checkoutId } }])
})

test('a started payment is checked, and a paid checkout becomes an order', () => {
  expect(asksAfter(PaymentStarted({ checkoutId, providerOrderId: 'pp1' }))).toEqual([
    { command: { type: 'CheckPayment', checkoutId }, delayMs: 15_000 },
  ])
  const money = { captureId: 'cap1', amountCents: 2500 }
  expect(asksAfter(CheckoutPaid({ checkoutId, providerOrderId: 'pp1', ...money, paidAt: AT, held: true }))).toEqual([
    { command: { type: 'PlaceOrder', checkoutId } },
  ])
  expect(asksAfter(RefundRequested({ checkoutId, ...money, reason: '' }))).toEqual([
    { command: { type: 'RefundPayment', checkoutId, captureId: 'cap1' } },
  ])
})

test('pieces of a pending payment are held until a given time while it is checked, and a refused payment returns them', () => {
  const money = { providerOrderId: 'pp1', captureId: 'cap1', amountCents: 2500, held: true }
  const holdUntil = '2026-01-04T10:00:00.000Z'
  expect(asksAfter(PaymentPending({ checkoutId, ...bought, ...money, pendingAt: AT, holdUntil }))).toEqual([
    { command: { type: 'ExpireCheckout', checkoutId }, delayMs: 72 * 60 * 60_000 },
    { command: { type: 'CheckPayment', checkoutId }, delayMs: 15_000 },
  ])
  expect(asksAfter(PaymentRefused({ checkoutId, providerOrderId: 'pp1', code: 'DECLINED', final: true }))).toEqual([
    { command: { type: 'ReturnRefused', checkoutId } },
  ])
})

test('a placed order is settled, and a cancelled one returns its stock', () => {
  const facts = { orderId: 'o1', ...bought, captureId: 'cap1', paidAt: AT, placedAt: AT }
  expect(asksAfter(OrderPlaced(facts))).toEqual([{ command: { type: 'SettleOrder', orderId: 'o1' } }])
  const change = { orderId: 'o1', from: 'Processing', totalCents: 2500, placedAt: AT, ...saidNothing } as const
  expect(asksAfter(OrderStatusChanged({ ...change, to: 'Shipped' }))).toEqual([])
  expect(asksAfter(OrderStatusChanged({ ...change, to: 'Cancelled' }))).toEqual([
    { command: { type: 'ReturnStock', orderId: 'o1' } },
  ])
  expect(asksAfter(OrderRestored({ ...facts, status: 'Shipped', refundDue: false, ...nothingSince }))).toEqual([])
  expect(asksAfter(OrderRestored({ ...facts, status: 'Cancelled', refundDue: true, ...nothingSince }))).toEqual([
    { command: { type: 'ReturnStock', orderId: 'o1' } },
  ])
})

test('a refund that is asked for is made, and a received return goes back into stock', () => {
  const asked = { orderId: 'o1', customerId: 'ada', pieces: [{ line: 0, quantity: 1 }], reason: null, at: AT }
  const refund = { ...asked, refundId: 'r1', captureId: 'cap1', amountCents: 2500 }
  expect(asksAfter(OrderRefundRequested(refund))).toEqual([
    { command: { type: 'MakeRefund', orderId: 'o1', refundId: 'r1' } },
  ])
  expect(asksAfter(ReturnRequested({ ...asked, returnId: 't1' }))).toEqual([])
  expect(asksAfter(ReturnReceived({ orderId: 'o1', returnId: 't1', pieces: [], at: AT }))).toEqual([
    { command: { type: 'RestockReturn', orderId: 'o1', returnId: 't1' } },
  ])
})

test('no cart has a job that waits for its expiry', () => {
  const { sku: _, ...line } = item
  for (const ownerId of ['ada', 'guest_1']) expect(asksAfter(ItemAddedToCart({ ownerId, item: line }))).toEqual([])
})

test("a guest's cart that was handed over is merged, and an erasure is finished", () => {
  expect(asksAfter(GuestCartHandedOver({ ownerId: 'guest_1', to: 'ada', handover: 1 }))).toEqual([
    { command: { type: 'FinishMerge', guestId: 'guest_1' } },
  ])
  expect(asksAfter(AccountErased({ accountId: 'ada', emailKey: 'k' }))).toEqual([
    { command: { type: 'FinishErasure', accountId: 'ada', emailKey: 'k' } },
  ])
})

test('a merge is followed only if it was recorded before anything had left the guest’s cart', () => {
  const merged = { ownerId: 'ada', guestId: 'guest_1', items: [], notices: [] }
  expect(asksAfter(GuestCartMerged({ ...merged, handover: 1 }))).toEqual([])
  expect(asksAfter(GuestCartMerged({ ...merged, handover: 0 }))).toEqual([
    { command: { type: 'CloseGuestCart', guestId: 'guest_1', mergedInto: 'ada' } },
  ])
})
