import { OrderDeleted, OrderPlaced, OrderRestored, OrderStatusChanged } from '@shop/language/order/events'
import { OrderRefunded, OrderRefundFailed, OrderRefundPending, RefundNoted } from '@shop/language/order/refund-events'
import { boughtOf, nothingSince, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { dashboardProjection } from './dashboard-projection.ts'

const orderOf = (orderId: string, totalCents: number, placedAt: string) => {
  const booked = { orderId, totalCents, placedAt, ...saidNothing }
  const facts = {
    ...booked,
    ...boughtOf({ ...sampleLine, productId: 'p1', name: 'Skirt', priceCents: totalCents, paidCents: totalCents }),
    captureId: 'c',
    paidAt: placedAt,
  }
  return {
    placed: OrderPlaced(facts),
    restored: OrderRestored({ ...facts, status: 'Shipped', refundDue: false, ...nothingSince }),
    restoredWhenCancelled: OrderRestored({ ...facts, status: 'Cancelled', refundDue: true, ...nothingSince }),
    cancelled: OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled' }),
    takenUpAgain: OrderStatusChanged({ ...booked, from: 'Cancelled', to: 'Shipped' }),
    deleted: OrderDeleted({ ...booked, status: 'Processing', lines: [] }),
    deletedWhenCancelled: OrderDeleted({ ...booked, status: 'Cancelled', lines: [] }),
  }
}
const monday = orderOf('o1', 6800, '2026-01-05T23:59:59.000Z')
const tuesday = orderOf('o2', 1000, '2026-01-06T00:00:00.000Z')

test('an order is counted in the totals and on the day on which it was placed', () => {
  expect(documentsAfter(dashboardProjection, monday.placed, tuesday.placed)).toEqual({
    '2026-01-05': { _id: '2026-01-05', revenueCents: 6800, netRevenueCents: 6800, orders: 1 },
    '2026-01-06': { _id: '2026-01-06', revenueCents: 1000, netRevenueCents: 1000, orders: 1 },
    totals: { _id: 'totals', revenueCents: 7800, netRevenueCents: 7800, orders: 2 },
  })
})

test('a cancelled order counts as revenue but not as net revenue, until its status changes again', () => {
  expect(documentsAfter(dashboardProjection, monday.placed, monday.cancelled)).toMatchObject({
    totals: { revenueCents: 6800, netRevenueCents: 0, orders: 1 },
  })
  expect(documentsAfter(dashboardProjection, monday.placed, monday.cancelled, monday.takenUpAgain)).toMatchObject({
    totals: { netRevenueCents: 6800 },
  })
})

test('refunds are subtracted from the net revenue, and a cancelled or deleted order is not subtracted twice', () => {
  const refund = { orderId: 'o1', providerRefundId: 'REF', amountCents: 1800, placedAt: monday.placed.data.placedAt }
  const made = (status: 'Processing' | 'Cancelled', deleted = false) =>
    OrderRefunded({ ...refund, refundId: 'r1', status, deleted })
  const { placed, deleted } = monday
  const refundedCents = 1800
  const { restored: back, cancelled, takenUpAgain } = monday
  const net = (...history: Parameters<typeof documentsAfter>[1][]) =>
    documentsAfter(dashboardProjection, ...history).totals?.netRevenueCents
  expect(net(placed, made('Processing'))).toBe(5000)
  expect(net(placed, RefundNoted({ ...refund, status: 'Processing', deleted: false, at: '' }))).toBe(5000)
  expect(net(placed, cancelled, made('Cancelled'))).toBe(0)
  const cancelledLater = OrderStatusChanged({ ...cancelled.data, refundedCents })
  expect(net(placed, made('Processing'), cancelledLater)).toBe(0)
  const again = OrderStatusChanged({ ...takenUpAgain.data, refundedCents })
  expect(net(placed, made('Processing'), cancelledLater, again)).toBe(5000)
  const deletedLater = OrderDeleted({ ...deleted.data, refundedCents })
  expect(net(placed, made('Processing'), deletedLater)).toBe(0)
  expect(net(placed, deleted, made('Processing', true))).toBe(0)
  const ofIt = { refundId: 'r1', amountCents: 1800, pieces: [], state: 'made' as const, at: '' }
  const restored = OrderRestored({ ...back.data, refunds: [ofIt] })
  expect(net(placed, made('Processing'), deletedLater, restored)).toBe(5000)
})

test('a pending refund subtracts nothing from the net revenue, and a failed refund adds its amount again', () => {
  const { placedAt } = monday.placed.data
  const refund = { orderId: 'o1', refundId: 'r1', providerRefundId: 'REF', amountCents: 1800 }
  const taken = { placedAt, status: 'Processing', deleted: false } as const
  const failed = (wasMade: boolean) => OrderRefundFailed({ ...refund, code: 'REFUND_FAILED', wasMade, ...taken })
  const net = (...history: Parameters<typeof documentsAfter>[1][]) =>
    documentsAfter(dashboardProjection, monday.placed, ...history).totals?.netRevenueCents
  const pending = OrderRefundPending({ ...refund, at: placedAt })
  expect(net(pending)).toBe(6800)
  expect(net(pending, failed(false))).toBe(6800)
  expect(net(OrderRefunded({ ...refund, ...taken }), failed(true))).toBe(6800)
})

test('a deleted order is in no sum, whether it was cancelled or not', () => {
  const nothing = { revenueCents: 0, netRevenueCents: 0, orders: 0 }
  expect(documentsAfter(dashboardProjection, monday.placed, monday.deleted)).toMatchObject({ totals: nothing })
  expect(
    documentsAfter(dashboardProjection, monday.placed, monday.cancelled, monday.deletedWhenCancelled),
  ).toMatchObject({ totals: nothing, '2026-01-05': nothing })
})

test('a restored order is in every sum again, but a cancelled order is not in the net revenue', () => {
  const { placed, deleted, restored, cancelled, deletedWhenCancelled, restoredWhenCancelled } = monday
  expect(documentsAfter(dashboardProjection, placed, deleted, restored)).toEqual(
    documentsAfter(dashboardProjection, placed),
  )
  expect(documentsAfter(dashboardProjection, placed, cancelled, deletedWhenCancelled, restoredWhenCancelled)).toEqual(
    documentsAfter(dashboardProjection, placed, cancelled),
  )
})
