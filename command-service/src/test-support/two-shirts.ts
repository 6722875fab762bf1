import { type OrderEvent, OrderPlaced, OrderStatusChanged } from '@shop/language/order/events'
import { PiecesGivenUp } from '@shop/language/order/piece-events'
import { OrderRefunded, OrderRefundRequested, type RefundedPieces } from '@shop/language/order/refund-events'
import type { OrderStatus } from '@shop/language/order/status'
import { boughtOf, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import { orderDecider } from '../order/order-decider.ts'

/* A paid order of two shirts at 25.00 each. */

export const orderId = 'o1'
export const customerId = 'ada'
export const captureId = 'cap1'
export const { at } = saidNothing
const placedAt = '2026-01-01T10:00:00.000Z'

export const facts = {
  ...boughtOf({ ...sampleLine, name: 'Linen Shirt', quantity: 2, paidCents: 5000 }),
  ...{ orderId, customerId, captureId, country: 'UK', paidAt: placedAt, placedAt },
}
export const placed = OrderPlaced(facts)
export const booked = { orderId, totalCents: 5000, placedAt, ...saidNothing }
export const becomes = (from: OrderStatus, to: OrderStatus) => OrderStatusChanged({ ...booked, from, to })

export const pieces = (quantity: number) => [{ line: 0, quantity }]
export const ofShirt = (quantity: number) => [{ line: 0, productId: 'shirt', quantity }]
export const givenUp = (
  n: number,
  quantity: number,
  cause: 'cancelled' | 'deleted' | 'refunded' = 'cancelled',
  { toStock = quantity, refundId = '' } = {},
) =>
  PiecesGivenUp({
    ...{ orderId, moveId: `${orderId}~back${n}`, cause, ...(refundId && { refundId }) },
    pieces: [{ line: 0, productId: 'shirt', quantity, toStock }],
  })

export const asked = (refundId: string, amountCents: number, of: RefundedPieces[] = [], reason: string | null = null) =>
  OrderRefundRequested({
    orderId,
    customerId,
    captureId,
    refundId,
    amountCents,
    pieces: of,
    chosenReason: null,
    reason,
    at,
  })
export const made = (refundId: string, amountCents: number, status: OrderStatus = 'Processing', deleted = false) =>
  OrderRefunded({ orderId, refundId, providerRefundId: `P-${refundId}`, amountCents, placedAt, status, deleted })

export const orderAfter = (...events: readonly OrderEvent[]) =>
  events.reduce<ReturnType<typeof orderDecider.evolve>>((order, event) => orderDecider.evolve(order, event), undefined)!
