import type { OrderStatus } from '@shop/language/api/order-status'
import { ShopError } from '@shop/language/errors'
import {
  OrderDeleted,
  type OrderEvent,
  OrderPlaced,
  OrderRestored,
  OrderStatusChanged,
} from '@shop/language/events/order-events'
import { refundedCents } from '@shop/language/order-books'
import type { Decider } from '../handler/decider.ts'
import { type AddressCommand, decideAddress } from './decide-address.ts'
import { decideRefund, type RefundCommand } from './decide-refund.ts'
import { decideRefundAnswer, type RefundAnswer } from './decide-refund-answer.ts'
import { decideReturn, type ReturnCommand } from './decide-return.ts'
import { evolveOrder, type Order, type OrderFacts } from './order-state.ts'

export type OrderCommand =
  | { type: 'Place'; facts: OrderFacts }
  /** `at` is now; what is undefined stays as it was. */
  | {
      type: 'ChangeStatus'
      status: OrderStatus
      at: string
      reason?: string | undefined
      trackingNumber?: string | undefined
    }
  | { type: 'Delete' }
  | { type: 'Restore' }
  | AddressCommand
  | RefundCommand
  | RefundAnswer
  | ReturnCommand

/** What has happened elsewhere is recorded whatever has become of the order. */
const notes: readonly OrderCommand['type'][] = [
  'NoteRefunded',
  'NoteRefundPending',
  'NoteRefundDelayed',
  'NoteRefundRefused',
  'NoteRefundFailed',
  'NoteProviderRefund',
  'NoteFullyRefunded',
  'NoteRestocked',
]
const ofDeleted: readonly OrderCommand['type'][] = ['Restore', ...notes]
const guarded: readonly OrderCommand['type'][] = ['Place', 'OpenRefundCase', ...notes]

export const orderDecider: Decider<Order | undefined, OrderCommand, OrderEvent> = {
  initialState: undefined,

  begins: ({ type }) => type === 'Place',
  isGuarded: ({ type }) => guarded.includes(type),

  evolve: evolveOrder,

  decide(command, order) {
    if (command.type === 'Place') return order ? [] : [OrderPlaced(command.facts)]
    if (!order || (order.deleted && !ofDeleted.includes(command.type))) throw unknownOrder()
    const { facts, status } = order
    const { orderId, customerId, totalCents, placedAt } = facts
    const booked = { totalCents, refundedCents: refundedCents(order), placedAt }
    switch (command.type) {
      case 'ChangeStatus': {
        const { status: to, at, reason = null, trackingNumber = null } = command
        const isNew =
          to !== status ||
          (reason !== null && reason !== order.reason) ||
          (trackingNumber !== null && trackingNumber !== order.trackingNumber)
        if (!isNew) return []
        if (status === 'Cancelled' && to !== status && !order.caseOpened)
          throw new ShopError('CONFLICT', 'The pieces of this order are on their way back into stock. Try again')
        return [OrderStatusChanged({ orderId, customerId, from: status, to, reason, trackingNumber, at, ...booked })]
      }
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
      case 'ChangeAddress':
        return decideAddress(command, order)
      case 'Cancel':
      case 'RequestReturn':
      case 'ReceiveReturn':
      case 'NoteRestocked':
        return decideReturn(command, order)
      case 'RequestRefund':
      case 'OpenRefundCase':
      case 'CloseRefundCase':
        return decideRefund(command, order)
      default:
        return decideRefundAnswer(command, order)
    }
  },
}

export const unknownOrder = () => new ShopError('NOT_FOUND', 'There is no such order')
