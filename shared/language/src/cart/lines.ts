import { leftBeside, type PiecesLeft } from '../stock/pieces-left.ts'
import type { CartEvent, CartItem, PurchasedLine } from './events.ts'

export type LineId = Pick<CartItem, 'productId' | 'size' | 'color'>
/** At most one line for each product, size and color. */
export type Lines = readonly CartItem[]

const isSameLine = (one: LineId, other: LineId) =>
  one.productId === other.productId && one.size === other.size && one.color === other.color

export const lineIn = (lines: Lines, line: LineId) => lines.find((one) => isSameLine(one, line))

export const quantityOf = (lines: Lines, line: LineId) => lineIn(lines, line)?.quantity ?? 0

/** The most pieces of this line that the cart can have. The product's other lines count too (decisions S1b: stock by size and color). */
export function mostOf(lines: Lines, line: LineId, left: PiecesLeft) {
  const others = lines.filter((item) => item.productId === line.productId && !isSameLine(item, line))
  return leftBeside(left, line, others)
}

/** Adds the quantities, and takes the new item's name and price (decisions C4 and decisions C8). */
export function plus(lines: Lines, item: CartItem): Lines {
  const index = lines.findIndex((one) => isSameLine(one, item))
  return index < 0 ? [...lines, item] : lines.with(index, { ...item, quantity: lines[index]!.quantity + item.quantity })
}

export const minus = (lines: Lines, { quantity, ...line }: PurchasedLine): Lines =>
  lines.flatMap((item) => {
    if (!isSameLine(item, line)) return [item]
    return item.quantity > quantity ? [{ ...item, quantity: item.quantity - quantity }] : []
  })

export function linesAfter(lines: Lines, { type, data }: CartEvent): Lines {
  switch (type) {
    case 'ItemAddedToCart':
      return plus(lines, data.item)
    case 'GuestCartMerged':
    case 'PurchaseReturnedToCart':
      return data.items.reduce(plus, lines)
    case 'CartQuantityChanged': {
      const { quantity, priceCents } = data
      return lines.map((item) => (isSameLine(item, data) ? { ...item, quantity, priceCents } : item))
    }
    case 'ItemRemovedFromCart':
      return lines.filter((item) => !isSameLine(item, data))
    case 'PurchaseLeftCart':
      return data.lines.reduce(minus, lines)
    case 'GuestCartHandedOver':
    case 'GuestCartClosed':
    case 'GuestCartExpired':
      return []
    case 'HandoverReceived':
    case 'CheckoutOpened':
      return lines
  }
}
