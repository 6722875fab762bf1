import type { Cart } from '@shop/language/api/cart'
import type { CartItem } from '@shop/language/events/cart-events'
import { cartView } from '@shop/language/views/cart-view'
import type { CommandHandler } from '../handler/command-handler.ts'
import { detailsOfAll } from '../product/offers.ts'

/** A cart as the API answers it. Each line is compared with its product as it is now. */
export async function cartAnswer(
  commands: CommandHandler,
  ownerId: string,
  items: readonly CartItem[],
  notices: readonly string[] = [],
): Promise<Cart> {
  const offers = await detailsOfAll(
    commands,
    items.map(({ productId }) => productId),
  )
  return cartView(ownerId, items, (productId) => offers.get(productId), notices)
}
