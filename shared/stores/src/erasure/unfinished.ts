import type { ShopEvent } from '@shop/language/all-events'
import { moneyMayCome } from '@shop/language/checkout/money-may-come'
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
 * Finds a customer's unfinished orders and payments in a whole log, by the rule of the account deletion in the command-service. An order is
 * unfinished if it has pieces to ship or a refund on its way (decisions C13b: deleting a user with unfinished orders).
 */
export async function unfinishedIn(
  stored: AsyncIterable<readonly Recorded[]> | Iterable<readonly Recorded[]>,
  customerId: string,
  nowMs: number,
): Promise<readonly string[]> {
  const orders = new Map<string, OrderBooks>()
  const deleted = new Set<string>()
  const payments = new Map<string, Payments>()
  for await (const batch of stored)
    for (const raw of batch) {
      const event = openEvent(raw, NO_KEYS) as Recorded<ShopEvent>
      paymentAfter(payments, event, customerId)
      if (ofOrders.has(event.type)) orderAfter({ orders, deleted }, event as Recorded<OrderEvent>, customerId)
    }
  const isOpen = ([id, order]: [string, OrderBooks]) =>
    (!deleted.has(id) && isToShip(order)) || order.refunds.some(isOnItsWay)
  const underWay = [...payments].filter(([, payment]) => isUnderWay(payment, nowMs))
  return [...new Set([...[...orders].filter(isOpen), ...underWay].map(([id]) => id))]
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

type Payments = Readonly<{
  expiresAt: string
  /** The payments that are neither refused nor refunded, by the provider order's id. */
  begun: Set<string>
  /** Pending money, or a payment without an order: the provider order's id by capture id. */
  money: Map<string, string>
  /** By capture id. */
  refunds: Set<string>
  isPaid: boolean
}>

const isUnderWay = ({ expiresAt, begun, money, refunds, isPaid }: Payments, nowMs: number) =>
  money.size > 0 || refunds.size > 0 || (!isPaid && begun.size > 0 && moneyMayCome(expiresAt, nowMs))

function paymentAfter(checkouts: Map<string, Payments>, { type, data }: Recorded<ShopEvent>, customerId: string) {
  if (type === 'CheckoutStarted' && data.customerId === customerId) {
    const none = { begun: new Set<string>(), money: new Map<string, string>(), refunds: new Set<string>() }
    checkouts.set(data.checkoutId, { ...none, expiresAt: data.expiresAt, isPaid: false })
  }
  const id = type === 'OrderPlaced' ? data.orderId : 'checkoutId' in data ? data.checkoutId : null
  const known = id === null ? undefined : checkouts.get(id)
  if (!known || id === null) return
  const { begun, money, refunds } = known
  switch (type) {
    case 'CheckoutReopened':
      checkouts.set(id, { ...known, expiresAt: data.expiresAt })
      break
    case 'PaymentStarted':
      begun.add(data.providerOrderId)
      break
    case 'PaymentPending':
      money.set(data.captureId, data.providerOrderId)
      checkouts.set(id, { ...known, expiresAt: data.holdUntil })
      break
    case 'CheckoutPaid':
      money.clear()
      money.set(data.captureId, data.providerOrderId)
      checkouts.set(id, { ...known, isPaid: true })
      break
    case 'PaymentRefused':
      if (!data.final) break
      begun.delete(data.providerOrderId)
      for (const [captureId, of] of money) if (of === data.providerOrderId) money.delete(captureId)
      break
    case 'OrderPlaced':
      money.clear()
      break
    case 'RefundRequested':
      begun.delete(money.get(data.captureId) ?? '')
      money.delete(data.captureId)
      refunds.add(data.captureId)
      break
    case 'PaymentRefunded':
    case 'PaymentRefundRefused':
    case 'PaymentRefundFailed':
      refunds.delete(data.captureId)
      break
  }
}
