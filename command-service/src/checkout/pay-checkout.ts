import { isShopError } from '@shop/language/errors'
import { cartStream } from '@shop/language/events/cart-events'
import { checkoutStream } from '@shop/language/events/checkout-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { cartDecider } from '../cart/cart-decider.ts'
import { ownerOf } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Parts } from '../parts.ts'
import { checkoutDecider } from './checkout-decider.ts'
import type { Checkout } from './checkout-state.ts'
import { loadCheckout, recallCheckout, unknownCheckout } from './load-checkout.ts'
import { settlePayment } from './settle-payment.ts'
import { notVerified } from './verify-payment.ts'

type Hint = Readonly<{ checkoutId: string | undefined; providerOrderId: string | undefined }>

/** Looks up at the provider what the buyer says was paid, and records it (decisions M2, M4). Throws why it is not paid. */
export async function payCheckout(
  parts: Parts,
  customerId: string,
  hint: Hint,
  metadata: CommandMetadata,
): Promise<Checkout> {
  const { commands } = parts
  const { checkout, named } = await checkoutMeant(commands, customerId, hint)
  const { checkoutId } = checkout
  const earlier = await commands.answered(checkoutDecider, checkoutStream(checkoutId), metadata)
  // A repeat of a call that was done to its end: the answer is the same.
  if (earlier?.state?.held) return earlier.state
  const providerOrderId = hint.providerOrderId ?? checkout.providerOrderIds.at(-1)
  try {
    if (!providerOrderId) throw notVerified('No payment was begun for this checkout')
    return await settlePayment(parts, { checkoutId, providerOrderId, buyerAsks: true }, metadata)
  } catch (refusal) {
    // The customer has no open checkout, and the last one has no late payment.
    const waits = checkout.status === 'open' || checkout.status === 'paid'
    throw !named && !waits && isShopError(refusal, 'PAYMENT_NOT_VERIFIED') ? unknownCheckout() : refusal
  }
}

/** The checkout by its id, else by the provider's order, else the customer's last: there is at most one open. */
async function checkoutMeant(commands: CommandHandler, customerId: string, { checkoutId, providerOrderId }: Hint) {
  const byPayment = async () => providerOrderId && (await ownerOf(commands, 'provider-order', providerOrderId))
  const id = checkoutId ?? (await byPayment())
  if (id) return { checkout: await recallCheckout(commands, id, customerId), named: true }
  const { state: cart } = await commands.load(cartDecider, cartStream(customerId))
  const last = cart.lastCheckoutId
  if (!last) throw unknownCheckout()
  return { checkout: await loadCheckout(commands, last, customerId), named: false }
}
