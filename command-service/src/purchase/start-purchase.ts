import type { StartCheckoutBody } from '@shop/language/checkout/api'
import { checkoutStream } from '@shop/language/checkout/events'
import { isShopError } from '@shop/language/errors'
import type { PricedItem } from '@shop/language/events/bought'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { type WithinBudgets, withoutBudgets } from '../checkout/within-budgets.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { boughtAlready } from './one-order.ts'
import { placeOrder } from './place-order.ts'
import { further } from './purchase.ts'
import { settleStarted } from './settle-started.ts'

/**
 * Starts a checkout. If the payment of an earlier checkout is approved or captured, that checkout is not superseded but becomes an order
 * (decisions M11). If that order has the same lines, the new checkout is refused with CONFLICT and the order's id (decisions S6).
 */
export function startPurchase(
  parts: Parts,
  customerId: string,
  body: StartCheckoutBody,
  metadata: CommandMetadata,
  withinBudgets: WithinBudgets = withoutBudgets,
) {
  /**
   * The earlier checkout that became an order. Its id is remembered here because `finishEarlier` may be called again for this request,
   * after the lines have left the cart.
   */
  let bought: string | undefined
  const finishEarlier = async (earlier: Checkout | undefined, items: readonly PricedItem[]) => {
    if (bought) throw boughtAlready(bought)
    if (!earlier) return undefined
    const own = furtherCommand(metadata, 'finish', earlier.checkoutId)
    const { isOrdered, after } = await finish(parts, earlier, own)
    const isBought = isOrdered || (await wasFinished(parts, earlier, own))
    if (!isBought || linesOf(earlier.items) !== linesOf(items)) return after
    bought = earlier.checkoutId
    throw boughtAlready(bought)
  }
  return startCheckout(parts, customerId, body, metadata, { finishEarlier, withinBudgets })
}

/** Makes an earlier checkout an order if money was approved or taken for it. Returns whether it is an order, and its state afterwards. */
async function finish(parts: Parts, checkout: Checkout, metadata: CommandMetadata) {
  const { checkoutId, status, providerOrderIds } = checkout
  if (!(status === 'open' && providerOrderIds.length > 0) && status !== 'paid')
    return { isOrdered: false, after: checkout }
  try {
    const paid = await settleStarted({ parts, metadata, checkout })
    await placeOrder(paid)
    return { isOrdered: true, after: paid.checkout }
  } catch (refusal) {
    // The payment is not captured, or its outcome is unknown. The new checkout goes on, and CheckPayment keeps checking the old payment.
    if (!isShopError(refusal) || refusal.code === 'RATE_LIMITED') throw refusal
    return { isOrdered: false, after: await loadCheckout(parts.commands, checkoutId) }
  }
}

/** Whether an earlier run of this request made the checkout an order, but its answer was lost. */
async function wasFinished(parts: Parts, checkout: Checkout, metadata: CommandMetadata): Promise<boolean> {
  const { checkoutId, status, payment } = checkout
  if (status !== 'finalized' || !payment) return false
  const paying = further({ parts, checkout, metadata }, 'settle', payment.providerOrderId).metadata
  return (await parts.commands.answered(checkoutDecider, checkoutStream(checkoutId), paying)) !== undefined
}

type Line = Readonly<{ productId: string; size: string; color: string; quantity: number }>

/** A text that is the same for the same pieces, in any order of the lines. */
const linesOf = (lines: readonly Line[]) =>
  JSON.stringify(
    lines.map(({ productId, size, color, quantity }) => [productId, size, color, quantity].join('\n')).sort(),
  )
