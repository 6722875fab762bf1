import { MAX_LINES, MAX_QUANTITY } from '@shop/language/api/limits'
import { ShopError } from '@shop/language/errors'
import {
  type CartEvent,
  type CartItem,
  CartQuantityChanged,
  CheckoutOpened,
  GuestCartClosed,
  GuestCartExpired,
  GuestCartMerged,
  ItemAddedToCart,
  ItemRemovedFromCart,
  PurchaseLeftCart,
} from '@shop/language/events/cart-events'
import { OrderedMap, Set as PersistentSet } from 'immutable'
import type { Decider } from '../handler/decider.ts'
import {
  addedLately,
  isLately,
  type Lately,
  noneLately,
  readLately,
  sizeOfLately,
  writeLately,
} from '../handler/lately.ts'
import { outOfStock } from '../stock/stock-decider.ts'
import { cutAtStock } from './cut-at-stock.ts'
import { keyOfLine, type LineId, type Lines, minus, piecesOf, plus, quantityOf, without } from './lines.ts'

export type Cart = Readonly<{
  items: Lines
  /** What each guest cart that was merged into this one had to leave behind, in words. */
  merged: Lately<readonly string[]>
  /** The customers whose carts this one, a guest's, has gone into. */
  closedInto: PersistentSet<string>
  /** Orders whose pieces have left. For good, their checkouts' streams know: they are finalized. */
  purchases: Lately<true>
  /** The checkouts opened from it, with the one that each superseded or ''. For good, their own streams know when they are over. */
  checkouts: Lately<string>
  /** The newest of them, open or not. */
  lastCheckoutId: string | undefined
  openCheckoutId: string | undefined
  /** How often it was changed: tells whether it still is as somebody saw it. */
  changes: number
}>

/** `available` is what a shopper may still have of the product, this cart's own pieces included. */
export type CartCommand = { ownerId: string } & (
  | { type: 'AddItem'; item: CartItem; available: number }
  | { type: 'ChangeQuantity'; line: LineId; quantity: number; priceCents: number; available: number }
  | { type: 'RemoveItem'; line: LineId }
  | { type: 'MergeGuestCart'; guestId: string; items: readonly CartItem[]; availableOf: ReadonlyMap<string, number> }
  | { type: 'CloseGuestCart'; mergedInto: string }
  | { type: 'ExpireGuestCart'; changes: number }
  | { type: 'OpenCheckout'; checkoutId: string }
  | { type: 'RemovePurchase'; orderId: string; lines: readonly (LineId & { quantity: number })[] }
)

const nothing: Lines = OrderedMap()

/** Of each kind: nobody comes so many merges, checkouts or purchases of one customer late. */
const REMEMBERED = 100

export const cartDecider: Decider<Cart, CartCommand, CartEvent> = {
  initialState: {
    items: nothing,
    merged: noneLately(),
    closedInto: PersistentSet(),
    purchases: noneLately(),
    checkouts: noneLately(),
    lastCheckoutId: undefined,
    openCheckoutId: undefined,
    changes: 0,
  },

  isGuarded: ({ type }) => type === 'CloseGuestCart' || type === 'OpenCheckout' || type === 'RemovePurchase',

  evolve(before, { type, data }) {
    const cart = { ...before, changes: before.changes + 1 }
    const { items } = cart
    switch (type) {
      case 'ItemAddedToCart':
        return { ...cart, items: plus(items, data.item) }
      case 'CartQuantityChanged': {
        const item = items.get(keyOfLine(data))
        const { quantity, priceCents } = data
        return item ? { ...cart, items: items.set(keyOfLine(data), { ...item, quantity, priceCents }) } : cart
      }
      case 'ItemRemovedFromCart':
        return { ...cart, items: without(items, data) }
      case 'GuestCartMerged':
        return {
          ...cart,
          items: data.items.reduce(plus, items),
          merged: addedLately(cart.merged, REMEMBERED, data.guestId, data.notices),
        }
      case 'GuestCartClosed':
        return { ...cart, items: nothing, closedInto: cart.closedInto.add(data.mergedInto) }
      case 'GuestCartExpired':
        return { ...cart, items: nothing }
      case 'PurchaseLeftCart':
        return {
          ...cart,
          items: data.lines.reduce(minus, items),
          purchases: addedLately(cart.purchases, REMEMBERED, data.orderId, true),
          openCheckoutId: cart.openCheckoutId === data.orderId ? undefined : cart.openCheckoutId,
        }
      case 'CheckoutOpened':
        return {
          ...cart,
          checkouts: addedLately(cart.checkouts, REMEMBERED, data.checkoutId, data.supersedes ?? ''),
          lastCheckoutId: data.checkoutId,
          openCheckoutId: data.checkoutId,
        }
    }
  },

  decide(command, cart) {
    const { ownerId } = command
    const { items } = cart
    switch (command.type) {
      case 'AddItem': {
        const { item, available } = command
        if (!items.has(keyOfLine(item)) && items.size >= MAX_LINES)
          throw new ShopError('CONFLICT', `A cart has at most ${MAX_LINES} lines`)
        if (quantityOf(items, item) + item.quantity > MAX_QUANTITY)
          throw new ShopError('CONFLICT', `A line has at most ${MAX_QUANTITY} pieces`)
        if (piecesOf(items, item.productId) + item.quantity > available) throw outOfStock(item.productId, available)
        return [ItemAddedToCart({ ownerId, item })]
      }
      case 'ChangeQuantity': {
        const { line, quantity, priceCents, available } = command
        const before = quantityOf(items, line)
        if (before === 0) throw new ShopError('NOT_FOUND', 'This is not in the cart')
        const pieces = piecesOf(items, line.productId) - before + quantity
        // Fewer of one line is allowed while the other lines of the product hold what is left of it.
        if (quantity > available || (quantity > before && pieces > available))
          throw outOfStock(line.productId, available)
        // An unchanged quantity is recorded too: a late retry of it must not undo what came after.
        return [CartQuantityChanged({ ownerId, ...line, quantity, priceCents })]
      }
      case 'RemoveItem':
        return items.has(keyOfLine(command.line)) ? [ItemRemovedFromCart({ ownerId, ...command.line })] : []
      case 'MergeGuestCart': {
        const { guestId } = command
        if (command.items.length === 0 || isLately(cart.merged, guestId)) return []
        return [GuestCartMerged({ ownerId, guestId, ...cutAtStock(items, command.items, command.availableOf) })]
      }
      case 'CloseGuestCart':
        // Asked again, late, it must not empty what the guest has begun since.
        return cart.closedInto.has(command.mergedInto)
          ? []
          : [GuestCartClosed({ ownerId, mergedInto: command.mergedInto })]
      case 'ExpireGuestCart':
        // Whoever saw it unchanged for ninety days may have been overtaken by the guest.
        return items.size > 0 && cart.changes === command.changes ? [GuestCartExpired({ ownerId })] : []
      case 'OpenCheckout': {
        const { checkoutId } = command
        if (isLately(cart.checkouts, checkoutId)) return []
        const supersedes = cart.openCheckoutId
        return [CheckoutOpened({ ownerId, checkoutId, ...(supersedes && { supersedes }) })]
      }
      case 'RemovePurchase': {
        const { orderId, lines } = command
        if (isLately(cart.purchases, orderId)) return []
        const bought = lines.map(({ productId, size, color, quantity }) => ({ productId, size, color, quantity }))
        return [PurchaseLeftCart({ ownerId, orderId, lines: bought })]
      }
    }
  },

  sizeOf: ({ items, merged, closedInto, purchases, checkouts }) =>
    items.size + closedInto.size + sizeOfLately(merged) + sizeOfLately(purchases) + sizeOfLately(checkouts),

  snapshot: {
    name: 'cart@1',
    write: ({ items, merged, closedInto, purchases, checkouts, ...rest }) => ({
      ...rest,
      items: [...items.values()],
      closedInto: [...closedInto],
      merged: writeLately(merged),
      purchases: writeLately(purchases),
      checkouts: writeLately(checkouts),
    }),
    read: ({ items, merged, closedInto, purchases, checkouts, ...rest }: StoredCart) => ({
      ...rest,
      items: items.reduce(plus, nothing),
      closedInto: PersistentSet(closedInto),
      merged: readLately(merged),
      purchases: readLately(purchases),
      checkouts: readLately(checkouts),
    }),
  },
}

type StoredCart = Pick<Cart, 'lastCheckoutId' | 'openCheckoutId' | 'changes'> & {
  items: readonly CartItem[]
  closedInto: readonly string[]
  merged: ReturnType<typeof writeLately<readonly string[]>>
  purchases: ReturnType<typeof writeLately<true>>
  checkouts: ReturnType<typeof writeLately<string>>
}
