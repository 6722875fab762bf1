import type { PricedItem } from '@shop/language/events/bought'
import { cartStream } from '@shop/language/events/cart-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { type CartCommand, cartDecider } from './cart-decider.ts'

/** Of a checkout, which gives its order its id. */
type Bought = Readonly<{ checkoutId: string; customerId: string; items: readonly PricedItem[] }>

/** Takes the pieces of a purchase out of its customer's cart, once. */
export function removeBought(commands: CommandHandler, bought: Bought, metadata: CommandMetadata) {
  const { checkoutId: orderId, customerId: ownerId, items: lines } = bought
  return ensure(commands, { type: 'RemovePurchase', ownerId, orderId, lines }, onceOnly(metadata, 'bought', orderId))
}

/** Puts the pieces of a purchase that came to nothing back into its customer's cart, once. */
export function returnBought(commands: CommandHandler, bought: Bought, metadata: CommandMetadata) {
  const { checkoutId: orderId, customerId: ownerId } = bought
  const items = bought.items.map(({ sku: _, ...item }) => item)
  return ensure(
    commands,
    { type: 'ReturnPurchase', ownerId, orderId, items },
    onceOnly(metadata, 'not bought', orderId),
  )
}

const ensure = (commands: CommandHandler, command: CartCommand, once: CommandMetadata) =>
  commands.ensure(cartDecider, cartStream(command.ownerId), command, once)
