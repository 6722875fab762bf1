import { isShopError } from '@shop/language/errors'
import { notOpen, winnerIn } from '../checkout/checkout-state.ts'
import { BOUGHT_ELSEWHERE } from '../checkout/decide-payment.ts'
import { holdStock } from '../checkout/hold-stock.ts'
import { noteRefundsAtProvider } from '../order/note-provider-refund.ts'
import { answered, type Capture, type PaymentState, type ProviderOrder } from '../payment/payment-provider.ts'
import { protectionOf } from '../payment/seller-protection.ts'
import {
  isUnanswered,
  leavesMoneyUnknown,
  NOT_KNOWN_YET,
  notVerified,
  requireYounger,
  verifyPayment,
} from '../payment/verify-payment.ts'
import { noteCapture, noteLookUp } from './merchant-case.ts'
import { holdForLateMoney, placeOrder, refuse } from './outcome.ts'
import { endWrongMoney } from './payment-refund.ts'
import {
  beginPayment,
  claimMoney,
  noteOutcome,
  refuseUsedElsewhere,
  requireMayCapture,
  requirePauseOver,
} from './provider-order.ts'
import {
  boughtAlready,
  endLost,
  further,
  inPaymentTurn,
  isErased,
  type Purchase,
  record,
  reload,
  requireUnbought,
  takePurchase,
} from './purchase.ts'
import { noteWrongMoney } from './unknown-payment.ts'

type Signal = Readonly<{
  providerOrderId: string
  /** Whether the buyer sent this signal. For the buyer, the shop reopens an ended checkout. */
  buyerAsks: boolean
  found?: PaymentState | undefined
}>

/**
 * Settles a purchase with a provider order, based only on the provider's report. Captures an approved payment, records the payment once,
 * and holds the pieces or requests a refund. If the purchase is not paid, throws the reason. PROVIDER_UNAVAILABLE means that the shop does
 * not know whether the provider order was captured. After every other refusal, money that was captured for this checkout is already
 * recorded (pending, refunded, or in a case).
 */
export const settlePayment = (purchase: Purchase, signal: Signal): Promise<Purchase> =>
  inPaymentTurn(purchase, (current) => settle(current, signal))

export type Found = ReadonlyMap<string, PaymentState>

/**
 * Settles every payment begun for a checkout. Uses the reports in `found` instead of look-ups. If no payment has paid the checkout, throws
 * like settlePayment. Takes a turn for each payment, unless `isInTurn`: the caller is in the turn, and `purchase` is current.
 */
export async function settleStarted(
  purchase: Purchase,
  { found = new Map() as Found, isInTurn = false } = {},
): Promise<Purchase> {
  const { metadata } = purchase
  let current = purchase
  let refusal = notVerified('No payment was begun')
  for (const providerOrderId of purchase.checkout.providerOrderIds) {
    try {
      const own = further(current, 'settle', providerOrderId)
      const signal = { providerOrderId, buyerAsks: false, found: found.get(providerOrderId) }
      current = { ...(await (isInTurn ? settle(own, signal) : settlePayment(own, signal))), metadata }
    } catch (error) {
      if (!isShopError(error) || isUnanswered(error)) throw error
      if (!leavesMoneyUnknown(refusal)) refusal = error
      current = await reload(current)
    }
  }
  if (!current.checkout.payment) throw refusal
  return current
}

async function settle(purchase: Purchase, signal: Signal): Promise<Purchase> {
  const { parts, checkout } = purchase
  if (checkout.payment?.providerOrderId === signal.providerOrderId) return holdForLateMoney(purchase)
  const seen = signal.found ?? (await parts.payments.lookUp(signal.providerOrderId))
  const found = answered(await noteLookUp(purchase, seen))
  if (found.order) {
    await verify(purchase, found, found.order)
    requireYounger(found.order, checkout)
    await refuseUsedElsewhere(purchase, found.order)
  } else if (found.is === 'refused' && !checkout.providerOrderIds.includes(signal.providerOrderId))
    throw notVerified('The payment provider does not know this payment')
  if (found.is === 'taken')
    return noteEarlierRefunds(await recordTaken(purchase, found.order.id, found.capture), found.order)
  // Another provider order has paid already. The approval of this order expires at the provider.
  if (checkout.payment) return purchase
  return found.is === 'approved' ? take(purchase, signal) : refuse(purchase, signal.providerOrderId, found)
}

/** Holds the pieces before it captures an approved payment, so that no buyer pays for sold-out pieces. */
async function take(purchase: Purchase, signal: Signal): Promise<Purchase> {
  const { providerOrderId } = signal
  const current = await reload(purchase)
  await requireUnbought(current)
  if (await isErased(current)) throw notVerified(ACCOUNT_DELETED)
  const held = await open(await requireMayCapture(current, signal), signal)
  // Another request has recorded a payment in the meantime.
  if (held.checkout.payment) return held
  const begun = await beginPayment(held, providerOrderId)
  const { checkoutId, refusals } = begun.checkout
  const attempt = refusals.get(providerOrderId)?.times ?? 0
  if (!signal.buyerAsks) requirePauseOver(begun, providerOrderId)
  const captured = await begun.parts.payments.capture({ checkoutId, providerOrderId, attempt })
  await noteOutcome(begun, providerOrderId, captured)
  const found = answered(await noteCapture(begun, captured), NOT_KNOWN_YET)
  if (found.order) await verify(begun, found, found.order)
  return found.is === 'taken'
    ? recordTaken(begun, providerOrderId, found.capture)
    : refuse(begun, providerOrderId, found, attempt)
}

/** Holds the pieces of an unpaid checkout. Reopens an ended checkout if that is allowed; otherwise throws the reason. */
async function open(purchase: Purchase, { buyerAsks }: Signal): Promise<Purchase> {
  const { commands, checkoutTtlMs } = purchase.parts
  let current = purchase
  const { status, lapses } = current.checkout
  if (status !== 'open') {
    // If the buyer does not ask, the shop reopens a checkout only once: the approval may have come just as the checkout expired.
    if (!buyerAsks && !(status === 'expired' && lapses === 1)) throw notOpen(status)
    const expiresAt = new Date(commands.now().getTime() + checkoutTtlMs).toISOString()
    current = await record(current, { type: 'Reopen', expiresAt, lapses }, 'reopen', String(lapses))
  }
  const checkout = await holdStock(commands, current.checkout, purchase.metadata)
  if (checkout.status !== 'open' && !checkout.payment) throw notOpen(checkout.status)
  return { ...current, checkout }
}

async function recordTaken(purchase: Purchase, providerOrderId: string, capture: Capture): Promise<Purchase> {
  const { id: captureId, amountCents } = capture
  const { purchase: held, heldLapses } = await claimMoney(purchase, providerOrderId, captureId)
  const { checkoutId } = held.checkout
  const money = { captureId, amountCents }
  if (await isErased(held)) {
    await record(held, { type: 'RequestRefund', ...money, reason: ACCOUNT_DELETED }, 'no customer', captureId)
    throw notVerified(ACCOUNT_DELETED)
  }
  const at = held.parts.commands.now().toISOString()
  const first = await takePurchase(held)
  const sellerProtection = protectionOf(capture, held.checkout)
  const after =
    first === undefined || first === checkoutId
      ? await record(held, { type: 'Pay', providerOrderId, ...money, at, heldLapses, sellerProtection })
      : await record(held, { type: 'RequestRefund', ...money, reason: BOUGHT_ELSEWHERE }, 'lost', captureId)
  const winner = first ?? winnerIn(after.checkout)
  if (winner === undefined || winner === checkoutId) return holdForLateMoney(after)
  await endLost(after, winner)
  throw boughtAlready(winner)
}

const ACCOUNT_DELETED = 'The customer’s account was deleted'

/** If a provider order does not match the checkout, throws the reason. First records money that was taken. */
async function verify(purchase: Purchase, found: PaymentState, order: ProviderOrder) {
  try {
    for (const payment of [order, ...order.captures]) verifyPayment(payment, purchase.checkout)
  } catch (refusal) {
    if (found.is === 'taken') await endWrongMoney(purchase, order.id, found.capture)
    if (found.is === 'pending' || found.is === 'unclear') await noteWrongMoney(purchase, found, order)
    throw refusal
  }
}

/**
 * Records refunds that were made at the provider before the shop saw the payment. Only an order can record refunds, so the order is placed
 * first (decisions O7).
 */
async function noteEarlierRefunds(purchase: Purchase, providerOrder: ProviderOrder): Promise<Purchase> {
  const { parts, checkout, metadata } = purchase
  if (providerOrder.refunds.length === 0 || checkout.status !== 'paid') return purchase
  await placeOrder(purchase)
  await noteRefundsAtProvider(parts, { orderId: checkout.checkoutId, providerOrder }, metadata)
  return purchase
}
