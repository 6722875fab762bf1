import { notOpen, winnerIn } from '../checkout/checkout-state.ts'
import { BOUGHT_ELSEWHERE } from '../checkout/decide-payment.ts'
import { holdStock } from '../checkout/hold-stock.ts'
import { noteRefundsAtProvider } from '../order/note-provider-refund.ts'
import { answered, type Capture, type PaymentState, type ProviderOrder } from '../payment/payment-provider.ts'
import { protectionOf } from '../payment/seller-protection.ts'
import {
  NOT_KNOWN_YET,
  notKnownYet,
  notVerified,
  refusedPayment,
  requireYounger,
  verifyPayment,
} from '../payment/verify-payment.ts'
import { beginPayment, claimCapture, refuseUsedElsewhere } from './claim-payment.ts'
import { completeHold } from './complete-hold.ts'
import { endWrongMoney } from './end-wrong-money.ts'
import { holdForLateMoney } from './hold-for-late-money.ts'
import { requireMayCapture } from './may-capture.ts'
import { boughtAlready, endLost, requireUnbought, takePurchase } from './one-order.ts'
import { noteForMerchant } from './payments-refused.ts'
import { placeOrder } from './place-order.ts'
import { inPaymentTurn, loadPurchase, type Purchase, record } from './purchase.ts'
import { recordPending } from './record-pending.ts'
import { recordRefusal } from './record-refusal.ts'
import { noteOutcome, requirePause } from './unknown-captures.ts'
import { openUnknownPaymentCase } from './unknown-payment.ts'

type Signal = Readonly<{
  providerOrderId: string
  /** Whether the buyer sent this signal. If so, a checkout that has ended is reopened if its pieces are in stock. */
  buyerAsks: boolean
  /** The provider's report, if the provider was queried just now. */
  found?: PaymentState | undefined
}>

type Unpaid = Exclude<PaymentState, { is: 'taken' | 'unknown' }>

/**
 * Settles a purchase with a provider order, based only on the provider's report. Captures an approved payment, records it once, and holds
 * the pieces or requests a refund. If the purchase is not paid, throws the reason. PROVIDER_UNAVAILABLE means that the shop does not know
 * whether this provider order was captured. Every other error means that it was not captured.
 */
export const settlePayment = (purchase: Purchase, signal: Signal): Promise<Purchase> =>
  inPaymentTurn(purchase, (current) => settle(current, signal))

async function settle(purchase: Purchase, signal: Signal): Promise<Purchase> {
  const { parts, checkout } = purchase
  if (checkout.payment?.providerOrderId === signal.providerOrderId) return holdForLateMoney(purchase)
  const seen = signal.found ?? (await parts.payments.lookUp(signal.providerOrderId))
  const found = answered(await noteForMerchant(purchase, seen))
  if (found.order) {
    await verify(purchase, found, found.order)
    requireYounger(found.order, checkout)
    await refuseUsedElsewhere(purchase, found.order)
  } else if (found.is === 'refused' && !checkout.providerOrderIds.includes(signal.providerOrderId))
    throw notVerified('The payment provider does not know this payment')
  if (found.is === 'taken')
    return noteEarlierRefunds(await recordTaken(purchase, found.order.id, found.capture), found.order)
  // Another provider order has paid already. The shop lets the approval of this order expire at the provider.
  if (checkout.payment) return purchase
  return found.is === 'approved' ? take(purchase, signal) : refuse(purchase, signal.providerOrderId, found)
}

/** Captures an approved payment after the pieces are held, so that no buyer pays for sold-out pieces. */
async function take(purchase: Purchase, signal: Signal): Promise<Purchase> {
  const { providerOrderId } = signal
  const current = await loadPurchase(purchase.parts, purchase.checkout.checkoutId, purchase.metadata)
  await requireUnbought(current)
  const held = await open(await requireMayCapture(current, signal), signal)
  // Meanwhile another request has recorded a payment.
  if (held.checkout.payment) return held
  const begun = await beginPayment(held, providerOrderId)
  const { checkoutId, refusals } = begun.checkout
  const attempt = refusals.get(providerOrderId)?.times ?? 0
  if (!signal.buyerAsks) requirePause(begun, providerOrderId)
  const captured = await begun.parts.payments.capture({ checkoutId, providerOrderId, attempt })
  await noteOutcome(begun, providerOrderId, captured)
  const found = answered(await noteForMerchant(begun, captured), NOT_KNOWN_YET)
  if (found.order) await verify(begun, found, found.order)
  return found.is === 'taken'
    ? recordTaken(begun, providerOrderId, found.capture)
    : refuse(begun, providerOrderId, found, attempt)
}

/**
 * Throws the reason why a purchase is not paid. If the provider has answered, records the reason. `attempt` is a capture's number, from 0.
 */
async function refuse(purchase: Purchase, providerOrderId: string, found: Unpaid, attempt?: number): Promise<never> {
  switch (found.is) {
    case 'pending': {
      const { checkout } = await recordPending(purchase, providerOrderId, found.capture)
      throw notOpen(checkout.status)
    }
    case 'unclear':
      await openUnknownPaymentCase(await beginPayment(purchase, providerOrderId), providerOrderId, found.code)
      throw notKnownYet()
    case 'not carried out': {
      const { code } = found
      const refusal = { code, final: false, meaning: found.is }
      if (attempt !== undefined) await recordRefusal(purchase, providerOrderId, refusal, attempt)
      throw notKnownYet()
    }
    case 'given back': {
      const isOurRefund = purchase.checkout.refunds.has(found.capture.id)
      const refusal = { code: found.capture.status, final: true, meaning: 'refused' } as const
      if (!isOurRefund) await recordRefusal(purchase, providerOrderId, refusal)
      throw notVerified('This payment was given back to you. Start the payment again')
    }
    case 'refused':
      if (found.final || attempt !== undefined)
        await recordRefusal(purchase, providerOrderId, { ...found, meaning: found.is }, attempt)
      throw refusedPayment(found)
    default:
      throw notVerified('This payment is not approved')
  }
}

/** Holds the pieces of an unpaid checkout. If the checkout has ended, reopens it first. Throws the reason if that is not allowed. */
async function open(purchase: Purchase, { buyerAsks }: Signal): Promise<Purchase> {
  const { parts, metadata } = purchase
  const { commands, checkoutTtlMs } = parts
  let current = purchase
  const { status, lapses } = current.checkout
  if (status !== 'open') {
    // If the signal is not from the buyer, a checkout is reopened only once: for an approval that came just as the checkout's time ended.
    if (!buyerAsks && !(status === 'expired' && lapses === 1)) throw notOpen(status)
    const expiresAt = new Date(commands.now().getTime() + checkoutTtlMs).toISOString()
    current = await record(current, { type: 'Reopen', expiresAt, lapses }, 'reopen', String(lapses))
  }
  const checkout = await holdStock(commands, current.checkout, metadata)
  if (checkout.status !== 'open' && !checkout.payment) throw notOpen(checkout.status)
  return { ...current, checkout }
}

async function recordTaken(purchase: Purchase, providerOrderId: string, capture: Capture): Promise<Purchase> {
  const { id: captureId, amountCents } = capture
  const begun = await beginPayment(purchase, providerOrderId)
  await claimCapture(begun, captureId)
  const { purchase: held, lapses: heldLapses } = await completeHold(begun)
  const at = held.parts.commands.now().toISOString()
  const first = await takePurchase(held)
  const isLost = first !== undefined && first !== held.checkout.checkoutId
  const after = isLost
    ? await record(held, { type: 'RequestRefund', captureId, amountCents, reason: BOUGHT_ELSEWHERE }, 'lost', captureId)
    : await record(held, {
        type: 'Pay',
        providerOrderId,
        captureId,
        amountCents,
        at,
        heldLapses,
        sellerProtection: protectionOf(capture, held.checkout),
      })
  const winner = first ?? winnerIn(after.checkout)
  if (winner === undefined || winner === after.checkout.checkoutId) return holdForLateMoney(after)
  await endLost(after, winner)
  throw boughtAlready(winner)
}

/** If a provider order does not count for this checkout, throws the reason. If money was taken anyway, deals with the money first. */
async function verify(purchase: Purchase, found: PaymentState, order: ProviderOrder) {
  try {
    for (const payment of [order, ...order.captures]) verifyPayment(payment, purchase.checkout)
  } catch (refusal) {
    if (found.is === 'taken') await endWrongMoney(purchase, order.id, found.capture)
    throw refusal
  }
}

/**
 * Records refunds of a payment that were made at the provider before the shop saw the payment. The order records the refunds, so the order
 * is placed first (decisions O7). Returns the given purchase.
 */
async function noteEarlierRefunds(purchase: Purchase, providerOrder: ProviderOrder): Promise<Purchase> {
  const { parts, checkout, metadata } = purchase
  if (providerOrder.refunds.length === 0 || checkout.status !== 'paid') return purchase
  await placeOrder(purchase)
  await noteRefundsAtProvider(parts, { orderId: checkout.checkoutId, providerOrder }, metadata)
  return purchase
}
