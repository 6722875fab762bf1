import type { OrderStatus } from '@shop/language/api/order-status'
import type { SellerProtection } from '@shop/language/api/seller-protection'
import {
  OrderAddressChanged,
  OrderDeleted,
  OrderPlaced,
  OrderRestored,
  OrderStatusChanged,
  RefundCaseOpened,
} from '@shop/language/events/order-events'
import { nothingSince, saidNothing } from '@shop/language/test-support/sample-order'
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
  paidCents: 5000,
}
const placedAt = '2026-01-01T10:00:00.000Z'
const facts = {
  orderId,
  customerId: 'ada',
  items: [shirt],
  totalCents: 5000,
  shippingAddress: null,
  country: 'UK',
  paymentMethod: 'PayPal',
  captureId: 'cap1',
  paidAt: placedAt,
  placedAt,
}
const placed = OrderPlaced(facts)
const { at } = saidNothing
const booked = { orderId, totalCents: 5000, placedAt, ...saidNothing }
const cancelled = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled' })
const deleted = OrderDeleted({ ...booked, status: 'Processing', lines: [{ productId: 'shirt', quantity: 2 }] })
const restored = OrderRestored({ ...facts, status: 'Processing', refundDue: false, ...nothingSince })
const restoredWhenCancelled = OrderRestored({ ...facts, status: 'Cancelled', refundDue: true, ...nothingSince })
const refundCase = RefundCaseOpened({ orderId, captureId: 'cap1', amountCents: 5000 })

test('an order is placed once', () => {
  given().when({ type: 'Place', facts }).thenEvents(placed)
  given(placed).when({ type: 'Place', facts }).thenNothing()
  given(placed, deleted).when({ type: 'Place', facts }).thenNothing()
})

test('any status follows any other, once the pieces of a cancelled order are back, and the same one changes nothing', () => {
  given(placed).when({ type: 'ChangeStatus', status: 'Cancelled', at }).thenEvents(cancelled)
  given(placed, cancelled).when({ type: 'ChangeStatus', status: 'Shipped', at }).thenRefused('CONFLICT')
  given(placed, cancelled, refundCase)
    .when({ type: 'ChangeStatus', status: 'Shipped', at })
    .thenEvents(OrderStatusChanged({ ...booked, from: 'Cancelled', to: 'Shipped' }))
  given(placed).when({ type: 'ChangeStatus', status: 'Processing', at }).thenNothing()
})

test('a reason and a tracking number are kept with the status, and the same again changes nothing', () => {
  const said = { reason: 'It left today', trackingNumber: 'RM1' }
  const sent = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Shipped', ...said })
  given(placed)
    .when({ type: 'ChangeStatus', status: 'Shipped', at, ...said })
    .thenEvents(sent)
  given(placed, sent)
    .when({ type: 'ChangeStatus', status: 'Shipped', at, ...said })
    .thenNothing()
  given(placed, sent)
    .when({ type: 'ChangeStatus', status: 'Shipped', at, trackingNumber: 'RM2' })
    .thenEvents(OrderStatusChanged({ ...booked, from: 'Shipped', to: 'Shipped', trackingNumber: 'RM2' }))
})

describe('the address of an order', () => {
  const halfway = {
    firstName: 'Ada',
    lastName: 'Byron',
    address: '12 St James',
    city: '',
    postalCode: '',
    country: '',
    phone: '',
  }
  const whole = { ...halfway, city: 'London', postalCode: 'SW1', country: 'UK' }
  const incomplete = { ...facts, shippingAddress: halfway, country: '' }
  const begun = OrderPlaced(incomplete)
  const completed = OrderAddressChanged({ orderId, customerId: 'ada', shippingAddress: whole, country: 'UK' })
  const complete = { type: 'ChangeAddress', shippingAddress: whole } as const
  const statusIs = (to: OrderStatus) => OrderStatusChanged({ ...booked, from: 'Processing', to })

  test('is completed and corrected while the order is in work, and the same again changes nothing', () => {
    given(begun).when(complete).thenEvents(completed)
    given(begun, completed).when(complete).thenNothing()
    const shippingAddress = { ...whole, phone: '020' }
    given(begun, completed)
      .when({ type: 'ChangeAddress', shippingAddress })
      .thenEvents(OrderAddressChanged({ ...completed.data, shippingAddress }))
  })

  test('stays once the order is shipped, delivered, cancelled or deleted, and when its customer is erased', () => {
    for (const status of ['Shipped', 'Delivered', 'Cancelled'] as const)
      given(begun, statusIs(status)).when(complete).thenRefused('CONFLICT')
    given(begun, deleted).when(complete).thenRefused('NOT_FOUND')
    given(placed).when(complete).thenRefused('CONFLICT')
  })

  test('is that of a restored order', () => {
    given(begun, completed, deleted)
      .when({ type: 'Restore' })
      .thenEvents(OrderRestored({ ...restored.data, shippingAddress: whole, country: 'UK' }))
  })

  test('that is changed ends the seller protection that held for it, and no reason why it did not hold', () => {
    const after = { holds: 'address-changed', 'holds-in-part': 'address-changed', refused: 'refused' } as const
    for (const [sellerProtection, since] of Object.entries(after) as [keyof typeof after, SellerProtection][])
      given(OrderPlaced({ ...incomplete, sellerProtection }), completed, deleted)
        .when({ type: 'Restore' })
        .thenEvents(OrderRestored({ ...restored.data, shippingAddress: whole, country: 'UK', sellerProtection: since }))
  })
})

test('a restored order has its tracking number and the day of its delivery', () => {
  const sent = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Shipped', trackingNumber: 'RM1' })
  const delivered = OrderStatusChanged({ ...booked, from: 'Shipped', to: 'Delivered' })
  given(placed, sent, delivered, deleted)
    .when({ type: 'Restore' })
    .thenEvents(
      OrderRestored({
        ...{ ...facts, ...nothingSince, refundDue: false },
        ...{ status: 'Delivered', trackingNumber: 'RM1', deliveredAt: at },
      }),
    )
})

test('an unknown order has no status to change', () => {
  given().when({ type: 'ChangeStatus', status: 'Shipped', at }).thenRefused('NOT_FOUND')
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
    given(placed, deleted).when({ type: 'ChangeStatus', status: 'Shipped', at }).thenRefused('NOT_FOUND')
  })
  test('is restored as it was', () => {
    given(placed, deleted).when({ type: 'Restore' }).thenEvents(restored)
    given(placed, cancelled, refundCase, OrderDeleted({ ...deleted.data, status: 'Cancelled' }))
      .when({ type: 'Restore' })
      .thenEvents(restoredWhenCancelled)
  })
  test('can be changed and deleted again after it was restored', () => {
    given(placed, deleted, restored).when({ type: 'ChangeStatus', status: 'Cancelled', at }).thenEvents(cancelled)
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
      at: fc.constant(at),
    }),
    fc.constantFrom<OrderCommand>({ type: 'OpenRefundCase' }, { type: 'Delete' }, { type: 'Restore' }),
  )
  await aRetryChangesNothing(orderDecider, commands)
})
