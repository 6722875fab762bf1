import { cartStream } from '@shop/language/cart/events'
import type { PricedItem } from '@shop/language/events/bought'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { type CartCommand, cartDecider } from './cart-decider.ts'

type Bought = Readonly<{ checkoutId: string; customerId: string; items: readonly PricedItem[]; lapses: number }>

/*
 * A repeat changes nothing. The refusal of a pending payment raises `lapses`, so that the pieces can leave the cart again if the checkout is
 * paid after all.
 */

export function removeBought(commands: CommandHandler, bought: Bought, metadata: CommandMetadata) {
  const { checkoutId: orderId, customerId: ownerId, items: lines, lapses } = bought
  const once = onceOnly(metadata, 'bought', orderId, String(lapses))
  return ensure(commands, { type: 'RemovePurchase', ownerId, orderId, lines }, once)
}

export function returnBought(commands: CommandHandler, bought: Bought, metadata: CommandMetadata) {
  const { checkoutId: orderId, customerId: ownerId, lapses } = bought
  const items = bought.items.map(({ sku: _, ...item }) => item)
  const once = onceOnly(metadata, 'not bought', orderId, String(lapses))
  return ensure(commands, { type: 'ReturnPurchase', ownerId, orderId, items }, once)
}

const ensure = (commands: CommandHandler, command: CartCommand, once: CommandMetadata) =>
  commands.ensure(cartDecider, cartStream(command.ownerId), command, once)
