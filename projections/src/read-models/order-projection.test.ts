import { AccountErased, AccountKeyDestroyed } from '@shop/language/account/events'
import {
  OrderAddressChanged,
  OrderDeleted,
  OrderPlaced,
  OrderRestored,
  OrderStatusChanged,
  RefundCaseClosed,
  RefundCaseOpened,
} from '@shop/language/order/events'
import { OrderRefunded, OrderRefundRefused, OrderRefundRequested } from '@shop/language/order/refund-events'
import { makesVersion } from '@shop/language/order/version'
import { sampleAddress as address } from '@shop/language/test-support/sample-address'
import { nothingSince, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { orderProjection } from './order-projection.ts'

const booked = { totalCents: 6800, placedAt: '2026-01-02T00:00:00.000Z', ...saidNothing }
const item = { ...sampleLine, productId: 'p1', name: 'Long Twill Skirt', priceCents: 6800, paidCents: 6800 }
const orderBy = (customerId: string, orderId: string) =>
  OrderPlaced({
    ...booked,
    orderId,
    customerId,
    items: [item],
    shippingAddress: address,
    country: 'UK',
    paymentMethod: 'PayPal',
    captureId: 'cap1',
    paidAt: booked.placedAt,
  })
const placed = orderBy('ada', 'o1')
const cancelled = OrderStatusChanged({ orderId: 'o1', from: 'Processing', to: 'Cancelled', ...booked })
const caseOpened = RefundCaseOpened({ orderId: 'o1', captureId: 'cap1', amountCents: 6800 })
const ofRefund = { orderId: 'o1', refundId: 'r1', amountCents: 6800 }
const asked = OrderRefundRequested({
  ...ofRefund,
  customerId: 'ada',
  captureId: 'cap1',
  pieces: [{ line: 0, quantity: 1 }],
  chosenReason: 'too-small',
  reason: 'At the sleeves',
  at: booked.at,
})
const taken = { status: 'Cancelled', deleted: false, placedAt: booked.placedAt } as const
const made = OrderRefunded({ ...ofRefund, providerRefundId: 'REF', ...taken })

test('a new order is in processing', () => {
  expect(documentsAfter(orderProjection, placed)).toMatchObject({
    o1: { _id: 'o1', customerId: 'ada', status: 'Processing', totalCents: 6800, refundDue: false },
  })
})

test('a search finds an order by its id, its products, their SKUs, its city and its tracking number, not by the customer', () => {
  const { tokens } = documentsAfter(orderProjection, placed).o1 ?? { tokens: [] }
  expect(tokens).toEqual(expect.arrayContaining(['o1', 'twill', 'skirt', 'london']))
  expect(tokens).not.toContain('ada')
  const toGhent = { orderId: 'o1', customerId: 'ada', shippingAddress: { ...address, city: 'Ghent' }, country: 'BE' }
  const sent = { orderId: 'o1', from: 'Processing', to: 'Shipped', ...booked, trackingNumber: 'RM1234' } as const
  const history = [
    OrderPlaced({ ...placed.data, items: [{ ...item, sku: 'TW-77' }] }),
    OrderAddressChanged(toGhent),
    OrderStatusChanged(sent),
  ]
  const now = documentsAfter(orderProjection, ...history).o1?.tokens
  expect(now).toEqual(expect.arrayContaining(['tw', '77', 'ghent', 'rm1234']))
  expect(now).not.toContain('london')
  const erased = documentsAfter(orderProjection, ...history, AccountErased({ accountId: 'ada', emailKey: 'k' })).o1
  expect(erased?.tokens).toContain('77')
  for (const gone of ['ghent', 'rm1234']) expect(erased?.tokens).not.toContain(gone)
})

test('an order shows its latest status', () => {
  expect(documentsAfter(orderProjection, placed, cancelled)).toMatchObject({ o1: { status: 'Cancelled' } })
})

test('a refund is due from the opening of its case until the refund is made or the case is closed', () => {
  const history = [placed, cancelled, caseOpened]
  expect(documentsAfter(orderProjection, ...history)).toMatchObject({ o1: { refundDue: true } })
  const after = (...events: Parameters<typeof documentsAfter>[1][]) =>
    documentsAfter(orderProjection, ...history, ...events)
  expect(after(asked)).toMatchObject({ o1: { refundDue: true, refunds: [{ state: 'requested' }] } })
  expect(after(asked, made)).toMatchObject({ o1: { refundDue: false, refunds: [{ state: 'made' }] } })
  const closed = RefundCaseClosed({ orderId: 'o1', customerId: 'ada', reason: 'Paid in cash' })
  expect(after(closed)).toMatchObject({ o1: { refundDue: false, refunds: [] } })
})

test('a refund of a cancelled order is due again if the provider refuses it', () => {
  const refused = OrderRefundRefused({ orderId: 'o1', refundId: 'r1', amountCents: 6800, code: 'REFUND_NOT_ALLOWED' })
  expect(documentsAfter(orderProjection, placed, cancelled, asked, refused)).toMatchObject({
    o1: { refundDue: true, refunds: [{ state: 'refused', code: 'REFUND_NOT_ALLOWED' }] },
  })
})

test('written reasons for refunds and returns stay until the customer is erased; chosen reasons stay even then', () => {
  expect(documentsAfter(orderProjection, placed, asked)).toMatchObject({
    o1: { reasons: { r1: 'At the sleeves' }, refunds: [{ chosenReason: 'too-small' }] },
  })
  const erased = AccountErased({ accountId: 'ada', emailKey: 'k' })
  expect(documentsAfter(orderProjection, placed, asked, erased)).toMatchObject({
    o1: { reasons: {}, refunds: [{ chosenReason: 'too-small' }] },
  })
})

test('a deleted order has no document', () => {
  const deleted = OrderDeleted({ orderId: 'o1', status: 'Processing', lines: [], ...booked })
  expect(documentsAfter(orderProjection, placed, deleted)).toEqual({})
})

test('a restored order is as it was before it was deleted', () => {
  const deleted = OrderDeleted({ orderId: 'o1', status: 'Cancelled', lines: [], ...booked })
  const lines = [{ held: 1, sent: 0, givenUp: 0, gone: 0, untaken: 0 }]
  const cancelledAt = cancelled.data.at
  const data = { ...placed.data, status: 'Cancelled', cancelledAt, refundDue: true, ...nothingSince, lines } as const
  const restored = OrderRestored(data)
  const before = documentsAfter(orderProjection, placed, cancelled, caseOpened)
  const now = documentsAfter(orderProjection, placed, cancelled, caseOpened, deleted, restored)
  expect(now).toEqual({ o1: { ...before.o1, version: 4 } })
})

test('orders of an erased customer lose their address, and orders of other customers keep it', () => {
  const erased = AccountErased({ accountId: 'ada', emailKey: 'k' })
  expect(documentsAfter(orderProjection, placed, orderBy('bob', 'o2'), erased)).toMatchObject({
    o1: { shippingAddress: null, totalCents: 6800 },
    o2: { shippingAddress: address },
  })
})

test('an order shows the newest tracking number until its customer is erased', () => {
  const sent = { orderId: 'o1', from: 'Processing', to: 'Shipped', ...booked } as const
  const history = [
    placed,
    OrderStatusChanged({ ...sent, trackingNumber: 'RM1' }),
    OrderStatusChanged({ ...sent, from: 'Shipped', to: 'Delivered' }),
  ]
  expect(documentsAfter(orderProjection, ...history)).toMatchObject({
    o1: { status: 'Delivered', trackingNumber: 'RM1', deliveredAt: booked.at },
  })
  const erased = AccountErased({ accountId: 'ada', emailKey: 'k' })
  expect(documentsAfter(orderProjection, ...history, erased)).toMatchObject({ o1: { trackingNumber: null } })
})

test('an order is incomplete until its address is completed, and incomplete again when its customer is erased', () => {
  const halfway = OrderPlaced({ ...placed.data, shippingAddress: { ...address, city: ' ' }, country: '' })
  const completed = OrderAddressChanged({
    orderId: 'o1',
    customerId: 'ada',
    shippingAddress: address,
    country: address.country,
  })
  expect(documentsAfter(orderProjection, halfway)).toMatchObject({ o1: { incompleteAddress: true, country: '' } })
  const { o1: whole } = documentsAfter(orderProjection, placed)
  expect(documentsAfter(orderProjection, halfway, completed)).toEqual({ o1: { ...whole, version: 1 } })
  const erased = AccountErased({ accountId: 'ada', emailKey: 'k' })
  expect(documentsAfter(orderProjection, halfway, completed, erased)).toMatchObject({
    o1: { shippingAddress: null, incompleteAddress: true, country: 'UK' },
  })
})

test('the provider’s protection of the seller ends when the address of the order changes', () => {
  const covered = OrderPlaced({ ...placed.data, sellerProtection: 'holds' })
  const elsewhere = OrderAddressChanged({ orderId: 'o1', customerId: 'ada', shippingAddress: address, country: 'UK' })
  expect(documentsAfter(orderProjection, covered)).toMatchObject({ o1: { sellerProtection: 'holds' } })
  expect(documentsAfter(orderProjection, covered, elsewhere)).toMatchObject({
    o1: { sellerProtection: 'address-changed' },
  })
  expect(documentsAfter(orderProjection, placed, elsewhere).o1).not.toHaveProperty('sellerProtection')
})

test('an order to a country without postal codes is complete without a postal code', () => {
  const shippingAddress = { ...address, postalCode: '', country: 'Hong Kong' }
  const there = OrderPlaced({ ...placed.data, shippingAddress, country: 'Hong Kong' })
  expect(documentsAfter(orderProjection, there)).toMatchObject({ o1: { incompleteAddress: false } })
})

test('an order placed during an erasure loses its address when the key is destroyed', () => {
  const erased = AccountErased({ accountId: 'ada', emailKey: 'k' })
  const late = documentsAfter(orderProjection, erased, placed, AccountKeyDestroyed({ accountId: 'ada' }))
  expect(late).toMatchObject({ o1: { shippingAddress: null, totalCents: 6800 } })
})

test('a document has the version of the last event that changes an order’s version, also after a restoration', () => {
  const history = [placed, cancelled, caseOpened]
  const versionAfter = (...events: Parameters<typeof documentsAfter>[1][]) =>
    documentsAfter(orderProjection, ...history, ...events).o1?.version
  expect(versionAfter()).toBe(1)
  expect(versionAfter(asked)).toBe(3)
  expect(versionAfter(asked, made)).toBe(3)
  const deleted = OrderDeleted({ orderId: 'o1', status: 'Cancelled', lines: [], ...booked })
  const lines = [{ held: 1, sent: 0, givenUp: 0, gone: 0, untaken: 0 }]
  const restored = OrderRestored({ ...placed.data, status: 'Cancelled', refundDue: true, ...nothingSince, lines })
  expect(versionAfter(deleted, restored)).toBe(4)
})

test('the projection handles every event that changes the version of an order', () => {
  const missing = Object.entries(makesVersion).filter(([type, makes]) => makes && !(type in orderProjection.on))
  expect(missing).toEqual([])
})
