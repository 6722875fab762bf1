import type { Cart } from '@shop/language/api/cart'
import type { CartItem } from '@shop/language/events/cart-events'
import { cartView } from '@shop/language/views/cart-view'
import { detailsOfAll } from '../product/offers.ts'
import { leftForOwner, type OwnStock } from './own-stock.ts'

type Shown = Readonly<{
  items: Iterable<CartItem>
  openCheckoutId: string | undefined
  notices?: readonly string[]
}>

/** A cart as the API answers it. Each line is compared with its product and its stock as they are now. */
export async function cartAnswer(
  stock: OwnStock,
  ownerId: string,
  { items: lines, openCheckoutId, notices = [] }: Shown,
): Promise<Cart> {
  const items = [...lines]
  const productIds = items.map(({ productId }) => productId)
  const [offers, left] = await Promise.all([
    detailsOfAll(stock.commands, productIds),
    leftForOwner(stock, { openCheckoutId }, productIds),
  ])
  const offerOf = (productId: string) => {
    const offer = offers.get(productId)
    return offer && { ...offer, left: left.get(productId) ?? [] }
  }
  return cartView(ownerId, items, offerOf, notices)
}
