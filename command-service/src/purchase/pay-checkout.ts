import { cartStream } from '@shop/language/cart/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { isShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { cartDecider } from '../cart/cart-decider.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { ownerOf } from '../claim/claims.ts'
import type { Parts } from '../parts.ts'
import { notVerified } from '../payment/verify-payment.ts'
import { namingOrder } from './one-order.ts'
import { recallPurchase } from './purchase.ts'
import { settlePayment } from './settle-payment.ts'

type Hint = Readonly<{ checkoutId: string | undefined; providerOrderId: string | undefined }>

/**
 * Looks up at the provider what the buyer claims to have paid, and records the payment (decisions M2 and decisions M4). If there is no
 * payment, throws the reason.
 */
export async function payCheckout(
  parts: Parts,
  customerId: string,
  hint: Hint,
  metadata: CommandMetadata,
): Promise<Checkout> {
  const { checkoutId, named } = await checkoutMeant(parts, customerId, hint)
  const earlier = await parts.commands.answered(checkoutDecider, checkoutStream(checkoutId), metadata)
  // If the first run of a repeated call has ended, the repeat gets the answer of the first run.
  if (earlier?.state?.held) return earlier.state
  // A state that may be a second old is enough, because the search for the earlier answer has just read the stream.
  const purchase = await recallPurchase(parts, checkoutId, metadata, customerId)
  const { providerOrderIds, status } = purchase.checkout
  const providerOrderId = hint.providerOrderId ?? providerOrderIds.at(-1)
  try {
    if (!providerOrderId) throw notVerified('No payment was begun for this checkout')
    const signal = { providerOrderId, buyerAsks: true }
    return (await namingOrder(purchase, () => settlePayment(purchase, signal))).checkout
  } catch (refusal) {
    // If the buyer named no checkout, and no checkout waits for a payment or an order, the answer is that there is no such checkout.
    const waits = status === 'open' || status === 'paid'
    throw !named && !waits && isShopError(refusal, 'PAYMENT_NOT_VERIFIED') ? unknownCheckout() : refusal
  }
}

/**
 * The checkout with this id; otherwise the checkout of the provider order; otherwise the customer's last checkout, because at most one
 * checkout is open.
 */
async function checkoutMeant({ commands }: Parts, customerId: string, { checkoutId, providerOrderId }: Hint) {
  const byPayment = async () => providerOrderId && (await ownerOf(commands, 'provider-order', providerOrderId))
  const id = checkoutId ?? (await byPayment())
  if (id) return { checkoutId: id, named: true }
  const { state: cart } = await commands.load(cartDecider, cartStream(customerId))
  if (!cart.lastCheckoutId) throw unknownCheckout()
  return { checkoutId: cart.lastCheckoutId, named: false }
}
