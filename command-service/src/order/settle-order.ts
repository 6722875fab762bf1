import { checkoutStream } from '@shop/language/events/checkout-events'
import { stockStream } from '@shop/language/events/stock-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { removeBought } from '../cart/bought-pieces.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { holdIdOf, quantitiesByProduct } from '../checkout/hold-stock.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { stockDecider } from '../stock/stock-decider.ts'

/** What follows from a placed order: the pieces of its checkout leave stock and cart, and the checkout is completed. */
export async function settleOrder(commands: CommandHandler, checkout: Checkout, metadata: CommandMetadata) {
  if (checkout.status === 'finalized') return
  const { checkoutId: orderId, items } = checkout
  const checkoutId = holdIdOf(checkout)
  for (const productId of quantitiesByProduct(items).keys()) {
    const take = { type: 'Take', productId, checkoutId } as const
    await commands.ensure(stockDecider, stockStream(productId), take, onceOnly(metadata, 'take', checkoutId, productId))
  }
  await removeBought(commands, checkout, metadata)
  const finalize = { type: 'Finalize', checkoutId: orderId, orderId } as const
  await commands.ensure(checkoutDecider, checkoutStream(orderId), finalize, onceOnly(metadata, 'finalize', orderId))
}
