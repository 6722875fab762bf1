import { cartStream } from '@shop/language/cart/events'
import type { PricedItem } from '@shop/language/events/bought'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { type CartCommand, cartDecider } from './cart-decider.ts'

type Bought = Readonly<{ checkoutId: string; customerId: string; items: readonly PricedItem[] }>

/** A repeat changes nothing. */
export function removeBought(commands: CommandHandler, bought: Bought, metadata: CommandMetadata) {
  const { checkoutId: orderId, customerId: ownerId, items: lines } = bought
  return ensure(commands, { type: 'RemovePurchase', ownerId, orderId, lines }, onceOnly(metadata, 'bought', orderId))
}

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
