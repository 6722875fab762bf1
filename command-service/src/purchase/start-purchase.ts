import type { StartCheckoutBody } from '@shop/language/api/checkout'
import { isShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Checkout } from '../checkout/checkout-state.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { placeOrder } from './place-order.ts'
import { settleStarted } from './settle-started.ts'

/** Starts a checkout. An earlier one whose payment is approved or captured becomes an order instead of being superseded (decisions M11). */
export const startPurchase = (parts: Parts, customerId: string, body: StartCheckoutBody, metadata: CommandMetadata) =>
  startCheckout(parts, customerId, body, metadata, (earlier) => finishApproved(parts, earlier, metadata))

async function finishApproved(parts: Parts, checkout: Checkout, metadata: CommandMetadata) {
  if (checkout.status !== 'open' || checkout.providerOrderIds.length === 0) return
  const own = furtherCommand(metadata, 'finish', checkout.checkoutId)
  try {
    await placeOrder(await settleStarted({ parts, metadata: own, checkout }))
  } catch (refusal) {
    // Not captured, or unknown for now: the new checkout goes on, and CheckPayment keeps checking the old one.
    if (!isShopError(refusal) || refusal.code === 'RATE_LIMITED') throw refusal
  }
}
