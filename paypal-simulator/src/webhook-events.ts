import { randomBytes } from 'node:crypto'
import { PaypalError } from './errors.ts'
import type { Order } from './ledger.ts'
import { captureDocument, fullOrder, fullRefund, type Site } from './representations.ts'
import type { WebhookEvent } from './webhook-sender.ts'

/** The events that the simulator can send of an order. */
export const eventNames = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const
export type EventName = (typeof eventNames)[number]

/** An event of an order as PayPal sends it. Throws INVALID_RESOURCE_ID if the order has not come so far. */
export function eventOf(event_type: EventName, order: Order, site: Site): WebhookEvent {
  const id = `WH-${randomBytes(12).toString('hex').toUpperCase()}`
  return { id, event_type, resource: resourceOf(event_type, order, site) }
}

function resourceOf(name: EventName, order: Order, site: Site): object {
  if (name === 'CHECKOUT.ORDER.APPROVED') return fullOrder(order, site)
  const capture = order.captureId ? site.ledger.findCapture(order.captureId) : undefined
  if (!capture) throw new PaypalError('INVALID_RESOURCE_ID')
  const captured = captureDocument(capture, order, site)
  if (name === 'PAYMENT.CAPTURE.REFUNDED') {
    const refund = site.ledger.refundsOf(capture.id).at(-1)
    if (!refund) throw new PaypalError('INVALID_RESOURCE_ID')
    return fullRefund(refund, order, site)
  }
  if (name.startsWith('CUSTOMER.DISPUTE.'))
    return {
      dispute_id: `PP-R-${order.id.slice(0, 8)}`,
      disputed_transactions: [{ seller_transaction_id: capture.id, custom: order.unit.custom_id }],
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      status: name === 'CUSTOMER.DISPUTE.RESOLVED' ? 'RESOLVED' : 'OPEN',
      dispute_amount: captured.amount,
    }
  return { ...captured, supplementary_data: { related_ids: { order_id: order.id } } }
}

/** What a capture tells by itself, by what has become of it. */
export const captureEvents: Readonly<Record<string, EventName>> = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
}
