import type { CartItem } from '@shop/language/cart/events'
import { type Lines, lineIn, mostOf, plus, quantityOf } from '@shop/language/cart/lines'
import { MAX_LINES, MAX_QUANTITY } from '@shop/language/limits'
import type { PiecesLeft } from '@shop/language/stock/pieces-left'

/**
 * Cuts the `incoming` lines to the pieces that can be added to a cart, with notices about all other pieces (decisions C6). The cart's own
 * pieces come first and are never removed. Without `leftOf` the stock does not count.
 */
export function cutToFit(
  own: Lines,
  incoming: readonly CartItem[],
  leftOf?: ReadonlyMap<string, PiecesLeft>,
): { items: CartItem[]; notices: string[] } {
  const items: CartItem[] = []
  const notices: string[] = []
  let cart = own
  for (const item of incoming) {
    const capacity = cart.length < MAX_LINES || lineIn(cart, item) ? MAX_QUANTITY - quantityOf(cart, item) : 0
    const left = leftOf ? mostOf(cart, item, leftOf.get(item.productId) ?? []) - quantityOf(cart, item) : capacity
    const quantity = Math.max(0, Math.min(item.quantity, left, capacity))
    if (quantity < item.quantity) notices.push(noticeOf(item, quantity, left < capacity))
    if (quantity === 0) continue
    // The lower of the two carts' prices stays, so that the customer must accept a rise before paying.
    const priceCents = Math.min(item.priceCents, lineIn(cart, item)?.priceCents ?? item.priceCents)
    items.push({ ...item, quantity, priceCents })
    cart = plus(cart, { ...item, quantity })
  }
  return { items, notices }
}

function noticeOf({ name, size, color, quantity }: CartItem, kept: number, byStock: boolean) {
  const what = `${name} (${size}, ${color})`
  const why = byStock ? 'there are not enough left' : 'the cart is full'
  return kept === 0
    ? `${what} could not be added to your cart, because ${why}.`
    : `${what}: ${kept} of ${quantity} added to your cart, because ${why}.`
}
