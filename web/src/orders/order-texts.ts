import type { Order } from '@shop/language/api/orders'
import { NO_ADDRESS } from './address-lines.tsx'
import { isInWork } from './money-words.ts'
import { longDateTime, shortDate } from './order-dates.ts'

/** The beginning of an id, enough to tell a customer's orders apart; the order page shows all of it. */
export const shortId = (id: string) => `#${id.slice(0, SHOWN_CHARACTERS)}`

export const cityAndCountry = ({ city, country }: Order['shippingAddress']) =>
  [city, country].filter(Boolean).join(', ') || NO_ADDRESS

export const pieceCount = ({ orderItems }: Order) => {
  const count = orderItems.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 piece' : `${count} pieces`
}

/** How far a parcel is, in a few words. */
export function deliveryInWords(order: Order) {
  if (isInWork(order)) return `Arrives around ${shortDate(order.estimatedDelivery)}`
  return order.isPaid ? order.status : 'Not shipped yet'
}

/** When it was shipped, delivered and cancelled, as far as that is known: a sentence each. */
export const momentsInWords = ({ shippedAt, deliveredAt, cancelledAt }: Order): readonly string[] => [
  ...(shippedAt ? [`Shipped on ${longDateTime(shippedAt)}.`] : []),
  ...(deliveredAt ? [`Delivered on ${longDateTime(deliveredAt)}.`] : []),
  ...(cancelledAt ? [`Cancelled on ${longDateTime(cancelledAt)}.`] : []),
]

const SHOWN_CHARACTERS = 8
