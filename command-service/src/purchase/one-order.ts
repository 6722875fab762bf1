import { checkoutStream } from '@shop/language/checkout/events'
import { isShopError, ShopError } from '@shop/language/errors'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { winnerIn } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { loadPurchase, type Purchase, record } from './purchase.ts'

/*
 * A buyer may approve payments for the same cart in two tabs. A checkout and the later checkouts of the same cart form one purchase. The
 * checkout whose payment is verified first becomes the order; every later payment is refunded (decisions S6). The stream of the purchase's
 * first checkout decides which checkout wins. The first checkout wins if it is paid before another checkout takes the purchase.
 */

/**
 * Takes the purchase that this checkout has joined, if no other checkout has taken it. Returns the winner; undefined for the first checkout
 * of a purchase.
 */
export async function takePurchase({ parts, metadata, checkout }: Purchase): Promise<string | undefined> {
  const { checkoutId: by, purchaseId = by } = checkout
  if (purchaseId === by) return undefined
  const take = { type: 'TakePurchase', checkoutId: purchaseId, by } as const
  const own = furtherCommand(metadata, 'take purchase', by)
  const { state } = await parts.commands.ensure(checkoutDecider, checkoutStream(purchaseId), take, own)
  return state && winnerIn(state)
}

/** Lets another checkout of the purchase become the order. Called after this checkout was paid and had to be refunded. */
export async function freePurchase({ parts, metadata, checkout }: Purchase) {
  const { checkoutId: by, purchaseId = by, status } = checkout
  if (purchaseId === by || status !== 'refunded') return
  const free = { type: 'FreePurchase', checkoutId: purchaseId, by } as const
  const own = furtherCommand(metadata, 'free purchase', by)
  await parts.commands.ensure(checkoutDecider, checkoutStream(purchaseId), free, own)
}

/** Ends a checkout because another checkout has bought its cart. */
export async function endLost(purchase: Purchase, winner: string) {
  const { checkout, metadata, parts } = await record(purchase, { type: 'Supersede', by: winner }, 'lost to', winner)
  await releaseLapsed(parts.commands, checkout, metadata)
}

/** Throws CONFLICT with the order's id if another checkout has bought the cart of this checkout. */
export async function requireUnbought(purchase: Purchase) {
  const winner = await otherWinnerOf(purchase)
  if (winner) throw boughtAlready(winner)
}

/** Runs a step for the buyer. If the step is refused and another checkout has bought the cart, the error contains the id of that order. */
export async function namingOrder<Result>(purchase: Purchase, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (refusal) {
    if (!isShopError(refusal) || refusal.status !== 409) throw refusal
    const { parts, metadata, checkout } = purchase
    const after = await loadPurchase(parts, checkout.checkoutId, metadata)
    const winner = await otherWinnerOf(after)
    throw winner ? boughtAlready(winner) : refusal
  }
}

async function otherWinnerOf({ parts, checkout }: Purchase) {
  const { checkoutId, purchaseId = checkoutId } = checkout
  const winner = winnerIn(purchaseId === checkoutId ? checkout : await loadCheckout(parts.commands, purchaseId))
  return winner === checkoutId ? undefined : winner
}

/**
 * The refusal to buy a cart twice. The refusal is true even while the outcome of another capture is unknown. `orderId` is the paid
 * checkout's id.
 */
export const boughtAlready = (orderId: string) =>
  new ShopError('CONFLICT', 'You have bought these pieces already. You pay once: we refund a second payment', {
    details: { orderId },
  })
