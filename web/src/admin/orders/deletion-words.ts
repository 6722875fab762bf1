import type { Order, OrderDeleted } from '@shop/language/order/api'
import { formatMoney } from '../../lib/money.ts'
import { piecesInWords } from '../../orders/money-words.ts'
import { shortId } from '../../orders/order-texts.ts'
import { customerOf } from '../parts/customer-of.ts'

export function deletionInWords(order: Order): readonly string[] {
  const { refundable = 0, refundDue, status, leftToShip, totalPrice, isPaid } = order
  const who = customerOf(order)?.name ?? 'The customer'
  const isCancelled = status === 'Cancelled'
  const isOpen = isPaid && refundable > 0 && (isCancelled ? refundDue === true : status !== 'Delivered')
  return [
    ...(isOpen
      ? [
          `${who} has paid ${formatMoney(totalPrice)}. After the deletion, a refund of ${formatMoney(refundable)} is due: make it, or close the refund case, under Needs attention.`,
          isCancelled
            ? 'To make the refund now, use “Refund…” on the page of the order instead.'
            : 'To make the refund now, cancel the order instead.',
        ]
      : []),
    ...(leftToShip > 0
      ? [`${piecesInWords([{ quantity: leftToShip }])} ${leftToShip === 1 ? 'goes' : 'go'} back into stock.`]
      : []),
    `Order ${shortId(order._id)} disappears from the orders, from all totals and from the customer’s account. You can restore it under “Deleted orders”.`,
  ]
}

export const deletedInWords = ({ _id, refundDue, restocked }: OrderDeleted): string =>
  [
    `Order ${shortId(_id)} deleted.`,
    refundDue > 0 && `A refund of ${formatMoney(refundDue)} is due. See “Needs attention”.`,
    restocked > 0 && `${piecesInWords([{ quantity: restocked }])} went back into stock.`,
  ]
    .filter(Boolean)
    .join(' ')

/** If the order was refunded after its deletion, it is Cancelled now. */
export const restoredInWords = ({ _id, status }: Pick<Order, '_id' | 'status'>): string =>
  `Order ${shortId(_id)} is restored${status === 'Cancelled' ? ', with the status Cancelled' : ''}.`
