import type { Cart } from '@shop/language/cart/api'
import { inBrowser } from '../lib/in-browser.ts'
import { lasting } from '../lib/storage.ts'

/** See spec §3 for the key `cart`. */
export function keepCartLocally(cart: Cart): Cart {
  const { products, userId, guestId, totalPrice } = cart
  if (products.length === 0) forgetLocalCart()
  else lasting.setItem('cart', JSON.stringify({ products, userId, guestId, totalPrice }))
  return cart
}

export function forgetLocalCart() {
  lasting.removeItem('cart')
}

export function localCart(): Cart | undefined {
  if (!inBrowser) return undefined
  try {
    const cart = JSON.parse(lasting.getItem('cart') ?? 'null') as Cart | null
    return Array.isArray(cart?.products) ? { ...cart, totalPrice: cart.totalPrice ?? 0 } : undefined
  } catch {
    return undefined
  }
}
