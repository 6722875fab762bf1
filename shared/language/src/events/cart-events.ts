import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

const line = { productId: z.string(), size: z.string(), color: z.string() }
const facts = { name: z.string(), image: z.string(), priceCents: z.int().nonnegative() }

const Item = z.object({ ...line, ...facts, quantity: z.int().positive() })
export type CartItem = z.output<typeof Item>
const PurchasedLine = z.object({ ...line, quantity: z.int().positive() })

const ownerId = z.string()

export const ItemAddedToCart = defineEvent('ItemAddedToCart', { schema: z.object({ ownerId, item: Item }) })
/** Has the price of this moment: setting a quantity accepts today's price (decisions C8). */
export const CartQuantityChanged = defineEvent('CartQuantityChanged', {
  schema: z.object({ ownerId, ...line, quantity: z.int().positive(), priceCents: facts.priceCents }),
})
export const ItemRemovedFromCart = defineEvent('ItemRemovedFromCart', { schema: z.object({ ownerId, ...line }) })
/**
 * In the guest's stream: all lines of this moment leave the cart for a customer's. A cart that was handed over once gives
 * nothing to another customer (decisions C6). Handovers of a cart are numbered from 1.
 */
export const GuestCartHandedOver = defineEvent('GuestCartHandedOver', {
  schema: z.object({ ownerId, to: z.string(), handover: z.int().positive() }),
})
/** In the guest's stream: what was handed over is in the customer's cart. */
export const HandoverReceived = defineEvent('HandoverReceived', {
  schema: z.object({ ownerId, handover: z.int().positive() }),
})
/**
 * In the customer's stream; `items` are what a handover of the guest's cart adds, already cut at the stock. `handover` is 0 for a
 * merge of version 1, which was recorded before anything had left the guest's cart.
 */
export const GuestCartMerged = defineEvent('GuestCartMerged', {
  schema: z.object({
    ownerId,
    guestId: z.string(),
    items: z.array(Item),
    notices: z.array(z.string()),
    handover: z.int().nonnegative(),
  }),
  upcasters: [(data) => ({ ...data, handover: 0 })],
})
/** In the guest's stream, of earlier versions: the cart was merged into a customer's, and is empty. */
export const GuestCartClosed = defineEvent('GuestCartClosed', {
  schema: z.object({ ownerId, mergedInto: z.string() }),
})
export const GuestCartExpired = defineEvent('GuestCartExpired', { schema: z.object({ ownerId }) })
/** The order was placed, or its payment is pending: the bought quantities leave the cart (decisions C17, S7). */
export const PurchaseLeftCart = defineEvent('PurchaseLeftCart', {
  schema: z.object({ ownerId, orderId: z.string(), lines: z.array(PurchasedLine) }),
})
/** The payment of a purchase that had left the cart was refused in the end: its pieces are back (decisions S7). */
export const PurchaseReturnedToCart = defineEvent('PurchaseReturnedToCart', {
  schema: z.object({ ownerId, orderId: z.string(), items: z.array(Item) }),
})
/** The customer's one open checkout is named here; `supersedes` is the one before (decisions M11). */
export const CheckoutOpened = defineEvent('CheckoutOpened', {
  schema: z.object({ ownerId, checkoutId: z.string(), supersedes: z.string().optional() }),
})

export const cartEvents = [
  ItemAddedToCart,
  CartQuantityChanged,
  ItemRemovedFromCart,
  GuestCartHandedOver,
  HandoverReceived,
  GuestCartMerged,
  GuestCartClosed,
  GuestCartExpired,
  PurchaseLeftCart,
  PurchaseReturnedToCart,
  CheckoutOpened,
] as const
export type CartEvent = EventOf<(typeof cartEvents)[number]>

/** `ownerId` is an account's id or a guest's. */
export const cartStream = (ownerId: string) => `cart-${ownerId}`
/** A guest's cart expires after this long without a change (decisions C16). */
export const GUEST_CART_TTL_MS = 90 * 24 * 60 * 60 * 1000
export const isGuest = (ownerId: string) => ownerId.startsWith('guest_')
