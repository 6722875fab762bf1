import { ShopError } from '@shop/language/errors'
import { type OrderEvent, OrderPlaced } from '@shop/language/order/events'
import type { Decider } from '../handler/decider.ts'
import { type AddressCommand, decideAddress } from './decide-address.ts'
import { type DeletionCommand, decideDeletion } from './decide-deletion.ts'
import { decidePieces, type PiecesCommand } from './decide-pieces.ts'
import { decideRefund, type RefundCommand } from './decide-refund.ts'
import { decideRefundAnswer, type RefundAnswer } from './decide-refund-answer.ts'
import { decideReturn, type ReturnCommand } from './decide-return.ts'
import { decideStatus, type StatusCommand } from './decide-status.ts'
import { evolveOrder, type Order, type OrderFacts } from './order-state.ts'

export type OrderCommand =
  | { type: 'Place'; facts: OrderFacts }
  | StatusCommand
  | DeletionCommand
  | PiecesCommand
  | AddressCommand
  | RefundCommand
  | RefundAnswer
  | ReturnCommand

/** These commands record facts that were decided elsewhere, so every state of the order allows them. */
const notes: readonly OrderCommand['type'][] = [
  'NoteRefunded',
  'NoteRefundPending',
  'NoteRefundDelayed',
  'NoteRefundRefused',
  'NoteRefundFailed',
  'NoteProviderRefund',
  'NoteFullyRefunded',
  'NoteBack',
  'EndReclaim',
]
const ofDeleted: readonly OrderCommand['type'][] = ['Restore', 'RefundDeleted', ...notes]
const guarded: readonly OrderCommand['type'][] = ['Place', 'OpenRefundCase', 'BeginReclaim', ...notes]

/** Whether the command may act on a deleted order. */
const isOfDeleted = (command: OrderCommand) =>
  ofDeleted.includes(command.type) ||
  (command.type === 'BeginReclaim' && command.before === 'restoring') ||
  (command.type === 'RequestRefund' && command.again)

export const orderDecider: Decider<Order | undefined, OrderCommand, OrderEvent> = {
  initialState: undefined,

  begins: ({ type }) => type === 'Place',
  isGuarded: ({ type }) => guarded.includes(type),

  evolve: evolveOrder,

  decide(command, order) {
    if (command.type === 'Place') return order ? [] : [OrderPlaced(command.facts)]
    if (!order || (order.deleted && !isOfDeleted(command))) throw unknownOrder()
    switch (command.type) {
      case 'ChangeStatus':
      case 'Cancel':
        return decideStatus(command, order)
      case 'Delete':
      case 'Restore':
      case 'RefundDeleted':
        return decideDeletion(command, order)
      case 'BeginReclaim':
      case 'EndReclaim':
      case 'NoteBack':
        return decidePieces(command, order)
      case 'ChangeAddress':
        return decideAddress(command, order)
      case 'RequestReturn':
      case 'ReceiveReturn':
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
