import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { newBooks, type OrderBooks } from '@shop/language/order/books'
import { booksAfter } from '@shop/language/order/books-after'
import { type OrderEvent, orderEvents } from '@shop/language/order/events'
import { isToShip, newLines } from '@shop/language/order/lines'
import { isOnItsWay } from '@shop/language/order/pieces'
import { openEvent } from '../sealing/sealed-event.ts'

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()
const ofOrders: ReadonlySet<string> = new Set(orderEvents.map(({ type }) => type))

/**
 * Finds a customer's unfinished orders and pending payments in a whole log. An order is unfinished if it has pieces to ship or a refund on
 * its way (decisions C13b: deleting a user with unfinished orders).
 */
export async function unfinishedIn(
  stored: AsyncIterable<readonly Recorded[]> | Iterable<readonly Recorded[]>,
  customerId: string,
): Promise<readonly string[]> {
  const orders = new Map<string, OrderBooks>()
  const deleted = new Set<string>()
  const payments: Payments = new Map()
  for await (const batch of stored)
    for (const raw of batch) {
      const event = openEvent(raw, NO_KEYS) as Recorded<ShopEvent>
      paymentAfter(payments, event, customerId)
      if (ofOrders.has(event.type)) orderAfter({ orders, deleted }, event as Recorded<OrderEvent>, customerId)
    }
  const isOpen = ([id, order]: [string, OrderBooks]) =>
    (!deleted.has(id) && isToShip(order)) || order.refunds.some(isOnItsWay)
  return [...[...orders].filter(isOpen).map(([id]) => id), ...payments.keys()]
}

type Orders = Readonly<{ orders: Map<string, OrderBooks>; deleted: Set<string> }>

function orderAfter({ orders, deleted }: Orders, { type, data }: OrderEvent, customerId: string) {
  const { orderId } = data
  if (type === 'OrderPlaced' && data.customerId === customerId)
    orders.set(orderId, { ...newBooks, totalCents: data.totalCents, lines: newLines(data.items) })
  const order = orders.get(orderId)
  if (!order) return
  if (type === 'OrderDeleted') deleted.add(orderId)
  if (type === 'OrderRestored') deleted.delete(orderId)
  const status = type === 'OrderRestored' ? data.status : order.status
  orders.set(orderId, booksAfter({ ...order, status }, { type, data } as OrderEvent))
}

/** By the checkout's id: the pending payments that have no order, refund or final refusal yet. */
type Payments = Map<string, Readonly<{ providerOrderId: string; captureId: string }>>

function paymentAfter(payments: Payments, { type, data }: Recorded<ShopEvent>, customerId: string) {
  switch (type) {
    case 'PaymentPending':
      if (data.customerId === customerId) payments.set(data.checkoutId, data)
      break
    case 'PaymentRefused': {
      const isIt = payments.get(data.checkoutId)?.providerOrderId === data.providerOrderId
      if (data.final && isIt) payments.delete(data.checkoutId)
      break
    }
    case 'OrderPlaced':
      payments.delete(data.orderId)
      break
    case 'RefundRequested':
      if (payments.get(data.checkoutId)?.captureId === data.captureId) payments.delete(data.checkoutId)
      break
  }
}
