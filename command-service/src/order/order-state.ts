import { protectionElsewhere, type SellerProtection } from '@shop/language/api/seller-protection'
import type { Address, PricedItem } from '@shop/language/events/bought'
import type { OrderEvent } from '@shop/language/events/order-events'
import { booksAfter, newBooks, type OrderBooks } from '@shop/language/order-books'
import { versionAfter } from '@shop/language/order-version'

export type OrderFacts = Readonly<{
  orderId: string
  customerId: string
  items: PricedItem[]
  totalCents: number
  shippingAddress: Address | null
  country: string
  paymentMethod: string
  captureId: string
  paidAt: string
  placedAt: string
  sellerProtection?: SellerProtection
}>

export type Order = OrderBooks &
  Readonly<{
    facts: OrderFacts
    /** Why its status was set, if an admin has said so. */
    reason: string | null
    /** It was cancelled once, and its pieces are back in stock but for those of earlier returns. */
    caseOpened: boolean
    /** Returns that were asked for before that: their pieces come back with them. */
    earlierReturns: readonly string[]
    /** Returns whose pieces are back in stock. */
    restocked: readonly string[]
    deleted: boolean
    /** For `If-Match`. */
    version: number
  }>

/** The state of an order after one more event. */
export function evolveOrder(order: Order | undefined, event: OrderEvent, number = 0): Order | undefined {
  const evolved = evolvedFacts(order, event)
  return evolved && { ...evolved, version: versionAfter(evolved.version, event, number) }
}

function evolvedFacts(order: Order | undefined, event: OrderEvent): Order | undefined {
  const { type, data } = event
  if (type === 'OrderPlaced') {
    const { totalCents } = data
    const since = { reason: null, caseOpened: false, earlierReturns: [], restocked: [], deleted: false, version: 0 }
    return { ...newBooks, totalCents, facts: data, ...since }
  }
  if (!order) return order
  switch (type) {
    case 'OrderDeleted':
      return { ...order, deleted: true }
    case 'OrderRestored':
      return { ...order, deleted: false }
    case 'OrderAddressChanged': {
      const { shippingAddress, country } = data
      const { facts } = order
      return { ...order, facts: { ...facts, shippingAddress, country, ...protectionElsewhere(facts) } }
    }
    case 'OrderStatusChanged':
      return { ...booksAfter(order, event), reason: data.reason }
    case 'ReturnRestocked':
      return { ...order, restocked: [...order.restocked, data.returnId] }
    case 'RefundCaseOpened':
      return { ...booksAfter(order, event), caseOpened: true, earlierReturns: order.returns.map((one) => one.returnId) }
    default:
      return booksAfter(order, event)
  }
}
