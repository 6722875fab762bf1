import { checkoutStream } from '@shop/language/checkout/events'
import { type ProductPieces, stockStream } from '@shop/language/stock/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { removeBought } from '../cart/bought-pieces.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { ended, forEachProduct, holdIdOf } from '../checkout/hold-stock.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { valueOfRecentId } from '../handler/recent-ids.ts'
import { stockDecider } from '../stock/stock-decider.ts'

/**
 * Completes a placed order: its pieces leave stock and cart, and its checkout is finalized. Returns the finalized checkout, with the stock
 * lines that the pieces came from.
 */
export async function settleOrder(
  commands: CommandHandler,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<Checkout> {
  if (checkout.status === 'finalized') return checkout
  const { checkoutId: orderId, items } = checkout
  const checkoutId = holdIdOf(checkout)
  const taking = forEachProduct(items, async (productId): Promise<readonly ProductPieces[]> => {
    const take = { type: 'Take', productId, checkoutId } as const
    const once = onceOnly(metadata, 'take', checkoutId, productId)
    const { state } = await commands.ensure(stockDecider, stockStream(productId), take, once)
    return (valueOfRecentId(state.over, checkoutId) ?? []).map((lines) => ({ productId, ...lines }))
  })
  const [taken] = await ended([taking, removeBought(commands, checkout, metadata)])
  const finalize = { type: 'Finalize', checkoutId: orderId, orderId, taken: taken.flat() } as const
  const once = onceOnly(metadata, 'finalize', orderId)
  return (await commands.ensure(checkoutDecider, checkoutStream(orderId), finalize, once)).state ?? checkout
}
