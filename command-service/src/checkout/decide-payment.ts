import { type CheckoutEvent, CheckoutPaid } from '@shop/language/checkout/events'
import {
  PaymentPending,
  PaymentRefused,
  PaymentRetryRequested,
  PaymentStarted,
  PaymentStartRefused,
  PaymentUnanswered,
  PendingReasonChanged,
  RefundRequested,
} from '@shop/language/checkout/payment-events'
import type { SellerProtection } from '@shop/language/checkout/seller-protection'
import { type Capture, type Checkout, holdsPieces, type Refusal, waitsForStock } from './checkout-state.ts'
import { decidePaymentRefund, type PaymentRefundAnswer } from './decide-payment-refund.ts'

export type PaymentCommand =
  | { type: 'StartPayment'; providerOrderId: string }
  /** `heldLapses`: the number of the hold, if all its pieces were reserved before this command. */
  | ({
      type: 'Pay'
      heldLapses: number | undefined
      sellerProtection?: SellerProtection | undefined
    } & Money)
  /** `heldLapses`: as in `Pay`. */
  | ({ type: 'NotePending'; holdUntil: string; heldLapses: number | undefined; reason: string | null } & Money)
  /** `attempt`: the number of the answered capture, from 0. Undefined if a look-up reported the refusal. */
  | ({ type: 'NoteRefusal'; providerOrderId: string; attempt?: number | undefined } & Refusal)
  | { type: 'RetryPayment'; providerOrderId: string }
  | { type: 'NoteUnanswered'; providerOrderId: string; at: string }
  /** `attempt`: the number of the answered try to create the provider's order, from 0. */
  | { type: 'NoteStartRefusal'; code: string; meaning: Refusal['meaning']; attempt: number }
  /** The pieces for a late payment are sold out, so the money must go back. */
  | { type: 'GiveUp'; reason: string }
  | ({ type: 'RequestRefund'; reason: string } & Capture)
  | PaymentRefundAnswer

/** The reason of a refund for a cart that is bought twice (decisions S6). */
export const BOUGHT_ELSEWHERE = 'Another checkout of this cart was paid first'

/** An unknown outcome is recorded again only after this time, so that tries do not fill the stream. */
export const NOTED_AGAIN_MS = 60 * 60_000

type Money = Capture & { providerOrderId: string; at: string }

export function decidePayment(
  command: PaymentCommand & { checkoutId: string },
  checkout: Checkout,
): readonly CheckoutEvent[] {
  const { checkoutId } = command
  switch (command.type) {
    case 'StartPayment':
      if (checkout.providerOrderIds.includes(command.providerOrderId)) return []
      return [PaymentStarted({ checkoutId, providerOrderId: command.providerOrderId })]
    case 'Pay':
      return decidePaid(command, checkout)
    case 'NotePending':
      return notePending(command, checkout)
    case 'NoteRefusal': {
      const { providerOrderId, code, final, meaning, at, attempt } = command
      if (checkout.payment?.providerOrderId === providerOrderId) return []
      const known = checkout.refusals.get(providerOrderId)
      const isPending = checkout.pending?.providerOrderId === providerOrderId
      // A refused payment that became pending can be refused once more.
      const isKnown =
        attempt === undefined
          ? known?.code === code && known.final === final && !isPending
          : (known?.times ?? 0) > attempt
      const refusal = { checkoutId, providerOrderId, code, final, meaning, at }
      return isKnown ? [] : [PaymentRefused({ ...refusal, ...(isPending && { wasPending: true }) })]
    }
    case 'RetryPayment': {
      const refusal = checkout.refusals.get(command.providerOrderId)
      if (!refusal || refusal.isRetried || refusal.meaning !== 'refused') return []
      return [PaymentRetryRequested({ checkoutId, providerOrderId: command.providerOrderId })]
    }
    case 'NoteUnanswered': {
      const { providerOrderId, at } = command
      const noted = checkout.unanswered.get(providerOrderId)
      const isNew = noted === undefined || Date.parse(at) - Date.parse(noted) >= NOTED_AGAIN_MS
      return isNew ? [PaymentUnanswered({ checkoutId, providerOrderId, at })] : []
    }
    case 'NoteStartRefusal':
      if (checkout.startRefusals.length > command.attempt) return []
      return [PaymentStartRefused({ checkoutId, code: command.code, meaning: command.meaning })]
    case 'GiveUp': {
      if (!waitsForStock(checkout) || !checkout.payment) return []
      const { captureId, amountCents } = checkout.payment
      return [RefundRequested({ checkoutId, captureId, amountCents, reason: command.reason })]
    }
    case 'RequestRefund': {
      const { captureId, amountCents, reason } = command
      if (checkout.payment?.captureId === captureId || checkout.refunds.has(captureId)) return []
      return [RefundRequested({ checkoutId, captureId, amountCents, reason })]
    }
    default:
      return decidePaymentRefund(command, checkout)
  }
}

type Pending = Extract<PaymentCommand, { type: 'NotePending' }> & { checkoutId: string }

function notePending(command: Pending, checkout: Checkout): readonly CheckoutEvent[] {
  const { checkoutId, providerOrderId, captureId, amountCents, at: pendingAt, holdUntil, heldLapses, reason } = command
  if (checkout.pending?.captureId === captureId && reason && checkout.pending.reason !== reason)
    return [PendingReasonChanged({ checkoutId, captureId, reason })]
  if (checkout.pending || checkout.payment || checkout.refunds.has(captureId)) return []
  // An older report must not replace a final refusal.
  if (checkout.refusals.get(providerOrderId)?.final) return []
  const { customerId, items, totalCents, shippingAddress, country, paymentMethod } = checkout
  const held = checkout.status === 'open' && heldLapses === checkout.lapses
  const facts = { customerId, items: [...items], totalCents, shippingAddress, country, paymentMethod }
  const money = { providerOrderId, captureId, amountCents, pendingAt, holdUntil, held, reason }
  return [PaymentPending({ checkoutId, ...facts, ...money })]
}

type Paid = Extract<PaymentCommand, { type: 'Pay' }> & { checkoutId: string }

function decidePaid(command: Paid, checkout: Checkout): readonly CheckoutEvent[] {
  const { checkoutId, providerOrderId, captureId, amountCents, at: paidAt, sellerProtection } = command
  if (checkout.payment?.captureId === captureId || checkout.refunds.has(captureId)) return []
  if (checkout.payment) return [RefundRequested({ checkoutId, captureId, amountCents, reason: 'It was paid twice' })]
  if (checkout.takenBy) return [RefundRequested({ checkoutId, captureId, amountCents, reason: BOUGHT_ELSEWHERE })]
  const held = holdsPieces(checkout) && command.heldLapses === checkout.lapses
  const facts = { checkoutId, providerOrderId, captureId, amountCents, paidAt, held }
  return [CheckoutPaid({ ...facts, ...(sellerProtection && { sellerProtection }) })]
}
