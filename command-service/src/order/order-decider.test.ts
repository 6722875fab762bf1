import {
  OrderDeleted,
  OrderPlaced,
  OrderRestored,
  OrderStatusChanged,
  RefundCaseOpened,
} from '@shop/language/events/order-events'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type OrderCommand, orderDecider } from './order-decider.ts'

const { given } = specOf(orderDecider)
const orderId = 'o1'
const shirt = {
  productId: 'shirt',
  name: 'Linen Shirt',
  image: '',
  sku: '',
  size: 'M',
  color: 'Red',
  quantity: 2,
  priceCents: 2500,
}
const placedAt = '2026-01-01T10:00:00.000Z'
const facts = {
  orderId,
  customerId: 'ada',
  items: [shirt],
  totalCents: 5000,
  shippingAddress: null,
  paymentMethod: 'PayPal',
  captureId: 'cap1',
  paidAt: placedAt,
  placedAt,
}
const placed = OrderPlaced(facts)
const booked = { orderId, totalCents: 5000, placedAt }
const cancelled = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled' })
const deleted = OrderDeleted({ ...booked, status: 'Processing', lines: [{ productId: 'shirt', quantity: 2 }] })
const restored = OrderRestored({ ...facts, status: 'Processing', refundDue: false })
const restoredWhenCancelled = OrderRestored({ ...facts, status: 'Cancelled', refundDue: true })
const refundCase = RefundCaseOpened({ orderId, captureId: 'cap1', amountCents: 5000 })

test('an order is placed once', () => {
  given().when({ type: 'Place', facts }).thenEvents(placed)
  given(placed).when({ type: 'Place', facts }).thenNothing()
  given(placed, deleted).when({ type: 'Place', facts }).thenNothing()
})

test('any status follows any other, and the same one changes nothing', () => {
  given(placed).when({ type: 'ChangeStatus', status: 'Cancelled' }).thenEvents(cancelled)
  given(placed, cancelled)
    .when({ type: 'ChangeStatus', status: 'Shipped' })
    .thenEvents(OrderStatusChanged({ ...booked, from: 'Cancelled', to: 'Shipped' }))
  given(placed).when({ type: 'ChangeStatus', status: 'Processing' }).thenNothing()
})

test('an unknown order has no status to change', () => {
  given().when({ type: 'ChangeStatus', status: 'Shipped' }).thenRefused('NOT_FOUND')
})

test('a cancelled order opens one refund case', () => {
  given(placed, cancelled).when({ type: 'OpenRefundCase' }).thenEvents(refundCase)
  given(placed, cancelled, refundCase).when({ type: 'OpenRefundCase' }).thenNothing()
  given(placed).when({ type: 'OpenRefundCase' }).thenNothing()
})

describe('a deleted order', () => {
  test('is unknown to every command but Restore', () => {
    given(placed).when({ type: 'Delete' }).thenEvents(deleted)
    given(placed, deleted).when({ type: 'Delete' }).thenRefused('NOT_FOUND')
    given(placed, deleted).when({ type: 'ChangeStatus', status: 'Shipped' }).thenRefused('NOT_FOUND')
  })
  test('is restored as it was', () => {
    given(placed, deleted).when({ type: 'Restore' }).thenEvents(restored)
    given(placed, cancelled, refundCase, OrderDeleted({ ...deleted.data, status: 'Cancelled' }))
      .when({ type: 'Restore' })
      .thenEvents(restoredWhenCancelled)
  })
  test('can be changed and deleted again after it was restored', () => {
    given(placed, deleted, restored).when({ type: 'ChangeStatus', status: 'Cancelled' }).thenEvents(cancelled)
    given(placed, deleted, restored).when({ type: 'Delete' }).thenEvents(deleted)
    given(placed, deleted, restoredWhenCancelled).when({ type: 'OpenRefundCase' }).thenNothing()
  })
  test('that was restored already is not restored again', () => {
    given(placed).when({ type: 'Restore' }).thenNothing()
    given().when({ type: 'Restore' }).thenRefused('NOT_FOUND')
  })
})

test('a retried command changes nothing', async () => {
  const commands: fc.Arbitrary<OrderCommand> = fc.oneof(
    fc.constant<OrderCommand>({ type: 'Place', facts }),
    fc.record({
      type: fc.constant('ChangeStatus' as const),
      status: fc.constantFrom('Processing' as const, 'Shipped' as const, 'Cancelled' as const),
    }),
    fc.constantFrom<OrderCommand>({ type: 'OpenRefundCase' }, { type: 'Delete' }, { type: 'Restore' }),
  )
  await aRetryChangesNothing(orderDecider, commands)
})
