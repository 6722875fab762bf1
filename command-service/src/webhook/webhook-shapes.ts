import type { Signal } from '@shop/language/events/signal-events'
import * as z from 'zod'
import { centsOf } from '../payment/paypal-shapes.ts'

const id = z.string().min(1).max(255)
const Money = z.object({ currency_code: z.string(), value: z.string() })
const Transaction = z.object({ seller_transaction_id: id.optional(), custom: z.string().optional() })

/** What the shop reads of a webhook of PayPal's: ids, and an amount for whoever looks at it. */
const WebhookShape = z.object({
  id: id.max(100),
  event_type: z.string().max(100),
  resource: z.object({
    id: id.optional(),
    custom_id: id.optional(),
    amount: Money.optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: id.optional() }).optional() }).optional(),
    purchase_units: z.array(z.object({ custom_id: id.optional(), amount: Money.optional() })).optional(),
    dispute_id: id.optional(),
    dispute_amount: Money.optional(),
    disputed_transactions: z.array(Transaction).optional(),
    reason: z.string().max(100).optional(),
  }),
})
type Resource = z.output<typeof WebhookShape>['resource']
type Said = Omit<Signal, 'signalId' | 'what' | 'receivedAt'>

/** A webhook that says nothing. */
export const NOTHING_SAID: Said = {
  providerOrderId: null,
  captureId: null,
  refundId: null,
  disputeId: null,
  checkoutId: null,
  amountCents: null,
  currency: null,
  code: null,
}

/** TABLE: what the shop follows, by how the type of the event begins; the first that fits. */
const readers: readonly (readonly [begins: string, read: (resource: Resource) => Said])[] = [
  ['CHECKOUT.ORDER.', approved],
  ['PAYMENT.CAPTURE.REFUNDED', refunded],
  ['PAYMENT.CAPTURE.REVERSED', refunded],
  ['PAYMENT.CAPTURE.', captured],
  ['CUSTOMER.DISPUTE.', disputed],
]

/** The signal in a webhook's body; undefined for one that the shop does not follow. Throws for a body of another shape. */
export function signalIn(body: unknown, receivedAt: string): Signal | undefined {
  const { id: signalId, event_type: what, resource } = WebhookShape.parse(body)
  const read = readers.find(([begins]) => what.startsWith(begins))?.[1]
  return read && { signalId, what, ...read(resource), receivedAt }
}

function approved({ id, purchase_units: [unit] = [] }: Resource): Said {
  const checkoutId = unit?.custom_id ?? null
  return { ...NOTHING_SAID, providerOrderId: id ?? null, checkoutId, ...moneyIn(unit?.amount) }
}

function captured({ id, custom_id, amount, supplementary_data: more }: Resource): Said {
  const ids = { captureId: id ?? null, providerOrderId: more?.related_ids?.order_id ?? null }
  return { ...NOTHING_SAID, ...ids, checkoutId: custom_id ?? null, ...moneyIn(amount) }
}

/** A refund names its capture in the link to it alone. */
function refunded({ id, custom_id, amount, links = [] }: Resource): Said {
  const captureId =
    links
      .find(({ rel }) => rel === 'up')
      ?.href.split('/')
      .at(-1) ?? null
  return { ...NOTHING_SAID, refundId: id ?? null, captureId, checkoutId: custom_id ?? null, ...moneyIn(amount) }
}

function disputed({ dispute_id, dispute_amount, disputed_transactions: [transaction] = [], reason }: Resource): Said {
  return {
    ...NOTHING_SAID,
    disputeId: dispute_id ?? null,
    captureId: transaction?.seller_transaction_id ?? null,
    checkoutId: transaction?.custom || null,
    ...moneyIn(dispute_amount),
    code: reason ?? null,
  }
}

const moneyIn = (money: z.output<typeof Money> | undefined) =>
  money && { amountCents: centsOf(money.value), currency: money.currency_code }
