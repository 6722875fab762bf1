import type { CheckoutEvent } from '@shop/language/checkout/events'
import {
  PaymentRefundDelayed,
  PaymentRefunded,
  PaymentRefundFailed,
  PaymentRefundPending,
  PaymentRefundRefused,
} from '@shop/language/checkout/payment-events'
import type { Checkout, Refund } from './checkout-state.ts'

/** `refundId`: the provider's id. */
export type PaymentRefundAnswer = { captureId: string } & (
  | { type: 'NoteRefund'; refundId: string }
  | { type: 'NoteRefundPending'; refundId: string; at: string }
  /** `attempt`: the number of the try, from 0. */
  | { type: 'NoteRefundDelayed'; attempt: number; code: string; at: string }
  | { type: 'NoteRefundRefused'; attempt: number; code: string }
  | { type: 'NoteRefundFailed'; refundId: string; code: string }
)

export function decidePaymentRefund(
  command: PaymentRefundAnswer & { checkoutId: string },
  { refunds }: Checkout,
): readonly CheckoutEvent[] {
  const { checkoutId, captureId } = command
  const wanted = refunds.get(captureId)
  if (!wanted) return []
  const { amountCents } = wanted
  const isAccepted = wanted.refundId !== undefined || wanted.pending !== undefined
  switch (command.type) {
    case 'NoteRefund': {
      const { refundId } = command
      if (wanted.refundId || wanted.failed.includes(refundId)) return []
      return [PaymentRefunded({ checkoutId, captureId, amountCents, refundId })]
    }
    case 'NoteRefundPending': {
      const { refundId, at } = command
      if (isAccepted || wanted.failed.includes(refundId)) return []
      return [PaymentRefundPending({ checkoutId, captureId, amountCents, refundId, at })]
    }
    case 'NoteRefundDelayed': {
      const { attempt, code, at } = command
      return isAccepted || wanted.attempt !== attempt ? [] : [PaymentRefundDelayed({ checkoutId, captureId, code, at })]
    }
    case 'NoteRefundRefused': {
      const { attempt, code } = command
      return isAccepted || wanted.attempt !== attempt ? [] : [PaymentRefundRefused({ checkoutId, captureId, code })]
    }
    case 'NoteRefundFailed': {
      const { refundId, code } = command
      if (refundId !== (wanted.refundId ?? wanted.pending?.refundId)) return []
      return [PaymentRefundFailed({ checkoutId, captureId, amountCents, refundId, code })]
    }
  }
}

type RefundEvent = Extract<
  CheckoutEvent,
  { type: `PaymentRefund${'Delayed' | 'ed' | 'Failed' | 'Pending' | 'Refused'}` }
>

export function refundsAfter(refunds: Checkout['refunds'], event: RefundEvent): Checkout['refunds'] {
  const { captureId } = event.data
  const refund = refunds.get(captureId)
  return refund ? new Map(refunds).set(captureId, refundAfter(refund, event)) : refunds
}

function refundAfter(refund: Refund, { type, data }: RefundEvent): Refund {
  switch (type) {
    case 'PaymentRefunded':
      return { ...refund, refundId: data.refundId, pending: undefined, code: undefined }
    case 'PaymentRefundPending':
      return { ...refund, pending: { refundId: data.refundId, at: data.at }, code: undefined }
    case 'PaymentRefundDelayed':
      return { ...refund, ...triedIn(refund, data), delayedAt: data.at }
    case 'PaymentRefundRefused':
      return { ...refund, ...triedIn(refund, data), isRefused: true }
    case 'PaymentRefundFailed': {
      const failed = [...refund.failed, data.refundId]
      return { ...refund, ...triedIn(refund, data), isRefused: true, refundId: undefined, pending: undefined, failed }
    }
  }
}

const triedIn = ({ attempt }: Refund, { code }: Readonly<{ code: string }>) => ({ attempt: attempt + 1, code })
