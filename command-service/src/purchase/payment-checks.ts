import { cartStream } from '@shop/language/cart/events'
import type { CheckoutNow } from '@shop/language/checkout/api'
import { checkoutStream } from '@shop/language/checkout/events'
import { MONEY_MAY_COME_MS } from '@shop/language/checkout/money-may-come'
import { isShopError, type ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { cartDecider } from '../cart/cart-decider.ts'
import { settleUnknownPayment } from '../case/cases.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { type Checkout, isRefused } from '../checkout/checkout-state.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { ownerOf } from '../claim/claims.ts'
import type { Parts } from '../parts.ts'
import { answered, type PaymentState } from '../payment/payment-provider.ts'
import { isUnanswered, notVerified } from '../payment/verify-payment.ts'
import { placePaid } from './outcome.ts'
import { type Found, settlePayment, settleStarted } from './payment-settlement.ts'
import { mayYetBeTaken } from './provider-order.ts'
import { CASE_AFTER_MS, further, namingOrder, type Purchase, recallPurchase } from './purchase.ts'
import { isDecided, openUnknownPaymentCase, unclearIn } from './unknown-payment.ts'

type Hint = Readonly<{ checkoutId: string | undefined; providerOrderId: string | undefined }>

/** Records the payment that the buyer reports (decisions M2 and decisions M4). If there is no payment, throws the reason. */
export async function payCheckout(
  parts: Parts,
  customerId: string,
  hint: Hint,
  metadata: CommandMetadata,
): Promise<Checkout> {
  const { checkoutId, named } = await checkoutMeant(parts, customerId, hint)
  const earlier = await parts.commands.answered(checkoutDecider, checkoutStream(checkoutId), metadata)
  if (earlier?.state?.held) return earlier.state
  // `recallPurchase` may use the state in memory, because `answered` has just read the stream.
  const purchase = await recallPurchase(parts, checkoutId, metadata, customerId)
  const { providerOrderIds, status } = purchase.checkout
  const providerOrderId = hint.providerOrderId ?? providerOrderIds.at(-1)
  // If the hint names no checkout, the customer's last checkout counts only while it waits for a payment or an order.
  const isMeant = named || ['open', 'pending', 'paid'].includes(status)
  if (!isMeant && !hint.providerOrderId) throw unknownCheckout()
  try {
    if (!providerOrderId) throw notVerified('No payment was begun for this checkout')
    const signal = { providerOrderId, buyerAsks: true }
    return (await namingOrder(purchase, () => settlePayment(purchase, signal))).checkout
  } catch (refusal) {
    if (!isShopError(refusal, 'PAYMENT_NOT_VERIFIED')) throw refusal
    if (hint.providerOrderId && !providerOrderIds.includes(hint.providerOrderId)) {
      // The details may name the capture instead of its order.
      const found = answered(await parts.payments.orderOf(hint.providerOrderId))
      const order = found.is === 'found' && found.providerOrderId
      if (order) return payCheckout(parts, customerId, { ...hint, providerOrderId: order }, metadata)
    }
    throw isMeant ? refusal : unknownCheckout()
  }
}

/** If the hint names no checkout, takes the customer's last checkout, because no other checkout can be open. */
async function checkoutMeant({ commands }: Parts, customerId: string, { checkoutId, providerOrderId }: Hint) {
  const byPayment = async () => providerOrderId && (await ownerOf(commands, 'provider-order', providerOrderId))
  const id = checkoutId ?? (await byPayment())
  if (id) return { checkoutId: id, named: true }
  const { state: cart } = await commands.load(cartDecider, cartStream(customerId))
  if (!cart.lastCheckoutId) throw unknownCheckout()
  return { checkoutId: cart.lastCheckoutId, named: false }
}

type Placing = Readonly<{ found?: Found; isInTurn?: boolean; place?: (paid: Purchase) => Promise<unknown> }>

/** Makes a purchase an order if a begun payment has paid it. Returns the refusal if no order was placed. */
export async function tryToPlace(
  purchase: Purchase,
  { place = placePaid, ...settling }: Placing = {},
): Promise<ShopError | undefined> {
  try {
    await place(await settleStarted(purchase, settling))
    return undefined
  } catch (refusal) {
    if (!isShopError(refusal)) throw refusal
    return refusal
  }
}

/** A payment that no browser reports becomes an order within a minute (reliability R6). */
export const CHECKED_EVERY_MS = 30_000
const BUYERS_COME_BACK_MS = 60 * 60_000
const LONGEST_PAUSE_MS = 5 * 60_000
const PAUSE_WITH_CASE_MS = 60 * 60_000
const APPROVAL_LASTS_MS = 3 * 24 * 60 * 60_000

/**
 * Checks the begun payments of a checkout. The hours count from the checkout's payment, or from its expiry if there is no payment.
 * - If the buyer does not pay, the checks end after an hour.
 * - While the provider does not answer or reports the payment pending, the checks go on.
 * - If the payment is approved, or if the provider does not report it, the checks go on for four hours.
 * - If the outcome of a capture is unknown, the checks go on until five hours after the capture's last recorded try.
 * - If the provider has not reported the payment by the end of these times, a case is opened. The checks go on until the case ends. If the
 *   provider still shows no capture after three days, no money was taken, and the case ends.
 * Does nothing if the checkout has the status `until`, because another job checks such payments.
 */
export async function checkPayment(purchase: Purchase, until?: 'pending'): Promise<JobOutcome> {
  if (purchase.checkout.status === until) return undefined
  const refusal = await tryToPlace(purchase)
  const after = await recallPurchase(purchase.parts, purchase.checkout.checkoutId, purchase.metadata)
  const { parts, checkout, metadata } = after
  const again = { againInMs: pauseMs(after) }
  if (isUnanswered(refusal)) return again
  const undecided = checkout.providerOrderIds.filter((id) => !isDecided(checkout, id))
  // Even if one payment has paid the checkout, a request under way may still capture another payment.
  const overMs = parts.clock.forgetting() - Date.parse(checkout.payment?.paidAt ?? checkout.expiresAt)
  if (undecided.length > 0 && overMs < CASE_AFTER_MS) return again
  const found = new Map(await Promise.all(undecided.map(async (id) => [id, await parts.payments.lookUp(id)] as const)))
  if ([...found].some(([id, state]) => isWaitedFor(after, id, state, overMs))) return again
  if (checkout.providerOrderIds.some((id) => mayYetBeTaken(after, id))) return again
  // The money may have arrived since the first attempt, so act on these look-ups before the checks end.
  const last = await tryToPlace(further(after, 'seen last'), { found })
  if (isUnanswered(last)) return again
  let hasOpenCase = false
  for (const providerOrderId of checkout.providerOrderIds) {
    const state = found.get(providerOrderId)
    const unclear = state && !isUncaptured(state, overMs) && unclearIn(after, providerOrderId, state)
    if (!unclear) await settleUnknownPayment(parts.commands, providerOrderId, metadata)
    else if (await openUnknownPaymentCase(after, providerOrderId, unclear)) hasOpenCase = true
  }
  return hasOpenCase ? { againInMs: PAUSE_WITH_CASE_MS } : undefined
}

function pauseMs({ parts, checkout }: Purchase) {
  const ageMs = parts.commands.now().getTime() - Date.parse(checkout.startedAt)
  return ageMs < BUYERS_COME_BACK_MS ? CHECKED_EVERY_MS : LONGEST_PAUSE_MS
}

function isWaitedFor(purchase: Purchase, id: string, state: PaymentState, overMs: number): boolean {
  if (state.is === 'pending' || state.is === 'unknown') return true
  return overMs < MONEY_MAY_COME_MS && (state.is === 'approved' || unclearIn(purchase, id, state) !== undefined)
}

/** An approval lasts at most 72 hours (PayPal, Orders v2). If the provider then still shows no capture, it has taken no money. */
const isUncaptured = ({ is }: PaymentState, overMs: number) =>
  (is === 'approved' || is === 'open') && overMs > APPROVAL_LASTS_MS

type Charged = CheckoutNow['charged']

/** Captures and records nothing. */
export async function chargedFor(purchase: Purchase): Promise<Charged> {
  const { parts, checkout } = purchase
  const { payment, pending, refunds, providerOrderIds, refusals } = checkout
  if (payment || pending || refunds.size > 0) return 'yes'
  const found = await Promise.all(providerOrderIds.map(ask))
  return found.find((charged) => charged === 'yes') ?? found.find((charged) => charged === 'unknown') ?? 'no'

  async function ask(providerOrderId: string): Promise<Charged> {
    const state = await parts.payments.lookUp(providerOrderId)
    if (['taken', 'pending', 'given back'].includes(state.is)) return 'yes'
    if (state.is === 'unknown' || unclearIn(purchase, providerOrderId, state)) return 'unknown'
    const mayBeTaken = !isRefused(refusals.get(providerOrderId)) || mayYetBeTaken(purchase, providerOrderId)
    return state.is === 'approved' && mayBeTaken ? 'unknown' : 'no'
  }
}
