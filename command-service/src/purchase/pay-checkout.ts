import { isShopError } from '@shop/language/errors'
import { cartStream } from '@shop/language/events/cart-events'
import { checkoutStream } from '@shop/language/events/checkout-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { cartDecider } from '../cart/cart-decider.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { ownerOf } from '../claim/claims.ts'
import type { Parts } from '../parts.ts'
import { notVerified } from '../payment/verify-payment.ts'
import { namingOrder } from './one-order.ts'
import { loadPurchase, recallPurchase } from './purchase.ts'
import { settlePayment } from './settle-payment.ts'

type Hint = Readonly<{ checkoutId: string | undefined; providerOrderId: string | undefined }>

/** Looks up at the provider what the buyer says was paid, and records it (decisions M2, M4). Throws why it is not paid. */
export async function payCheckout(
  parts: Parts,
  customerId: string,
  hint: Hint,
  metadata: CommandMetadata,
): Promise<Checkout> {
  const { purchase, named } = await purchaseMeant(parts, customerId, hint, metadata)
  const { checkoutId, providerOrderIds, status } = purchase.checkout
  const earlier = await parts.commands.answered(checkoutDecider, checkoutStream(checkoutId), metadata)
  // A repeat of a call that was done to its end: the answer is the same.
  if (earlier?.state?.held) return earlier.state
  const providerOrderId = hint.providerOrderId ?? providerOrderIds.at(-1)
  try {
    if (!providerOrderId) throw notVerified('No payment was begun for this checkout')
    const signal = { providerOrderId, buyerAsks: true }
    return (await namingOrder(purchase, () => settlePayment(purchase, signal))).checkout
  } catch (refusal) {
    // The customer has no open checkout, and the last one has no late payment.
    const waits = status === 'open' || status === 'paid'
    throw !named && !waits && isShopError(refusal, 'PAYMENT_NOT_VERIFIED') ? unknownCheckout() : refusal
  }
}

/** The checkout by its id, else by the provider's order, else the customer's last: there is at most one open. */
async function purchaseMeant(parts: Parts, customerId: string, hint: Hint, metadata: CommandMetadata) {
  const { commands } = parts
  const { checkoutId, providerOrderId } = hint
  const byPayment = async () => providerOrderId && (await ownerOf(commands, 'provider-order', providerOrderId))
  const id = checkoutId ?? (await byPayment())
  if (id) return { purchase: await recallPurchase(parts, id, metadata, customerId), named: true }
  const { state: cart } = await commands.load(cartDecider, cartStream(customerId))
  const last = cart.lastCheckoutId
  if (!last) throw unknownCheckout()
  return { purchase: await loadPurchase(parts, last, metadata, customerId), named: false }
}
