import type { Cart, CartLine } from '@shop/language/cart/api'
import type { Checkout } from '@shop/language/checkout/api'
import type { Refusal } from '@shop/language/refusal/answers'

/** The cart with the server's prices and total (decisions M1). */
export function atCurrentPrices(cart: Cart, { lines = [], total = cart.totalPrice }: Partial<Refusal>): Cart {
  const priceOf = (line: CartLine) => lines.find((changed) => isSame(changed, line))?.price ?? line.price
  return { ...cart, products: cart.products.map((line) => ({ ...line, price: priceOf(line) })), totalPrice: total }
}

export const linesOf = (cart: Cart, { lines = [] }: Partial<Refusal>) =>
  cart.products.filter((line) => lines.some((changed) => isSame(changed, line)))

/** The line with too few pieces in stock, and the quantity that is left (decisions S2). */
export const withinStock = (cart: Cart, { productId = '', size = '', color = '', left = 0 }: Partial<Refusal>) =>
  cart.products
    .filter((line) => isSame(line, { productId, size, color }) && line.quantity > left)
    .map((line) => ({ line, quantity: left }))

export const hasLeftCart = ({ checkoutItems }: Checkout, cart: Cart) =>
  !cart.products.some((line) => checkoutItems.some((item) => isSame(item, line)))

/** Whether the checkout sells what is in the cart. */
export const isOfCart = ({ checkoutItems }: Checkout, { products }: Cart) =>
  products.length === checkoutItems.length &&
  products.every((line) => checkoutItems.some((item) => isSame(item, line) && item.quantity === line.quantity))

const isSame = (one: LineId, other: LineId) =>
  one.productId === other.productId && one.size === other.size && one.color === other.color

type LineId = Pick<CartLine, 'productId' | 'size' | 'color'>
