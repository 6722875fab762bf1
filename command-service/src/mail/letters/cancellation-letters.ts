import { isNotRefused } from '@shop/language/order-pieces'
import { sumOf } from '@shop/language/sum-of'
import type { Order } from '../../order/order-state.ts'
import { type Block, type Letter, text } from '../letter.ts'
import type { Links } from '../links.ts'
import { boughtPieces, money, shortId } from './pieces.ts'

/** What becomes of an order that is cancelled: its pieces, its money, and what the shop has to say about it. */
export function cancelledLetter(order: Order, links: Links): Letter {
  const { facts, message } = order
  const isOut = order.lines.some(({ sent }) => sent > 0)
  const pieces = isOut ? 'What was sent comes back to us: we await it.' : 'Nothing will be sent.'
  return {
    subject: `Your order ${shortId(facts.orderId)} was cancelled`,
    preview: pieces,
    heading: 'The order was cancelled',
    blocks: [
      ...(message ? [text(message)] : []),
      text([pieces, moneyOf(order)].filter(Boolean).join(' ')),
      boughtPieces(facts),
      seeOrder(facts.orderId, links),
    ],
  }
}

/** Nothing where the shop keeps the money, which it says in its own words. */
function moneyOf({ refunds, refundsBefore, refundDue }: Order) {
  const back = sumOf(
    refunds
      .slice(refundsBefore)
      .filter(isNotRefused)
      .map(({ amountCents }) => amountCents),
  )
  if (back > 0) return `${money(back)} goes back to you. We write once more when it has.`
  return refundDue ? 'When your money goes back, we write once more.' : ''
}

/** The customer has read that nothing will be sent: now something is, or was (decisions O1). */
export function resumedLetter({ facts, status, trackingNumber }: Order, links: Links): Letter | undefined {
  if (status === 'Cancelled') return undefined
  const { orderId } = facts
  const next =
    status === 'Processing'
      ? 'We pack it next, and write again when it is on its way.'
      : status === 'Shipped'
        ? 'It is on its way.'
        : 'We are told that your parcel is with you.'
  return {
    subject: `Your order ${shortId(orderId)} is not cancelled any more`,
    preview: next,
    heading: 'Your order goes on',
    blocks: [
      text(`We had written that this order was cancelled. That was undone: your pieces are yours again. ${next}`),
      ...(trackingNumber ? [{ is: 'facts', facts: [['Tracking number', trackingNumber]] } as const] : []),
      boughtPieces(facts),
      seeOrder(orderId, links),
    ],
  }
}

const seeOrder = (orderId: string, links: Links): Block => ({
  is: 'action',
  label: 'See the order',
  href: links.order(orderId),
})
