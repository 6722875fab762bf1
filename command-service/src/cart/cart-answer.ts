import type { Cart } from '@shop/language/cart/api'
import type { CartItem } from '@shop/language/cart/events'
import { cartView } from '@shop/language/cart/view'
import { type Offers, type OwnStock, offersFor } from './offers.ts'

type Shown = Readonly<{
  items: Iterable<CartItem>
  openCheckoutId: string | undefined
  notices?: readonly string[]
}>

export async function cartAnswer(
  stock: OwnStock,
  ownerId: string,
  { items, openCheckoutId, notices = [] }: Shown,
  known?: Offers,
): Promise<Cart> {
  const lines = [...items]
  const offers = await offersFor(stock, { openCheckoutId }, lines, known)
  const offerOf = (productId: string) => {
    const { details, left } = offers.get(productId)!
    return details && { ...details, left }
  }
  return cartView(ownerId, lines, offerOf, notices)
}
