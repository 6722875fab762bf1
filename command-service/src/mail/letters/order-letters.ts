import { isIncompleteAddress } from '@shop/language/address/api'
import { ADDRESS_NEEDS, type AddressNeed, missingIn } from '@shop/language/address/parcel-needs'
import { isToShip } from '@shop/language/order/lines'
import type { Checkout } from '../../checkout/checkout-state.ts'
import type { Order } from '../../order/order-state.ts'
import { type Block, type Letter, text } from '../letter.ts'
import type { Links } from '../links.ts'
import { cancelledLetter } from './cancellation-letters.ts'
import { boughtPieces, money, parcelAddress, seeOrder, shortId, trackedWith } from './pieces.ts'

/** `checkout`: the checkout that became the order. */
type Template = (order: Order, links: Links, checkout: Checkout) => Letter

/** TABLE: the letters about an order. */
const orderLetters = {
  'order-placed': (order, links, checkout) => {
    const { facts } = order
    // The mail can be late: the order may be shipped, cancelled or refunded already.
    const isAhead = isToShip(order)
    return {
      subject: `Your order ${shortId(facts.orderId)}`,
      preview: [`You paid ${money(facts.totalCents)}.`, ...(isAhead ? [AGAIN] : [])].join(' '),
      heading: 'Thank you for your order',
      blocks: [
        ...(wasRefusedLast(checkout) ? [text([PAID_AFTER_ALL, ...(isAhead ? [NOT_WANTED] : [])].join(' '))] : []),
        text(['Your order is paid.', ...(isAhead ? ['We will pack it next.', AGAIN] : [])].join(' ')),
        boughtPieces(facts),
        ...goesTo(facts),
        seeOrder(facts.orderId, links),
      ],
    }
  },
  'order-shipped': ({ facts, trackingNumber }, links) => ({
    subject: `Your order ${shortId(facts.orderId)} is on its way`,
    preview: trackingNumber ? `Tracking number ${trackingNumber}` : 'Your parcel has left our shop.',
    heading: 'Your order is on its way',
    blocks: [
      text(
        trackingNumber
          ? 'Your parcel has left our shop. You can track it with this number.'
          : 'Your parcel has left our shop.',
      ),
      ...trackedWith(trackingNumber),
      ...goesTo(facts),
      seeOrder(facts.orderId, links),
    ],
  }),
  'order-delivered': ({ facts }, links) => ({
    subject: `Your order ${shortId(facts.orderId)} has arrived`,
    preview: 'You can return pieces that do not fit.',
    heading: 'Your order has arrived',
    blocks: [
      text(
        'Your parcel was delivered. If a piece does not fit, or you do not like it, you can return it. The page of your order shows the last day for a return.',
      ),
      seeOrder(facts.orderId, links),
    ],
  }),
  'order-cancelled': cancelledLetter,
} satisfies Record<string, Template>
type Kind = keyof typeof orderLetters

/** TABLE: the status that an order must still have when the mail is sent. */
const ANNOUNCED_STATUS: Partial<Record<Kind, Order['status']>> = {
  'order-shipped': 'Shipped',
  'order-delivered': 'Delivered',
  'order-cancelled': 'Cancelled',
}

export const orderLetter = (kind: Kind, order: Order, links: Links, checkout: Checkout): Letter | undefined =>
  [undefined, order.status].includes(ANNOUNCED_STATUS[kind]) ? orderLetters[kind](order, links, checkout) : undefined

const AGAIN = 'We will email you again when your order is on its way.'

const PAID_AFTER_ALL =
  'When you paid, our shop said that nothing was charged. That was wrong: your payment succeeded, and we have placed your order.'
const NOT_WANTED = 'If you no longer want the order, cancel it on its page. Then we refund your money.'

/** Whether the buyer has read that this payment was refused, and has not tried again since (decisions M13: refused payments). */
function wasRefusedLast({ payment, refusals }: Checkout) {
  const refusal = refusals.get(payment?.providerOrderId ?? '')
  return refusal?.meaning === 'refused' && !refusal.isRetried
}

const WORDS: Readonly<Record<AddressNeed, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Street and number',
  city: 'City',
  postalCode: 'Postal code',
  country: 'Country',
}

/** Undefined if the address is complete or no longer needed (decisions P16: incomplete addresses). */
export function addressMissing(order: Order, links: Links): Letter | undefined {
  const { orderId, shippingAddress } = order.facts
  if (!isToShip(order) || !isIncompleteAddress(shippingAddress)) return undefined
  const missing = (shippingAddress ? missingIn(shippingAddress) : ADDRESS_NEEDS).map((field) => WORDS[field])
  return {
    subject: `We need the address for your order ${shortId(orderId)}`,
    preview: `Missing: ${missing.join(', ')}`,
    heading: 'We need your delivery address',
    blocks: [
      text(
        'Your order is paid, but its delivery address is incomplete. We will send the parcel when you have completed the address.',
      ),
      { is: 'facts', facts: [['Missing', missing.join(', ')]] },
      { is: 'action', label: 'Complete the address', href: links.order(orderId) },
    ],
  }
}

const goesTo = ({ shippingAddress }: Order['facts']): readonly Block[] =>
  shippingAddress && !isIncompleteAddress(shippingAddress) ? [parcelAddress(shippingAddress)] : []
