import type { Cart } from '@shop/language/api/cart'
import { inBrowser } from '../lib/in-browser.ts'

/** The browser's copy of the last cart the server sent, under the documented key `cart`; of an empty one there is none. */
export function keepCartLocally(cart: Cart): Cart {
  const { products, userId, guestId, totalPrice } = cart
  if (products.length === 0) forgetLocalCart()
  else localStorage.setItem('cart', JSON.stringify({ products, userId, guestId, totalPrice }))
  return cart
}

export function forgetLocalCart() {
  localStorage.removeItem('cart')
}

export function localCart(): Cart | undefined {
  if (!inBrowser) return undefined
  try {
    const cart = JSON.parse(localStorage.getItem('cart') ?? 'null') as Cart | null
    return Array.isArray(cart?.products) ? { ...cart, totalPrice: cart.totalPrice ?? 0 } : undefined
  } catch {
    return undefined
  }
}
