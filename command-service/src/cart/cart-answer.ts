import type { Cart } from '@shop/language/api/cart'
import type { CartItem } from '@shop/language/events/cart-events'
import { cartView } from '@shop/language/views/cart-view'
import type { CommandHandler } from '../handler/command-handler.ts'
import { detailsOfAll, leftOfAll } from '../product/offers.ts'

type Shown = Readonly<{
  items: readonly CartItem[]
  /** The hold of its owner's open checkout. */
  hold: string | undefined
  notices?: readonly string[]
}>

/** A cart as the API answers it. Each line is compared with its product and its stock as they are now. */
export async function cartAnswer(
  commands: CommandHandler,
  ownerId: string,
  { items, hold, notices = [] }: Shown,
): Promise<Cart> {
  const productIds = items.map(({ productId }) => productId)
  const [offers, left] = await Promise.all([detailsOfAll(commands, productIds), leftOfAll(commands, productIds, hold)])
  const offerOf = (productId: string) => {
    const offer = offers.get(productId)
    return offer && { ...offer, left: left.get(productId) ?? [] }
  }
  return cartView(ownerId, items, offerOf, notices)
}
