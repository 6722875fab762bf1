import type { CheckoutEvent } from '@shop/language/checkout/events'
import type { PaymentRefused } from '@shop/language/checkout/payment-events'
import type { EventOf } from '@shop/language/events/event'
import type { Capture, Checkout, Refund } from './checkout-state.ts'
import { refundsAfter } from './decide-payment-refund.ts'

const begun = {
  discount: undefined,
  status: 'open',
  held: true,
  holdComplete: false,
  lapses: 0,
  providerOrderIds: [],
  startRefusals: [],
  pending: undefined,
  refusals: new Map(),
  unanswered: new Map(),
  payment: undefined,
  refunds: new Map(),
  taken: [],
  purchaseId: undefined,
  takenBy: undefined,
  supersededBy: [],
} as const

export function evolveCheckout(checkout: Checkout | undefined, event: CheckoutEvent): Checkout | undefined {
  const { type, data } = event
  if (type === 'CheckoutStarted') return { ...begun, ...data }
  if (!checkout) return checkout
  switch (type) {
    case 'DiscountGiven':
      return { ...checkout, discount: { emailKey: data.emailKey, amountCents: data.amountCents } }
    case 'PaymentStarted':
      return { ...checkout, providerOrderIds: [...checkout.providerOrderIds, data.providerOrderId] }
    case 'CheckoutPaid': {
      const { checkoutId: _, held, ...payment } = data
      return { ...checkout, status: 'paid', held, pending: undefined, payment }
    }
    case 'PaymentPending': {
      const { captureId, amountCents, providerOrderId, reason, holdUntil: expiresAt, held } = data
      const pending = { captureId, amountCents, providerOrderId, reason }
      return { ...checkout, status: 'pending', held, expiresAt, pending }
    }
    case 'PendingReasonChanged':
      return checkout.pending ? { ...checkout, pending: { ...checkout.pending, reason: data.reason } } : checkout
    case 'PaymentRefused':
      return afterRefusal(checkout, data)
    case 'PaymentRetryRequested':
      return afterRetry(checkout, data.providerOrderId)
    case 'PaymentUnanswered':
      return { ...checkout, unanswered: new Map(checkout.unanswered).set(data.providerOrderId, data.at) }
    case 'PaymentStartRefused':
      return { ...checkout, startRefusals: [...checkout.startRefusals, data.code] }
    case 'CheckoutReopened':
      return { ...checkout, status: 'open', held: true, holdComplete: false, expiresAt: data.expiresAt }
    case 'StockHeld':
      return { ...checkout, holdComplete: true }
    case 'StockHeldAgain':
      return { ...checkout, held: true }
    case 'CheckoutFinalized':
      return { ...checkout, status: 'finalized', taken: data.taken }
    case 'CheckoutExpired':
      return checkout.pending
        ? { ...lapsed(checkout, 'pending'), pending: checkout.pending }
        : lapsed(checkout, 'expired')
    case 'CheckoutSuperseded':
      return { ...lapsed(checkout, 'superseded'), supersededBy: [...checkout.supersededBy, data.by] }
    case 'CheckoutAbandoned':
      return lapsed(checkout, 'abandoned')
    case 'RefundRequested': {
      const own = [checkout.payment, checkout.pending].find((money) => money?.captureId === data.captureId)
      if (!own) return withRefund(checkout, data)
      return withRefund(lapsed(checkout, 'refunded'), { ...data, providerOrderId: own.providerOrderId })
    }
    case 'PurchaseJoined':
      return { ...checkout, purchaseId: data.purchaseId }
    case 'PurchaseTaken':
      return { ...checkout, takenBy: data.by }
    case 'PurchaseFreed':
      return { ...checkout, takenBy: undefined }
    default:
      return { ...checkout, refunds: refundsAfter(checkout.refunds, event) }
  }
}

function afterRefusal(checkout: Checkout, data: EventOf<typeof PaymentRefused>['data']): Checkout {
  const { providerOrderId, code, final, meaning, at } = data
  const times = (checkout.refusals.get(providerOrderId)?.times ?? 0) + 1
  const refusal = { code, final, meaning, at, times, isRetried: false }
  const endsIt = checkout.pending?.providerOrderId === providerOrderId
  const refusals = new Map(checkout.refusals).set(providerOrderId, refusal)
  return { ...(endsIt ? lapsed(checkout, 'refused') : checkout), refusals }
}

function afterRetry(checkout: Checkout, providerOrderId: string): Checkout {
  const refusal = checkout.refusals.get(providerOrderId)
  if (!refusal) return checkout
  return { ...checkout, refusals: new Map(checkout.refusals).set(providerOrderId, { ...refusal, isRetried: true }) }
}

const withRefund = (
  checkout: Checkout,
  { captureId, amountCents, providerOrderId }: Capture & Partial<Pick<Refund, 'providerOrderId'>>,
): Checkout => ({
  ...checkout,
  refunds: new Map(checkout.refunds).set(captureId, { ...REQUESTED, amountCents, providerOrderId }),
})

const REQUESTED = {
  refundId: undefined,
  pending: undefined,
  attempt: 0,
  code: undefined,
  delayedAt: undefined,
  isRefused: false,
  failed: [],
} as const

const lapsed = (checkout: Checkout, status: Checkout['status']): Checkout => ({
  ...checkout,
  status,
  held: false,
  holdComplete: false,
  lapses: checkout.lapses + 1,
  pending: undefined,
})
