import { isIncompleteAddress } from '@shop/language/address/api'
import { protectionElsewhere } from '@shop/language/checkout/seller-protection'
import { newBooks, type OrderBooks } from '@shop/language/order/books'
import { booksAfter } from '@shop/language/order/books-after'
import { type OrderDocument, orders } from '@shop/language/order/document'
import type { OrderEvent, OrderPlaced } from '@shop/language/order/events'
import { isToShip, newLines } from '@shop/language/order/lines'
import { orderRefundEvents } from '@shop/language/order/refund-events'
import { versionAfter } from '@shop/language/order/version'
import { searchTokensOf } from '@shop/language/product/tokens'
import { insert, onEach, type Projection, remove, update, whenErased } from '../projection.ts'

export const orderProjection: Projection<OrderDocument> = {
  into: orders,
  failure: 'halt',
  on: {
    OrderPlaced: ({ data, version }) =>
      insert(data.orderId, documentOf({ ...data, ...newBooks, lines: newLines(data.items), version })),
    OrderDeleted: ({ data }) => remove(data.orderId),
    OrderRestored: ({ data: { reasons, ...data }, version }) =>
      insert(data.orderId, documentOf({ ...data, reasons: reasons ?? {}, version })),
    OrderStatusChanged: booked,
    OrderAddressChanged: ({ data: { orderId, shippingAddress, country }, version }) =>
      update<OrderDocument>(orderId, (order) =>
        found({ ...order, ...placeOf(shippingAddress), country, ...protectionElsewhere(order), version }),
      ),
    RefundCaseOpened: booked,
    RefundCaseClosed: booked,
    ...onEach(orderRefundEvents, booked),
    ReturnRequested: booked,
    ReturnReceived: booked,
    ReturnAwaited: booked,
    ReturnClosed: booked,
    PiecesGivenUp: booked,
    PiecesReclaimed: booked,
    ...whenErased<OrderDocument>('customerId', (order) =>
      found({ ...order, ...placeOf(null), trackingNumber: null, reasons: {} }),
    ),
  },
}

/** A deleted order has no document, so nothing changes. */
function booked({ type, data, version: number }: Pick<OrderEvent, 'type' | 'data'> & { version: number }) {
  return update<OrderDocument>(data.orderId, (order) => {
    const after = booksAfter(order, { type, data } as OrderEvent)
    const version = versionAfter(order.version, { type }, number)
    const shown = { ...after, version, ...waitingFor(after) }
    return after.trackingNumber === order.trackingNumber ? shown : found(shown)
  })
}

const documentOf = ({ orderId, ...facts }: Placed & OrderBooks & { version: number }): OrderDocument =>
  found({ ...facts, ...placeOf(facts.shippingAddress), _id: orderId, ...waitingFor(facts) })

/** Adds the words with which a search finds the order. */
function found(order: Omit<OrderDocument, 'tokens'>): OrderDocument {
  const { _id, captureId, items, shippingAddress, trackingNumber } = order
  const words = [
    _id,
    captureId,
    ...items.flatMap(({ name, sku }) => [name, sku]),
    shippingAddress?.city,
    trackingNumber,
  ]
  return { ...order, tokens: searchTokensOf(words.filter(Boolean).join(' ')) }
}
type Placed = ReturnType<typeof OrderPlaced>['data']

const placeOf = (shippingAddress: OrderDocument['shippingAddress']) => ({
  shippingAddress,
  incompleteAddress: isIncompleteAddress(shippingAddress),
})

/** The fields that say whether the order waits for an admin. */
const waitingFor = (order: OrderBooks) => ({
  returnDue: order.returns.some(({ received }) => received === undefined),
  toShip: isToShip(order),
})
