import type { OrderStatus } from '@shop/language/api/order-status'
import { ShopError } from '@shop/language/errors'
import type { Address, PricedItem } from '@shop/language/events/checkout-events'
import {
  OrderDeleted,
  type OrderEvent,
  OrderPlaced,
  OrderRestored,
  OrderStatusChanged,
  RefundCaseOpened,
} from '@shop/language/events/order-events'
import { booksAfter, newBooks, type OrderBooks, refundedCents } from '@shop/language/order-books'
import type { Decider } from '../handler/decider.ts'

type Facts = Readonly<{
  orderId: string
  customerId: string
  items: PricedItem[]
  totalCents: number
  shippingAddress: Address | null
  country: string
  paymentMethod: string
  captureId: string
  paidAt: string
  placedAt: string
}>

export type Order = OrderBooks &
  Readonly<{
    facts: Facts
    /** Why its status was set, if an admin has said so. */
    reason: string | null
    /** It was cancelled once, and its pieces are back in stock. */
    caseOpened: boolean
    deleted: boolean
  }>

export type OrderCommand =
  | { type: 'Place'; facts: Facts }
  /** `at` is now; what is undefined stays as it was. */
  | {
      type: 'ChangeStatus'
      status: OrderStatus
      at: string
      reason?: string | undefined
      trackingNumber?: string | undefined
    }
  /** For a cancelled order whose pieces are back: an admin refunds it (decisions S5). */
  | { type: 'OpenRefundCase' }
  | { type: 'Delete' }
  | { type: 'Restore' }

export const orderDecider: Decider<Order | undefined, OrderCommand, OrderEvent> = {
  initialState: undefined,

  begins: ({ type }) => type === 'Place',
  isGuarded: ({ type }) => type === 'Place' || type === 'OpenRefundCase',

  evolve(order, event) {
    const { type, data } = event
    if (type === 'OrderPlaced')
      return { ...newBooks, totalCents: data.totalCents, facts: data, reason: null, caseOpened: false, deleted: false }
    if (!order) return order
    switch (type) {
      case 'OrderDeleted':
        return { ...order, deleted: true }
      case 'OrderRestored':
        return { ...order, deleted: false }
      case 'OrderStatusChanged':
        return { ...booksAfter(order, event), reason: data.reason }
      case 'RefundCaseOpened':
        return { ...booksAfter(order, event), caseOpened: true }
      default:
        return booksAfter(order, event)
    }
  },

  decide(command, order) {
    if (command.type === 'Place') return order ? [] : [OrderPlaced(command.facts)]
    if (!order || (order.deleted && command.type !== 'Restore')) throw unknownOrder()
    const { facts, status } = order
    const { orderId, customerId, captureId, totalCents, placedAt } = facts
    const booked = { totalCents, refundedCents: refundedCents(order), placedAt }
    switch (command.type) {
      case 'ChangeStatus': {
        const { status: to, at, reason = null, trackingNumber = null } = command
        const isNew =
          to !== status ||
          (reason !== null && reason !== order.reason) ||
          (trackingNumber !== null && trackingNumber !== order.trackingNumber)
        if (!isNew) return []
        return [OrderStatusChanged({ orderId, customerId, from: status, to, reason, trackingNumber, at, ...booked })]
      }
      case 'OpenRefundCase':
        if (status !== 'Cancelled' || order.caseOpened) return []
        return [RefundCaseOpened({ orderId, captureId, amountCents: totalCents })]
      case 'Delete': {
        const lines = facts.items.map(({ productId, quantity }) => ({ productId, quantity }))
        return [OrderDeleted({ orderId, status, lines, ...booked })]
      }
      case 'Restore': {
        if (!order.deleted) return []
        const { deliveredAt, refundDue, trackingNumber, reasons } = order
        const since = { refunds: [...order.refunds], returns: [...order.returns], trackingNumber, reasons }
        return [OrderRestored({ ...facts, status, ...(deliveredAt && { deliveredAt }), refundDue, ...since })]
      }
    }
  },
}

export const unknownOrder = () => new ShopError('NOT_FOUND', 'There is no such order')
