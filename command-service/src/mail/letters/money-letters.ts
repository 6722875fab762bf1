import { REVIEW_DAYS } from '@shop/language/limits'
import { isRefundDue } from '@shop/language/order/books'
import { type Checkout, isGivenBack } from '../../checkout/checkout-state.ts'
import type { Order } from '../../order/order-state.ts'
import { type Letter, text } from '../letter.ts'
import type { Links } from '../links.ts'
import { boughtPieces, money, seeOrder, shortId, somePieces } from './pieces.ts'
import { refundInWords } from './refund-in-words.ts'

type Template = (checkout: Checkout, links: Links) => Letter | undefined

/** The hold can end before the payment comes, or while the payment is reviewed. */
const piecesIn = ({ held }: Checkout) =>
  held
    ? `We keep your pieces for you for up to ${REVIEW_DAYS} days.`
    : 'We no longer hold your pieces, so others can buy them.'

/** TABLE: the letters about money before there is an order. Undefined if the news is no longer true. */
export const paymentLetters = {
  'payment-pending': (checkout, links) =>
    checkout.status !== 'pending'
      ? undefined
      : {
          subject: 'Your payment is being checked',
          preview: checkout.held ? 'Do not pay again. We keep your pieces for you.' : 'Do not pay again.',
          heading: 'Your payment is being checked',
          blocks: [
            text(
              `${checkout.paymentMethod} is still reviewing your payment. This can take hours, sometimes days. Do not pay again. ${piecesIn(checkout)}`,
            ),
            boughtPieces(checkout),
            text(
              `If ${checkout.paymentMethod} confirms your payment, we place your order and email you. If we cannot place it, for example because the pieces are sold out, we refund your money. If ${checkout.paymentMethod} does not confirm your payment, you pay nothing, and we email you.`,
            ),
            { is: 'action', label: 'See your orders', href: links.orders },
          ],
        },
  'payment-not-confirmed'(checkout, links) {
    if (checkout.status !== 'refused') return undefined
    const { paymentMethod } = checkout
    const title = isGivenBack(checkout) ? 'Your payment was refunded' : 'Your payment was not confirmed'
    const why = isGivenBack(checkout)
      ? `${paymentMethod} took your payment and then refunded it to your ${paymentMethod} account, so we have not placed your order. It may take a few days for the money to appear.`
      : `${paymentMethod} has not confirmed your payment, so we have not placed your order. You pay nothing.`
    return {
      subject: title,
      preview: 'No order was placed, and you pay nothing.',
      heading: title,
      blocks: [
        text(`${why} If you still want these pieces, start the checkout again.`),
        boughtPieces(checkout),
        { is: 'action', label: 'Go to the shop', href: links.home },
      ],
    }
  },
  'payment-returned': (checkout, links) => ({
    subject: 'We refunded your payment',
    preview: 'No order was placed for this payment.',
    heading: 'We refunded your payment',
    blocks: [
      text(
        `We have sent the whole amount back to your ${checkout.paymentMethod} account. It may take a few days to appear.`,
      ),
      text(
        'We could not place an order for this payment, for one of these reasons: your cart was already paid with another payment, the pieces were sold out when this payment arrived, your discount code was used in another checkout, or the amount was not the total of your cart.',
      ),
      boughtPieces(checkout),
      { is: 'action', label: 'See your orders', href: links.orders },
    ],
  }),
} satisfies Record<string, Template>

export function refundLetter({ facts, refunds, deleted }: Order, refundId: string, links: Links): Letter | undefined {
  const refund = refunds.find((one) => one.refundId === refundId)
  if (refund?.state !== 'made') return undefined
  const amount = money(refund.amountCents)
  return {
    subject: `Refund for order ${shortId(facts.orderId)}: ${amount}`,
    preview: `The money goes to your ${facts.paymentMethod} account.`,
    heading: `We refunded ${amount}`,
    blocks: [
      text(`We have sent ${amount} to your ${facts.paymentMethod} account. It may take a few days to appear.`),
      ...(refund.pieces.length > 0 ? [somePieces(facts.items, refund.pieces)] : []),
      deleted ? { is: 'action', label: 'See your orders', href: links.orders } : seeOrder(facts.orderId, links),
    ],
  }
}

export function returnLetter(order: Order, returnId: string, links: Links): Letter | undefined {
  const { facts, returns } = order
  const received = returns.find((one) => one.returnId === returnId)?.received
  if (!received?.length) return undefined
  const refunded = moneyForReturn(order, returnId)
  return {
    subject: `Your return for order ${shortId(facts.orderId)} has arrived`,
    preview: refunded || 'We received these pieces.',
    heading: 'Your return has arrived',
    blocks: [
      text(['We received these pieces.', refunded].filter(Boolean).join(' ')),
      somePieces(facts.items, received),
      seeOrder(facts.orderId, links),
    ],
  }
}

/** The sentence about the return's refunds, or about the refund that a cancellation made due. */
const moneyForReturn = (order: Order, returnId: string) =>
  refundInWords(
    order.refunds.filter((refund) => refund.returnId === returnId),
    isRefundDue(order),
  )
