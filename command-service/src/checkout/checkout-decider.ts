import { ShopError } from '@shop/language/errors'
import {
  CheckoutAbandoned,
  type CheckoutEvent,
  CheckoutExpired,
  CheckoutFinalized,
  CheckoutPaid,
  CheckoutReopened,
  CheckoutStarted,
  CheckoutSuperseded,
  PaymentRefunded,
  PaymentStarted,
  type PricedItem,
  RefundRequested,
  StockHeld,
  StockHeldAgain,
} from '@shop/language/events/checkout-events'
import type { Decider } from '../handler/decider.ts'
import { type Capture, type Checkout, requirePaid } from './checkout-state.ts'

type Facts = Pick<
  Checkout,
  'customerId' | 'totalCents' | 'shippingAddress' | 'paymentMethod' | 'startedAt' | 'expiresAt'
> & { items: PricedItem[] }

export type CheckoutCommand = { checkoutId: string } & (
  | { type: 'Start'; facts: Facts }
  /** From then on `checkPayment` checks the payment, whatever becomes of the checkout. */
  | { type: 'StartPayment'; providerOrderId: string }
  /** `heldLapses` is the `lapses` of the hold that was complete when it was read; a later hold may be incomplete. */
  | ({ type: 'Pay'; providerOrderId: string; at: string; heldLapses: number | undefined } & Capture)
  /** For a payment approved after the hold has lapsed. */
  | { type: 'Reopen'; expiresAt: string; lapses: number }
  /** All pieces of the hold with this number of `lapses` are reserved. */
  | { type: 'NoteHeld'; lapses: number }
  /** The pieces for a payment that came late are reserved again. */
  | { type: 'HoldAgain' }
  /** The pieces for a payment that came late are sold out. */
  | { type: 'GiveUp'; reason: string }
  | { type: 'Expire'; at: string }
  | { type: 'Supersede'; by: string }
  /** Ends the hold that could not be completed, and no later one. */
  | { type: 'Abandon'; reason: string; lapses: number }
  | { type: 'Finalize'; orderId: string }
  | ({ type: 'RequestRefund'; reason: string } & Capture)
  | { type: 'NoteRefund'; captureId: string; amountCents: number; refundId: string }
)

export const checkoutDecider: Decider<Checkout | undefined, CheckoutCommand, CheckoutEvent> = {
  initialState: undefined,

  begins: ({ type }) => type === 'Start',
  isGuarded: ({ type }) => type !== 'Start' && type !== 'Pay',

  evolve(checkout, { type, data }) {
    if (type === 'CheckoutStarted')
      return {
        ...data,
        status: 'open',
        held: true,
        holdComplete: false,
        lapses: 0,
        providerOrderIds: [],
        payment: undefined,
        refunds: new Map(),
        supersededBy: [],
      }
    if (!checkout) return checkout
    switch (type) {
      case 'PaymentStarted':
        return { ...checkout, providerOrderIds: [...checkout.providerOrderIds, data.providerOrderId] }
      case 'CheckoutPaid': {
        const { captureId, amountCents, providerOrderId, paidAt, held } = data
        return { ...checkout, status: 'paid', held, payment: { captureId, amountCents, providerOrderId, paidAt } }
      }
      case 'CheckoutReopened':
        return { ...checkout, status: 'open', held: true, holdComplete: false, expiresAt: data.expiresAt }
      case 'StockHeld':
        return { ...checkout, holdComplete: true }
      case 'StockHeldAgain':
        return { ...checkout, held: true }
      case 'CheckoutFinalized':
        return { ...checkout, status: 'finalized' }
      case 'CheckoutExpired':
        return lapsed(checkout, 'expired')
      case 'CheckoutSuperseded':
        return { ...lapsed(checkout, 'superseded'), supersededBy: [...checkout.supersededBy, data.by] }
      case 'CheckoutAbandoned':
        return lapsed(checkout, 'abandoned')
      case 'RefundRequested': {
        const refunds = new Map(checkout.refunds).set(data.captureId, false)
        const isItsOwn = checkout.payment?.captureId === data.captureId
        return { ...(isItsOwn ? lapsed(checkout, 'refunded') : checkout), refunds }
      }
      case 'PaymentRefunded':
        return { ...checkout, refunds: new Map(checkout.refunds).set(data.captureId, true) }
    }
  },

  decide(command, checkout) {
    const { checkoutId } = command
    if (command.type === 'Start') return checkout ? [] : [CheckoutStarted({ checkoutId, ...command.facts })]
    if (!checkout) throw new ShopError('NOT_FOUND', 'There is no such checkout')
    const isOpen = checkout.status === 'open'
    const waitsForStock = checkout.status === 'paid' && !checkout.held
    switch (command.type) {
      case 'StartPayment':
        if (checkout.providerOrderIds.includes(command.providerOrderId)) return []
        return [PaymentStarted({ checkoutId, providerOrderId: command.providerOrderId })]
      case 'Pay': {
        const { providerOrderId, captureId, amountCents, at: paidAt } = command
        if (checkout.payment?.captureId === captureId || checkout.refunds.has(captureId)) return []
        if (checkout.payment)
          return [RefundRequested({ checkoutId, captureId, amountCents, reason: 'It was paid twice' })]
        const held = isOpen && command.heldLapses === checkout.lapses
        return [CheckoutPaid({ checkoutId, providerOrderId, captureId, amountCents, paidAt, held })]
      }
      case 'Reopen':
        if (isOpen || checkout.payment || command.lapses !== checkout.lapses) return []
        return [CheckoutReopened({ checkoutId, expiresAt: command.expiresAt })]
      case 'NoteHeld':
        if (!isOpen || checkout.holdComplete || command.lapses !== checkout.lapses) return []
        return [StockHeld({ checkoutId })]
      case 'HoldAgain':
        return waitsForStock ? [StockHeldAgain({ checkoutId })] : []
      case 'GiveUp': {
        if (!waitsForStock || !checkout.payment) return []
        const { captureId, amountCents } = checkout.payment
        return [RefundRequested({ checkoutId, captureId, amountCents, reason: command.reason })]
      }
      case 'Expire':
        return isOpen && command.at >= checkout.expiresAt ? [CheckoutExpired({ checkoutId })] : []
      case 'Supersede':
        // If it was reopened since, a repeat does not supersede it again.
        if (!isOpen || checkout.supersededBy.includes(command.by)) return []
        return [CheckoutSuperseded({ checkoutId, by: command.by })]
      case 'Abandon':
        return isOpen && command.lapses === checkout.lapses
          ? [CheckoutAbandoned({ checkoutId, reason: command.reason })]
          : []
      case 'Finalize':
        if (checkout.status === 'finalized') return []
        requirePaid(checkout)
        return [CheckoutFinalized({ checkoutId, orderId: command.orderId })]
      case 'RequestRefund': {
        const { captureId, amountCents, reason } = command
        if (checkout.payment?.captureId === captureId || checkout.refunds.has(captureId)) return []
        return [RefundRequested({ checkoutId, captureId, amountCents, reason })]
      }
      case 'NoteRefund': {
        const { captureId, amountCents, refundId } = command
        if (checkout.refunds.get(captureId) !== false) return []
        return [PaymentRefunded({ checkoutId, captureId, amountCents, refundId })]
      }
    }
  },
}

const lapsed = (checkout: Checkout, status: Checkout['status']): Checkout => ({
  ...checkout,
  status,
  held: false,
  holdComplete: false,
  lapses: checkout.lapses + 1,
})
