import type { SellerProtection } from '@shop/language/checkout/seller-protection'
import {
  OrderAddressChanged,
  OrderDeleted,
  OrderPlaced,
  OrderRestored,
  OrderStatusChanged,
} from '@shop/language/order/events'
import type { OrderStatus } from '@shop/language/order/status'
import { boughtOf, nothingSince, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type OrderCommand, orderDecider } from './order-decider.ts'

const { given } = specOf(orderDecider)
const orderId = 'o1'
const shirt = { ...sampleLine, name: 'Linen Shirt', quantity: 2, paidCents: 5000 }
const placedAt = '2026-01-01T10:00:00.000Z'
const facts = {
  ...boughtOf(shirt),
  orderId,
  country: 'UK',
  captureId: 'cap1',
  paidAt: placedAt,
  placedAt,
}
const placed = OrderPlaced(facts)
const { at } = saidNothing
const booked = { orderId, totalCents: 5000, placedAt, ...saidNothing }
const deleted = OrderDeleted({ ...booked, status: 'Processing', lines: [{ productId: 'shirt', quantity: 2 }] })
/** The lines after a cancellation by an earlier version, which returned no pieces. */
const lines = [{ held: 2, sent: 0, givenUp: 0, gone: 0, untaken: 0 }]
const restored = OrderRestored({ ...facts, status: 'Processing', refundDue: false, ...nothingSince, lines })

test('an order is placed once', () => {
  given().when({ type: 'Place', facts }).thenEvents(placed)
  given(placed).when({ type: 'Place', facts }).thenNothing()
  given(placed, deleted).when({ type: 'Place', facts }).thenNothing()
})

test('any status may follow any other status, and the same status changes nothing', () => {
  for (const from of ['Processing', 'Shipped', 'Delivered'] as const)
    for (const to of ['Processing', 'Shipped', 'Delivered'] as const)
      given(placed, OrderStatusChanged({ ...booked, from: 'Processing', to: from }))
        .when({ type: 'ChangeStatus', status: to, at })
        .thenEvents(...(from === to ? [] : [OrderStatusChanged({ ...booked, from, to })]))
})

test('a reason and a tracking number are kept with the status; repeating them changes nothing', () => {
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

  test('can be completed and corrected while the order is in progress, and the same address changes nothing', () => {
    given(begun).when(complete).thenEvents(completed)
    given(begun, completed).when(complete).thenNothing()
    const shippingAddress = { ...whole, phone: '020' }
    given(begun, completed)
      .when({ type: 'ChangeAddress', shippingAddress })
      .thenEvents(OrderAddressChanged({ ...completed.data, shippingAddress }))
  })

  test('is fixed once the order is shipped, delivered, cancelled or deleted, or its customer is erased', () => {
    for (const status of ['Shipped', 'Delivered', 'Cancelled'] as const)
      given(begun, statusIs(status)).when(complete).thenRefused('CONFLICT')
    given(begun, deleted).when(complete).thenRefused('NOT_FOUND')
    given(placed).when(complete).thenRefused('CONFLICT')
  })

  test('is kept in a restored order', () => {
    given(begun, completed, deleted)
      .when({ type: 'Restore', at })
      .thenEvents(OrderRestored({ ...restored.data, shippingAddress: whole, country: 'UK' }))
  })

  test('ends the order’s seller protection when it is changed, but keeps the reason why there was no protection', () => {
    const after = { holds: 'address-changed', 'holds-in-part': 'address-changed', refused: 'refused' } as const
    for (const [sellerProtection, since] of Object.entries(after) as [keyof typeof after, SellerProtection][])
      given(OrderPlaced({ ...incomplete, sellerProtection }), completed, deleted)
        .when({ type: 'Restore', at })
        .thenEvents(OrderRestored({ ...restored.data, shippingAddress: whole, country: 'UK', sellerProtection: since }))
  })
})

test('a restored order keeps its tracking number and its dates of shipping and delivery', () => {
  const sent = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Shipped', trackingNumber: 'RM1' })
  const delivered = OrderStatusChanged({ ...booked, from: 'Shipped', to: 'Delivered' })
  given(placed, sent, delivered, deleted)
    .when({ type: 'Restore', at })
    .thenEvents(
      OrderRestored({
        ...{ ...facts, ...nothingSince, refundDue: false },
        ...{ status: 'Delivered', trackingNumber: 'RM1', shippedAt: at, deliveredAt: at },
        lines: [{ held: 0, sent: 2, givenUp: 0, gone: 0, untaken: 0 }],
      }),
    )
})

test('an unknown order has no status to change', () => {
  given().when({ type: 'ChangeStatus', status: 'Shipped', at }).thenRefused('NOT_FOUND')
})

test('a retried command changes nothing', async () => {
  const commands: fc.Arbitrary<OrderCommand> = fc.oneof(
    fc.constant<OrderCommand>({ type: 'Place', facts }),
    fc.record({
      type: fc.constant('ChangeStatus' as const),
      status: fc.constantFrom('Processing' as const, 'Shipped' as const, 'Cancelled' as const),
      at: fc.constant(at),
    }),
    fc.constantFrom<OrderCommand>(
      { type: 'OpenRefundCase' },
      { type: 'BeginReclaim', before: 'leaving Cancelled' },
      { type: 'Delete' },
      { type: 'Restore', at },
    ),
  )
  await aRetryChangesNothing(orderDecider, commands)
})
