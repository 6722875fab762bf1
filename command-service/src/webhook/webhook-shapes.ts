import type { Signal } from '@shop/language/checkout/signal-events'
import * as z from 'zod'
import { centsOf } from '../payment/paypal-shapes.ts'
import { disputeOf, type Money, moment, Resource } from './webhook-resource.ts'

/** The shop reads the envelope first, because it may receive events of any kind (decisions M19). */
const Envelope = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  create_time: z.iso.datetime({ offset: true }).optional().catch(undefined),
})
const Followed = z.object({ resource: Resource })

type Said = Omit<Signal, 'signalId' | 'what' | 'createdAt' | 'receivedAt'>

export const NOTHING_SAID: Said = {
  providerOrderId: null,
  captureId: null,
  refundId: null,
  disputeId: null,
  checkoutId: null,
  amountCents: null,
  currency: null,
  code: null,
  dispute: null,
}

/** TABLE: the events that the shop follows, by the beginning of the event's type. The first match counts. */
const readers: readonly (readonly [begins: string, read: (resource: Resource, signalId: string) => Said])[] = [
  ['CHECKOUT.ORDER.', approved],
  ['CHECKOUT.PAYMENT-APPROVAL.REVERSED', approved],
  ['PAYMENT.CAPTURE.REFUNDED', refunded],
  ['PAYMENT.CAPTURE.REVERSED', refunded],
  ['PAYMENT.CAPTURE.', captured],
  ['PAYMENT.REFUND.', refunded],
  ['CUSTOMER.DISPUTE.', disputed],
]

export type Read =
  | Readonly<{ is: 'signal'; signal: Signal }>
  | Readonly<{ is: 'not followed' }>
  /** The event has no type, or is of a followed type but in an unknown form. */
  | Readonly<{ is: 'not understood'; what: string; signalId: string; cause: Error }>

export function readWebhook(body: Buffer, receivedAt: string): Read {
  let [what, signalId] = ['NO_EVENT_TYPE', '']
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    const envelope = Envelope.parse(parsed)
    what = envelope.event_type
    signalId = envelope.id
    const read = readers.find(([begins]) => what.startsWith(begins))?.[1]
    if (!read) return { is: 'not followed' }
    const { resource } = Followed.parse(parsed)
    const createdAt = moment(envelope.create_time)
    const signal = { signalId, what, ...read(resource, signalId), ...(createdAt && { createdAt }), receivedAt }
    return { is: 'signal', signal }
  } catch (cause) {
    return { is: 'not understood', what, signalId, cause: cause as Error }
  }
}

/** Reads an order, or a reversed approval that names its order. */
function approved({ id, order_id, purchase_units: [unit] = [] }: Resource): Said {
  const checkoutId = unit?.custom_id ?? null
  return { ...NOTHING_SAID, providerOrderId: requireId(order_id ?? id), checkoutId, ...moneyIn(unit?.amount) }
}

function captured({ id, custom_id, amount, supplementary_data: more }: Resource): Said {
  const ids = { captureId: requireId(id), providerOrderId: more?.related_ids?.order_id ?? null }
  return { ...NOTHING_SAID, ...ids, checkoutId: custom_id ?? null, ...moneyIn(amount) }
}

/**
 * A refund names its capture only in a link. The resource of a reversal can be the capture itself. Then the webhook's id serves as the
 * refund's id, because a capture can be reversed more than once.
 */
function refunded(resource: Resource, signalId: string): Said {
  const { id, custom_id, amount, links = [] } = resource
  const captureId = links
    .find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
    ?.href.split('/')
    .at(-1)
  if (!captureId) return { ...captured(resource), refundId: signalId }
  return { ...NOTHING_SAID, refundId: requireId(id), captureId, checkoutId: custom_id ?? null, ...moneyIn(amount) }
}

function disputed(resource: Resource): Said {
  const { dispute_id, dispute_amount, disputed_transactions: [transaction] = [], reason } = resource
  const disputeOpenedAt = moment(resource.create_time)
  const refunded = moneyIn(resource.dispute_outcome?.amount_refunded)
  return {
    ...NOTHING_SAID,
    disputeId: requireId(dispute_id),
    captureId: transaction?.seller_transaction_id ?? null,
    checkoutId: transaction?.custom || null,
    ...moneyIn(dispute_amount),
    code: reason ?? null,
    dispute: disputeOf(resource),
    ...(disputeOpenedAt && { disputeOpenedAt }),
    ...(refunded && refunded.currency === dispute_amount?.currency_code && { refundedCents: refunded.amountCents }),
  }
}

function requireId(id: string | undefined): string {
  if (!id) throw new Error('The webhook has no id of an order, capture, refund or dispute')
  return id
}

/** Some events have the refunded amount as a negative number. */
const moneyIn = (money: Money | undefined) =>
  money && { amountCents: centsOf(money.value.replace(/^-/, '')), currency: money.currency_code }

/** The types of events to which the shop's webhook at PayPal must be subscribed. */
export const followedEvents: readonly string[] = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]
