import type { Order } from '../../order/order-state.ts'
import { type Letter, text } from '../letter.ts'
import type { Links } from '../links.ts'
import { boughtPieces, seeOrder, shortId, trackedWith } from './pieces.ts'
import { refundInWords } from './refund-in-words.ts'

export function cancelledLetter(order: Order, links: Links): Letter {
  const { facts, message } = order
  const isOut = order.lines.some(({ sent }) => sent > 0)
  const pieces = isOut
    ? 'We had already sent some or all of your order. Once you have the pieces, please send them back to us.'
    : 'We will not send this order.'
  return {
    subject: `Your order ${shortId(facts.orderId)} was cancelled`,
    preview: pieces,
    heading: 'Your order was cancelled',
    blocks: [
      ...(message ? [text(message)] : []),
      text([pieces, moneyOf(order)].filter(Boolean).join(' ')),
      boughtPieces(facts),
      seeOrder(facts.orderId, links),
    ],
  }
}

const moneyOf = ({ refunds, refundsBefore, refundDue }: Order) => refundInWords(refunds.slice(refundsBefore), refundDue)

/** Corrects an earlier letter, which may have said that nothing would be sent (decisions O1: leaving Cancelled). */
export function resumedLetter({ facts, status, trackingNumber }: Order, links: Links): Letter | undefined {
  if (status === 'Cancelled') return undefined
  const { orderId } = facts
  const next =
    status === 'Processing'
      ? 'We will pack your order next, and email you again when it is on its way.'
      : status === 'Shipped'
        ? 'Your order is on its way.'
        : 'Your order was delivered.'
  return {
    subject: `Your order ${shortId(orderId)} is no longer cancelled`,
    preview: next,
    heading: 'Your order is no longer cancelled',
    blocks: [
      text(`Your order had been cancelled. We have undone the cancellation. ${next}`),
      ...trackedWith(trackingNumber),
      boughtPieces(facts),
      seeOrder(orderId, links),
    ],
  }
}
