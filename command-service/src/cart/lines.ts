import type { CartItem } from '@shop/language/cart/events'
import { leftBeside, type PiecesLeft } from '@shop/language/stock/pieces-left'
import type { OrderedMap } from 'immutable'

export type LineId = Readonly<{ productId: string; size: string; color: string }>
export type Lines = OrderedMap<string, CartItem>

export const keyOfLine = ({ productId, size, color }: LineId) => JSON.stringify([productId, size, color])

export const quantityOf = (lines: Lines, line: LineId) => lines.get(keyOfLine(line))?.quantity ?? 0

/** The most pieces of this line that the cart can have. The product's other lines count too (decisions S1b: stock by size and color). */
export function mostOf(lines: Lines, line: LineId, left: PiecesLeft) {
  const key = keyOfLine(line)
  const others = [...lines.values()].filter((item) => item.productId === line.productId && keyOfLine(item) !== key)
  return leftBeside(left, line, others)
}

/** Adds the quantities, and takes the new item's name and price (decisions C4 and decisions C8). */
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
