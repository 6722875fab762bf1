import type { CartItem } from '@shop/language/events/cart-events'
import type { OrderedMap } from 'immutable'

/** One line of a cart is one product in one size and colour. */
export type LineId = Readonly<{ productId: string; size: string; color: string }>
export type Lines = OrderedMap<string, CartItem>

export const keyOfLine = ({ productId, size, color }: LineId) => JSON.stringify([productId, size, color])

export const quantityOf = (lines: Lines, line: LineId) => lines.get(keyOfLine(line))?.quantity ?? 0

/** A product's quantity in all its sizes and colours, which share one stock (decisions S1). */
export const quantityOfProduct = (lines: Lines, productId: string) =>
  lines.reduce((sum, item) => (item.productId === productId ? sum + item.quantity : sum), 0)

/** The same line again adds up, and stands at the newer name and price (decisions C4, C8). */
export const plus = (lines: Lines, item: CartItem): Lines =>
  lines.set(keyOfLine(item), { ...item, quantity: quantityOf(lines, item) + item.quantity })

export function minus(lines: Lines, { quantity, ...line }: LineId & { quantity: number }): Lines {
  const item = lines.get(keyOfLine(line))
  if (!item) return lines
  return item.quantity > quantity
    ? lines.set(keyOfLine(line), { ...item, quantity: item.quantity - quantity })
    : without(lines, line)
}

export const without = (lines: Lines, line: LineId): Lines => lines.delete(keyOfLine(line))
