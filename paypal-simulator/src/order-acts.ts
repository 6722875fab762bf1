import { checkedUnit, withoutPerson } from './checked-unit.ts'
import { refused } from './errors.ts'
import type { Approval, Ledger, Order } from './ledger.ts'
import { orderRequest, parseBody } from './order-request.ts'
import type { OrderedBy } from './passing-orders.ts'
import { buyerLink, type Site, statusOf } from './representations.ts'

/** Runs inside the caller's transaction, like all functions here that change an order. */
export function createOrder({ ledger, merchantId }: Site, body: unknown, by: OrderedBy): Order {
  const request = parseBody(orderRequest, body)
  const { paypal } = request.payment_source ?? {}
  const context = paypal?.experience_context ?? request.application_context
  const order = ledger.addOrder(withoutPerson(checkedUnit(request, merchantId)), context?.brand_name ?? null, by)
  if (paypal) ledger.changeOrder(order.id, { source: 'paypal' })
  return order
}

export function findOrder(ledger: Ledger, id: string): Order {
  const order = ledger.findOrder(id)
  if (!order) throw refused('INVALID_RESOURCE_ID')
  return order
}

export function captureOrder(site: Site, id: string): Order {
  const { ledger } = site
  const order = findOrder(ledger, id)
  const status = statusOf(order, ledger)
  if (order.captureId || status === 'COMPLETED') throw refused('ORDER_ALREADY_CAPTURED')
  if (status !== 'APPROVED') throw refused('ORDER_NOT_APPROVED')
  if (order.approval === 'declined')
    throw refused('INSTRUMENT_DECLINED', { links: [buyerLink(order, 'redirect', site)] })
  const { invoice_id } = order.unit
  if (invoice_id && ledger.isInvoicePaid(invoice_id)) throw refused('DUPLICATE_INVOICE_ID')
  ledger.addCapture(id)
  return findOrder(ledger, id)
}

/** The buyer's decision cannot change after the capture. */
export function decide(ledger: Ledger, id: string, approval: Approval): Order {
  const order = findOrder(ledger, id)
  if (order.captureId && approval !== order.approval) throw refused('ORDER_ALREADY_CAPTURED')
  if (order.approval !== approval) {
    ledger.setApproval(id, approval)
    ledger.changeOrder(id, { status: null })
  }
  return findOrder(ledger, id)
}

export function captureIn(ledger: Ledger, orderId: string) {
  const { captureId } = findOrder(ledger, orderId)
  const capture = captureId ? ledger.findCapture(captureId) : undefined
  if (!capture) throw refused('INVALID_RESOURCE_ID')
  return capture
}

export function lastRefundIn(ledger: Ledger, orderId: string) {
  const refund = ledger.refundsOf(captureIn(ledger, orderId).id).at(-1)
  if (!refund) throw refused('INVALID_RESOURCE_ID')
  return refund
}
