import { isShopError } from '@shop/language/errors'
import { REVIEW_DAYS } from '@shop/language/limits'
import { orderStream } from '@shop/language/order/events'
import { removeBought, returnBought } from '../cart/bought-pieces.ts'
import { settleMatched, settleUnknownPayment } from '../case/cases.ts'
import { type Checkout, notOpen, type Refusal, requirePaid } from '../checkout/checkout-state.ts'
import { releaseLapsed, reserve } from '../checkout/hold-stock.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { loadOrder } from '../order/load-order.ts'
import { orderDecider } from '../order/order-decider.ts'
import type { Order } from '../order/order-state.ts'
import { settleOrder } from '../order/settle-order.ts'
import type { Capture, PaymentState } from '../payment/payment-provider.ts'
import { notKnownYet, notVerified, refusedPayment } from '../payment/verify-payment.ts'
import { claimMoney, mayYetBeTaken } from './provider-order.ts'
import { CASE_AFTER_MS, freePurchase, type Purchase, record, reload } from './purchase.ts'
import { noteUnclear, unclearIn } from './unknown-payment.ts'

/** If a payment came after the hold had ended, reserves the pieces again. If the pieces are sold out, requests a refund (decisions S3). */
export async function holdForLateMoney(purchase: Purchase): Promise<Purchase> {
  const { parts, metadata, checkout } = purchase
  if (checkout.status !== 'paid' || checkout.held) return purchase
  const after = await reserveAgain(purchase)
  await releaseLapsed(parts.commands, after.checkout, metadata)
  return after
}

async function reserveAgain(purchase: Purchase): Promise<Purchase> {
  try {
    await reserve(purchase.parts.commands, purchase.checkout, purchase.metadata)
    return await record(purchase, { type: 'HoldAgain' }, 'again')
  } catch (refusal) {
    if (!isShopError(refusal, 'OUT_OF_STOCK')) throw refusal
    const given = await record(purchase, { type: 'GiveUp', reason: refusal.message }, 'give up')
    await freePurchase(given)
    return given
  }
}

/** Throws CHECKOUT_NOT_PAID. */
export async function placeOrder(purchase: Purchase): Promise<Order> {
  const { parts, metadata, checkout } = await holdForLateMoney(purchase)
  const { commands } = parts
  requirePaid(checkout)
  const { checkoutId: orderId, customerId, items, totalCents, shippingAddress, country, paymentMethod } = checkout
  const { captureId, paidAt, sellerProtection } = checkout.payment
  const bought = { orderId, customerId, items: [...items], totalCents, shippingAddress, country, paymentMethod }
  const paid = { captureId, paidAt, ...(sellerProtection && { sellerProtection }) }
  const facts = { ...bought, ...paid, placedAt: commands.now().toISOString() }
  const once = onceOnly(metadata, 'place', orderId)
  const { state: placed } = await commands.ensure(orderDecider, orderStream(orderId), { type: 'Place', facts }, once)
  await settleOrder(commands, checkout, metadata)
  return placed && !placed.deleted ? placed : loadOrder(commands, orderId)
}

/** Like placeOrder, but an unpaid or refunded checkout causes no error. */
export async function placePaid(purchase: Purchase) {
  const held = await holdForLateMoney(purchase)
  if (held.checkout.status === 'paid') await placeOrder(held)
}

/** Like placePaid, but also settles the cases that were opened before the shop knew the payment's outcome or its checkout. */
export async function placeMatched(purchase: Purchase) {
  const { parts, metadata, checkout } = purchase
  await placePaid(purchase)
  const { payment } = checkout
  if (!payment) return
  await settleMatched(parts.commands, payment.captureId, metadata)
  const ageMs = parts.commands.now().getTime() - Date.parse(checkout.startedAt)
  if (ageMs >= CASE_AFTER_MS) await settleUnknownPayment(parts.commands, payment.providerOrderId, metadata)
}

type Unpaid = Exclude<PaymentState, { is: 'taken' | 'unknown' }>

/**
 * Throws the reason why a purchase is not paid. First records pending money, a final refusal, or any refusal of a capture. Opens a
 * case if the outcome is unclear. `attempt`: the number of the capture, from 0; undefined after a look-up.
 */
export async function refuse(
  purchase: Purchase,
  providerOrderId: string,
  found: Unpaid,
  attempt?: number,
): Promise<never> {
  switch (found.is) {
    case 'pending':
      throw notOpen((await recordPending(purchase, providerOrderId, found.capture)).status)
    case 'unclear':
      // A later look-up may be understood. Until then, the regular checks continue.
      if (found.order) await noteUnclear(purchase, providerOrderId, found)
      throw notKnownYet()
    case 'not carried out': {
      const refusal = { code: found.code, final: false, meaning: found.is }
      if (attempt !== undefined) await recordRefusal(purchase, providerOrderId, refusal, attempt)
      throw notKnownYet()
    }
    case 'given back': {
      const isOurRefund = purchase.checkout.refunds.has(found.capture.id)
      const refusal = { code: found.capture.status, final: true, meaning: 'refused' } as const
      if (!isOurRefund) await recordRefusal(purchase, providerOrderId, refusal)
      throw notVerified('This payment was refunded to you. Start a new payment')
    }
    case 'refused': {
      if (attempt === undefined && unclearIn(purchase, providerOrderId, found)) throw notKnownYet()
      // An earlier try with an unknown outcome may still take the money. The checks look it up.
      const isOpen = found.final && !found.order && mayYetBeTaken(purchase, providerOrderId)
      const refusal = { ...found, final: found.final && !isOpen, meaning: found.is }
      await recordRefusal(purchase, providerOrderId, refusal, attempt)
      throw isOpen ? notKnownYet() : refusedPayment(found)
    }
    default:
      throw notVerified('This payment is not approved')
  }
}

export const PENDING_HOLD_MS = REVIEW_DAYS * 24 * 60 * 60_000

/**
 * Records money that the provider has taken and still reviews. The pieces stay held and leave the cart, so that the buyer does not pay for
 * them again (decisions S7: pending money).
 */
async function recordPending(purchase: Purchase, providerOrderId: string, capture: Capture): Promise<Checkout> {
  const { id: captureId, amountCents, reason = null } = capture
  const { purchase: held, heldLapses } = await claimMoney(purchase, providerOrderId, captureId)
  const { commands } = held.parts
  const now = commands.now()
  const holdUntil = new Date(now.getTime() + PENDING_HOLD_MS).toISOString()
  const money = { providerOrderId, captureId, amountCents, at: now.toISOString() }
  const isReview = held.checkout.pending?.captureId === captureId
  const pending = { type: 'NotePending', ...money, holdUntil, heldLapses, reason } as const
  const { checkout } = await record(held, pending, 'pending', captureId, ...(isReview ? [money.at] : []))
  if (checkout.status !== 'pending') return checkout
  await removeBought(commands, checkout, held.metadata)
  // Another request may have recorded a refusal before the pieces left the cart.
  const after = await reload(held)
  await returnRefused(after)
  return after.checkout
}

async function recordRefusal(
  purchase: Purchase,
  providerOrderId: string,
  { code, final, meaning }: Omit<Refusal, 'at'>,
  attempt?: number,
) {
  const at = purchase.parts.commands.now().toISOString()
  const refusal = { type: 'NoteRefusal', providerOrderId, code, final, meaning, at, attempt } as const
  const words = attempt === undefined ? [] : [String(attempt)]
  await returnRefused(await record(purchase, refusal, 'refused', providerOrderId, code, ...words))
}

/** If a pending payment was refused, returns its pieces to stock and cart. */
export async function returnRefused({ parts, metadata, checkout }: Purchase) {
  if (checkout.status !== 'refused') return
  await releaseLapsed(parts.commands, checkout, metadata)
  await returnBought(parts.commands, checkout, metadata)
}
