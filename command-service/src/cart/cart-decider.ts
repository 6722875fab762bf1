import {
  type CartEvent,
  type CartItem,
  CartQuantityChanged,
  CheckoutOpened,
  GuestCartExpired,
  GuestCartHandedOver,
  HandoverReceived,
  ItemAddedToCart,
  ItemRemovedFromCart,
  type PurchasedLine,
  PurchaseLeftCart,
  PurchaseReturnedToCart,
} from '@shop/language/cart/events'
import { type LineId, lineIn, linesAfter, mostOf, quantityOf } from '@shop/language/cart/lines'
import { ShopError } from '@shop/language/errors'
import { MAX_LINES, MAX_QUANTITY } from '@shop/language/limits'
import { leftOf, type PiecesLeft } from '@shop/language/stock/pieces-left'
import type { Decider } from '../handler/decider.ts'
import { isRecentId, valueOfRecentId, withRecentId } from '../handler/recent-ids.ts'
import { outOfStock } from '../stock/out-of-stock.ts'
import { type Cart, emptyCart, sizeOfCart } from './cart-state.ts'
import { cutToFit } from './cut-to-fit.ts'
import { type Handover, merge, mergeOf } from './handover.ts'

/** `left`: the pieces that can still be bought, including the pieces in this cart. */
export type CartCommand = { ownerId: string } & (
  | { type: 'AddItem'; item: CartItem; left: PiecesLeft }
  | { type: 'ChangeQuantity'; line: LineId; quantity: number; priceCents: number; left: PiecesLeft }
  | { type: 'RemoveItem'; line: LineId }
  | { type: 'HandOver'; to: string }
  | { type: 'MergeGuestCart'; handed: Handover | undefined; leftOf: ReadonlyMap<string, PiecesLeft> }
  | { type: 'ConfirmHandover'; handover: number }
  | { type: 'ExpireGuestCart'; changes: number }
  | { type: 'OpenCheckout'; checkoutId: string }
  | { type: 'RemovePurchase'; orderId: string; lines: readonly PurchasedLine[] }
  /** Puts the pieces back into the cart after a pending payment was refused. */
  | { type: 'ReturnPurchase'; orderId: string; items: readonly CartItem[] }
)

/** A cart remembers this many merges, checkouts and purchases. No client repeats an older command. */
const REMEMBERED = 100

export const cartDecider: Decider<Cart, CartCommand, CartEvent> = {
  initialState: emptyCart,

  isGuarded: ({ type }) => ['ConfirmHandover', 'OpenCheckout'].includes(type),

  evolve(before, event) {
    const { type, data } = event
    const cart = { ...before, items: linesAfter(before.items, event), changes: before.changes + 1 }
    switch (type) {
      case 'ItemAddedToCart':
      case 'CartQuantityChanged':
      case 'ItemRemovedFromCart':
      case 'GuestCartExpired':
        return cart
      case 'GuestCartHandedOver':
        return { ...cart, handedTo: data.to, handovers: data.handover, handedOver: before.items }
      case 'HandoverReceived':
        return { ...cart, handedOver: [] }
      case 'GuestCartMerged':
        return { ...cart, merged: withRecentId(cart.merged, REMEMBERED, data.guestId, mergeOf(data)) }
      case 'GuestCartClosed':
        return { ...cart, handedTo: data.mergedInto, handovers: cart.handovers + 1 }
      case 'PurchaseLeftCart':
        return {
          ...cart,
          purchases: withRecentId(cart.purchases, REMEMBERED, data.orderId, true),
          openCheckoutId: cart.openCheckoutId === data.orderId ? undefined : cart.openCheckoutId,
        }
      case 'PurchaseReturnedToCart':
        return {
          ...cart,
          purchases: withRecentId(cart.purchases, REMEMBERED, data.orderId, data.items.map(piecesOf)),
        }
      case 'CheckoutOpened':
        return {
          ...cart,
          checkouts: withRecentId(cart.checkouts, REMEMBERED, data.checkoutId, data.supersedes ?? ''),
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
        const { item, left } = command
        const before = quantityOf(items, item)
        const quantity = before + item.quantity
        if (!lineIn(items, item) && items.length >= MAX_LINES)
          throw new ShopError('CONFLICT', `A cart can have at most ${MAX_LINES} different items`)
        if (quantity > MAX_QUANTITY)
          throw new ShopError('CONFLICT', `You can have at most ${MAX_QUANTITY} pieces of an item in your cart`)
        if (quantity > mostOf(items, item, left)) throw outOfStock(item.productId, left, item, before)
        return [ItemAddedToCart({ ownerId, item })]
      }
      case 'ChangeQuantity': {
        const { line, quantity, priceCents, left } = command
        const before = quantityOf(items, line)
        if (before === 0) throw new ShopError('NOT_FOUND', 'This item is not in your cart')
        // A lower quantity is allowed even if the product's lines together exceed the stock.
        if (quantity > leftOf(left, line) || (quantity > before && quantity > mostOf(items, line, left)))
          throw outOfStock(line.productId, left, line)
        // An unchanged quantity is recorded too, so that a late retry of this command cannot overwrite later changes.
        return [CartQuantityChanged({ ownerId, ...line, quantity, priceCents })]
      }
      case 'RemoveItem':
        return lineIn(items, command.line) ? [ItemRemovedFromCart({ ownerId, ...command.line })] : []
      case 'HandOver': {
        const { to } = command
        const isAnothers = cart.handedTo !== undefined && cart.handedTo !== to
        if (isAnothers || cart.handedOver.length > 0 || items.length === 0) return []
        return [GuestCartHandedOver({ ownerId, to, handover: cart.handovers + 1 })]
      }
      case 'MergeGuestCart':
        return command.handed ? merge(ownerId, cart, command.handed, command.leftOf) : []
      case 'ConfirmHandover':
        return cart.handedOver.length > 0 && cart.handovers === command.handover
          ? [HandoverReceived({ ownerId, handover: command.handover })]
          : []
      case 'ExpireGuestCart':
        // The guest may have changed the cart since the sweep found the cart.
        return items.length > 0 && cart.changes === command.changes ? [GuestCartExpired({ ownerId })] : []
      case 'OpenCheckout': {
        const { checkoutId } = command
        if (isRecentId(cart.checkouts, checkoutId)) return []
        const supersedes = cart.openCheckoutId
        return [CheckoutOpened({ ownerId, checkoutId, ...(supersedes && { supersedes }) })]
      }
      case 'ReturnPurchase':
        if (valueOfRecentId(cart.purchases, command.orderId) !== true) return []
        return [returned(ownerId, command.orderId, cutToFit(items, command.items))]
      case 'RemovePurchase': {
        const { orderId } = command
        const before = valueOfRecentId(cart.purchases, orderId)
        // If the pieces came back, no more pieces leave than came back.
        return before === true
          ? []
          : [PurchaseLeftCart({ ownerId, orderId, lines: (before ?? command.lines).map(piecesOf) })]
      }
    }
  },

  sizeOf: sizeOfCart,
  snapshot: { name: 'cart@4', write: (cart) => cart, read: (cart: Cart) => cart },
}

const piecesOf = ({ productId, size, color, quantity }: PurchasedLine) => ({ productId, size, color, quantity })

function returned(ownerId: string, orderId: string, { items, notices }: ReturnType<typeof cutToFit>) {
  return PurchaseReturnedToCart({ ownerId, orderId, items, ...(notices.length > 0 && { notices }) })
}
