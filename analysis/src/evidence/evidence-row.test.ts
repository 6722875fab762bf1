import { allEvents } from '@shop/language/all-events'
import { anyOf } from '@shop/language/test-support/any-event'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { evidenceRow } from './evidence-row.ts'

const copied = (type: string, data: unknown, stream = 'order-o1'): CopiedEvent => ({
  event: 7,
  recordedAt: '2026-03-01T10:00:00.000Z',
  stream,
  kind: stream.slice(0, stream.lastIndexOf('-')),
  version: 2,
  type,
  schemaVersion: 1,
  actorRole: 'customer',
  actor: null,
  correlation: 'p_r',
  causation: 'p_c',
  data,
})
const rowOf = (...given: Parameters<typeof copied>) => {
  const { event, recordedAt, stream, version, type, ...about } = evidenceRow(copied(...given), (id) => `Name of ${id}`)
  return about
}

test('an event has the order, product, customer and money that its data names', () => {
  const bought = { customerId: 'p_ada', totalCents: 12345, items: [{ productId: 'p1', priceCents: 1 }] }
  expect(rowOf('OrderPlaced', { orderId: 'o1', ...bought })).toEqual({
    order: 'o1',
    person: 'p_ada',
    amount: { of: 'total', value: 123.45 },
  })
  // The pieces that an order takes from stock again.
  expect(rowOf('StockTaken', { productId: 'p1', checkoutId: 'o1~again1', lines: [] }, 'stock-p1').order).toBe('o1')
  expect(rowOf('StockReserved', { productId: 'p1', checkoutId: 'o1~2', lines: [] }, 'stock-p1')).toEqual({
    order: 'o1',
    product: { id: 'p1', name: 'Name of p1' },
  })
  expect(rowOf('StockReceived', { productId: 'p1', quantity: 3, costCents: 950 }, 'stock-p1').amount).toEqual({
    of: 'cost',
    value: 9.5,
  })
  const added = { ownerId: 'p_bob', item: { productId: 'p2', priceCents: 0 }, quantity: 2 }
  expect(rowOf('ItemAddedToCart', added, 'cart-p_bob')).toEqual({
    product: { id: 'p2', name: 'Name of p2' },
    person: 'p_bob',
    amount: { of: 'price', value: 0 },
  })
  expect(rowOf('ProductEdited', { productId: 'p1', changes: { priceCents: 3700 } }, 'product-p1').amount).toEqual({
    of: 'price',
    value: 37,
  })
  expect(rowOf('ProductEdited', { productId: 'p1', changes: {} }, 'product-p1')).not.toHaveProperty('amount')
  expect(rowOf('MailSent', { personId: 'p_ada', kind: 'order' }, 'mails-p_ada')).toEqual({ person: 'p_ada' })
})

test('a change of an order has the status before and after it', () => {
  const changed = { orderId: 'o1', customerId: 'p_ada', from: 'Processing', to: 'Shipped' }
  expect(rowOf('OrderStatusChanged', changed)).toEqual({
    order: 'o1',
    person: 'p_ada',
    status: { before: 'Processing', after: 'Shipped' },
  })
})

test('the money of a refund and of a discount is not called an amount that was paid', () => {
  const kinds = [
    'CheckoutPaid',
    'OrderRefundRequested',
    'OrderRefunded',
    'PaymentRefunded',
    'RefundNoted',
    'DiscountGiven',
  ]
  const about = { orderId: 'o1', checkoutId: 'o1', amountCents: 500 }
  expect(kinds.map((type) => rowOf(type, about).amount?.of)).toEqual([
    'amount',
    'refund',
    'refund',
    'refund',
    'refund',
    'discount',
  ])
})

test('an admin who closed a case, the holder of a key and an id from outside the shop are no customer and no order', () => {
  expect(rowOf('CaseClosed', { caseId: 'p_c', personId: 'p_admin' }, 'case-p_c')).toEqual({})
  expect(rowOf('KeyClaimed', { ownerId: 'p_x' }, 'claim-email-p_x')).toEqual({})
  expect(rowOf('SignalReceived', { checkoutId: 'p_x', amountCents: 500 }, 'signals-p_y')).toEqual({
    amount: { of: 'amount', value: 5 },
  })
  expect(rowOf('OrderDeleted', { orderId: 'o1', customerId: '' })).toEqual({ order: 'o1' })
  expect(rowOf('Unknown', null)).toEqual({})
})

test('every type of event with one sum of money shows it', () => {
  const isSum = (data: object) =>
    [data, ...Object.values(data)].some(
      (part) =>
        part &&
        !Array.isArray(part) &&
        Object.entries(part).some(([name, value]) => /Cents$/.test(name) && typeof value === 'number'),
    )
  const found = new Set<string>()
  for (const { type } of allEvents)
    for (const { data } of fc.sample(anyOf(type), { numRuns: 20, seed: 5 })) {
      if (!isSum(data as object)) continue
      found.add(type)
      expect(rowOf(type, data).amount, `${type} ${JSON.stringify(data)}`).toBeDefined()
    }
  expect(found.size).toBeGreaterThan(20)
})
