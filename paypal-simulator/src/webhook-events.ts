import { disputeOf } from './disputes.ts'
import type { Order } from './ledger.ts'
import { newId } from './new-id.ts'
import { captureIn, lastRefundIn } from './order-acts.ts'
import { captureShown, fullOrder, fullRefund, type Site } from './representations.ts'
import type { WebhookEvent } from './webhook-sender.ts'

type Kind = Readonly<{
  begins: string
  type: string
  version: string
  resource: (event: string, order: Order, site: Site) => object
}>

/** TABLE: the resource of an event, by the beginning of its type. The first match counts. */
const kinds: readonly Kind[] = [
  {
    begins: 'CHECKOUT.ORDER.',
    type: 'checkout-order',
    version: '2.0',
    resource: (_, order, site) => fullOrder(order, site),
  },
  { begins: 'PAYMENT.CAPTURE.REFUNDED', type: 'refund', version: '2.0', resource: lastRefund },
  { begins: 'PAYMENT.REFUND.', type: 'refund', version: '2.0', resource: lastRefund },
  {
    begins: 'PAYMENT.CAPTURE.',
    type: 'capture',
    version: '2.0',
    resource: (_, order, site) => captureShown(captureIn(site.ledger, order.id), order, site),
  },
  {
    begins: 'CUSTOMER.DISPUTE.',
    type: 'dispute',
    version: '1.0',
    resource: (event, order, site) => disputeOf(event, captureIn(site.ledger, order.id), order, site),
  },
]

type Of = Readonly<{
  order: Order | undefined
  changes?: object | undefined
}>

/** Throws INVALID_RESOURCE_ID if the order does not have the event's resource, such as a refund. */
export function eventOf(event_type: string, { order, changes = {} }: Of, site: Site): WebhookEvent {
  const id = `WH-${newId()}-${newId()}`
  const kind = kinds.find(({ begins }) => event_type.startsWith(begins))
  const self = `${site.base}/v1/notifications/webhooks-events/${id}`
  return {
    id,
    event_version: '1.0',
    create_time: site.now().toISOString(),
    resource_type: kind?.type ?? event_type.split('.').at(-2)?.toLowerCase() ?? '',
    resource_version: kind?.version ?? '1.0',
    event_type,
    summary: summaryOf(event_type),
    resource: { ...(order && kind?.resource(event_type, order, site)), ...changes },
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  }
}

/** Returns, for example, `Payment capture completed`. */
function summaryOf(event_type: string) {
  const words = event_type.toLowerCase().replace(/[._-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function lastRefund(_: string, order: Order, site: Site) {
  return fullRefund(lastRefundIn(site.ledger, order.id), order, site)
}

/** TABLE: the event to send about a capture, by the capture's status. */
export const captureEvents: Readonly<Record<string, string>> = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
}

/** TABLE: the event to send about a refund, by the refund's status. */
export const refundEvents: Readonly<Record<string, string>> = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
}

/** TABLE: the events to which the simulator's webhook is subscribed, in PayPal's words. */
export const subscribedEvents = Object.entries({
  'CHECKOUT.ORDER.APPROVED': 'A buyer approved a checkout order.',
  'CHECKOUT.ORDER.COMPLETED': 'A checkout order is processed.',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
    'A problem occurred after the buyer approved the order but before it was captured.',
  'PAYMENT.CAPTURE.COMPLETED': 'A payment capture completes.',
  'PAYMENT.CAPTURE.PENDING': 'The state of a payment capture changes to pending.',
  'PAYMENT.CAPTURE.DENIED': 'A payment capture is denied.',
  'PAYMENT.CAPTURE.DECLINED': 'A payment capture is declined.',
  'PAYMENT.CAPTURE.REFUNDED': 'A merchant refunds a payment capture.',
  'PAYMENT.CAPTURE.REVERSED': 'PayPal reverses a payment capture.',
  'PAYMENT.REFUND.PENDING': 'A refund is pending.',
  'PAYMENT.REFUND.FAILED': 'A refund fails.',
  'CUSTOMER.DISPUTE.CREATED': 'A dispute is created.',
  'CUSTOMER.DISPUTE.UPDATED': 'A dispute is updated.',
  'CUSTOMER.DISPUTE.RESOLVED': 'A dispute is resolved.',
}).map(([name, description]) => ({ name, description, status: 'ENABLED' }))
