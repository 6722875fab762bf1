import type { Cart, CartLine } from '@shop/language/cart/api'
import { create } from 'zustand'

/*
 * Handles fast clicks on plus and minus (decisions C9). The query cache holds only the server's answers. This module holds the quantity
 * that the shopper wants for each line, and the screen shows this quantity. All clicks during a running call become one call.
 */

export type LineId = Pick<CartLine, 'productId' | 'size' | 'color'>

type WantedQuantities = { quantities: Readonly<Record<string, number>>; refusals: Readonly<Record<string, string>> }

const none: WantedQuantities = { quantities: {}, refusals: {} }

export const useWantedQuantities = create(() => none)

export const keyOf = ({ productId, size, color }: LineId): string => JSON.stringify([productId, size, color])

export const forgetWantedQuantities = () => useWantedQuantities.setState(none)

export function withWantedQuantities(cart: Cart, quantities: WantedQuantities['quantities']): Cart {
  if (Object.keys(quantities).length === 0) return cart
  const products = cart.products
    .map((line) => ({ ...line, quantity: quantities[keyOf(line)] ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0)
  return { ...cart, products, totalPrice: totalOf(products) }
}

/** Whether a line is sold out or no longer sold. The line stays in the cart, but not in the total (decisions C8). */
export const isGone = ({ unavailable, soldOut }: Pick<CartLine, 'unavailable' | 'soldOut'>) =>
  unavailable === true || soldOut === true

const totalOf = (lines: readonly CartLine[]) =>
  lines
    .filter((line) => !isGone(line))
    .reduce((cents, { price, quantity }) => cents + Math.round(price * 100) * quantity, 0) / 100
