import type { Order } from '@shop/language/order/api'
import { NO_ADDRESS } from './address-lines.tsx'
import { isGivenBack, isUnshipped } from './money-words.ts'
import { longDateTime, shortDate } from './order-dates.ts'

export const shortId = (id: string) => `#${id.slice(0, SHOWN_CHARACTERS)}`

export const cityAndCountry = ({ city, country }: Order['shippingAddress']) =>
  [city, country].filter(Boolean).join(', ') || NO_ADDRESS

export const pieceCount = ({ orderItems }: Order) => {
  const count = orderItems.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 piece' : `${count} pieces`
}

export function deliveryInWords(order: Order) {
  if (isUnshipped(order) && order.leftToShip > 0) return `Expected around ${shortDate(order.estimatedDelivery)}`
  if (isGivenBack(order))
    return order.refundedTotal > 0 ? 'Refunded' : order.status === 'Shipped' ? 'Returned' : 'Being refunded'
  return order.isPaid ? order.status : 'Not shipped yet'
}

export const momentsInWords = ({ shippedAt, deliveredAt, cancelledAt }: Order): readonly string[] => [
  ...(shippedAt ? [`Shipped on ${longDateTime(shippedAt)}.`] : []),
  ...(deliveredAt ? [`Delivered on ${longDateTime(deliveredAt)}.`] : []),
  ...(cancelledAt ? [`Cancelled on ${longDateTime(cancelledAt)}.`] : []),
]

/** TABLE: the tracking pages of carriers that can be recognized by the form of their numbers. */
const carriers: readonly { shape: RegExp; at: string }[] = [
  { shape: /^1Z[0-9A-Z]{16}$/, at: 'https://www.ups.com/track?tracknum=' },
  { shape: /^9[0-9]{19,21}$/, at: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
]

export function trackingLink(trackingNumber: string): string {
  const number = trackingNumber.replace(/[\s-]/g, '').toUpperCase()
  const at = carriers.find(({ shape }) => shape.test(number))?.at ?? 'https://t.17track.net/en#nums='
  return at + encodeURIComponent(number)
}

const SHOWN_CHARACTERS = 8
