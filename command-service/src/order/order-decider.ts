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
import type { Decider } from '../handler/decider.ts'

type Facts = Readonly<{
  orderId: string
  customerId: string
  items: PricedItem[]
  totalCents: number
  shippingAddress: Address | null
  paymentMethod: string
  captureId: string
  paidAt: string
  placedAt: string
}>

export type Order = Readonly<{
  facts: Facts
  status: OrderStatus
  /** An admin has to refund its payment. */
  refundDue: boolean
  deleted: boolean
}>

export type OrderCommand =
  | { type: 'Place'; facts: Facts }
  | { type: 'ChangeStatus'; status: OrderStatus }
  /** For a cancelled order: an admin refunds it (decisions S5). */
  | { type: 'OpenRefundCase' }
  | { type: 'Delete' }
  | { type: 'Restore' }

export const orderDecider: Decider<Order | undefined, OrderCommand, OrderEvent> = {
  initialState: undefined,

  begins: ({ type }) => type === 'Place',
  isGuarded: ({ type }) => type === 'Place' || type === 'OpenRefundCase',

  evolve(order, { type, data }) {
    if (type === 'OrderPlaced') return { facts: data, status: 'Processing', refundDue: false, deleted: false }
    if (type === 'OrderRestored') {
      const { status, refundDue, ...facts } = data
      return { facts, status, refundDue, deleted: false }
    }
    if (!order) return order
    switch (type) {
      case 'OrderStatusChanged':
        return { ...order, status: data.to }
      case 'RefundCaseOpened':
        return { ...order, refundDue: true }
      case 'OrderDeleted':
        return { ...order, deleted: true }
    }
  },

  decide(command, order) {
    if (command.type === 'Place') return order ? [] : [OrderPlaced(command.facts)]
    if (!order || (order.deleted && command.type !== 'Restore')) throw unknownOrder()
    const { facts, status, refundDue } = order
    const { orderId, captureId, totalCents, placedAt } = facts
    switch (command.type) {
      case 'ChangeStatus':
        if (command.status === status) return []
        return [OrderStatusChanged({ orderId, from: status, to: command.status, totalCents, placedAt })]
      case 'OpenRefundCase':
        if (status !== 'Cancelled' || refundDue) return []
        return [RefundCaseOpened({ orderId, captureId, amountCents: totalCents })]
      case 'Delete': {
        const lines = facts.items.map(({ productId, quantity }) => ({ productId, quantity }))
        return [OrderDeleted({ orderId, status, lines, totalCents, placedAt })]
      }
      case 'Restore':
        return order.deleted ? [OrderRestored({ ...facts, status, refundDue })] : []
    }
  },
}

export const unknownOrder = () => new ShopError('NOT_FOUND', 'There is no such order')
