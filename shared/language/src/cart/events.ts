import * as z from 'zod'
import { asItIs } from '../events/bought.ts'
import { defineEvent, type EventOf } from '../events/event.ts'
import { GUEST_CART_DAYS } from '../limits.ts'

const line = { productId: z.string(), size: z.string(), color: z.string() }
const facts = { name: z.string(), image: z.string(), priceCents: z.int().nonnegative() }

const Item = z.object({ ...line, ...facts, quantity: z.int().positive() })
export type CartItem = z.output<typeof Item>
const PurchasedLine = z.object({ ...line, quantity: z.int().positive() })
export type PurchasedLine = z.output<typeof PurchasedLine>

const ownerId = z.string()

export const ItemAddedToCart = defineEvent('ItemAddedToCart', {
  says: 'Pieces of a product in one size and color were put into a cart, at the current price.',
  schema: z.object({ ownerId, item: Item }),
})
/** A customer who sets a quantity accepts the current price (decisions C8: changed prices). */
export const CartQuantityChanged = defineEvent('CartQuantityChanged', {
  says: 'The quantity of a cart line was changed, and its price was set to the current price.',
  schema: z.object({ ownerId, ...line, quantity: z.int().positive(), priceCents: facts.priceCents }),
})
export const ItemRemovedFromCart = defineEvent('ItemRemovedFromCart', {
  says: 'A line was removed from a cart.',
  schema: z.object({ ownerId, ...line }),
})
/**
 * Recorded in the guest's stream when all lines of the cart go to a customer's cart. No other customer gets anything from this cart later
 * (decisions C6: merging carts). The handovers of a cart are numbered from 1.
 */
export const GuestCartHandedOver = defineEvent('GuestCartHandedOver', {
  says: 'A guest signed in, and all lines left the guest’s cart for the customer’s cart.',
  schema: z.object({ ownerId, to: z.string(), handover: z.int().positive() }),
})
/** Recorded in the guest's stream. */
export const HandoverReceived = defineEvent('HandoverReceived', {
  says: 'The customer’s cart has received the lines of a guest’s cart.',
  schema: z.object({ ownerId, handover: z.int().positive() }),
})
/**
 * Recorded in the customer's stream. `items`: the lines that a handover adds, already limited to the available stock. In version 1
 * `handover` is 0: the merge was recorded before the lines had left the guest's cart.
 */
export const GuestCartMerged = defineEvent('GuestCartMerged', {
  says: 'Lines of a guest’s cart were added to the customer’s cart, up to the available stock.',
  schema: z.object({
    ownerId,
    guestId: z.string(),
    items: z.array(Item),
    notices: z.array(z.string()),
    handover: z.int().nonnegative(),
  }),
  upcasters: [(data) => ({ ...data, handover: 0 })],
})
/** Recorded in the guest's stream. */
export const GuestCartClosed = defineEvent('GuestCartClosed', {
  says: 'A guest’s cart was merged into a customer’s cart, and is empty. Only earlier versions recorded this.',
  schema: z.object({ ownerId, mergedInto: z.string() }),
})
export const GuestCartExpired = defineEvent('GuestCartExpired', {
  says: 'A guest’s cart was emptied after a long time without a change.',
  schema: z.object({ ownerId }),
})
/** See decisions C17 (the cart at a purchase) and decisions S7 (pending money). */
export const PurchaseLeftCart = defineEvent('PurchaseLeftCart', {
  says: 'The bought pieces left the cart, because the order was placed or its payment is pending.',
  schema: z.object({ ownerId, orderId: z.string(), lines: z.array(PurchasedLine) }),
})
/** `notices`: which pieces did not come back. */
export const PurchaseReturnedToCart = defineEvent('PurchaseReturnedToCart', {
  says: 'A pending payment was refused, so its pieces are back in the cart, up to the limits of a cart.',
  schema: z.object({ ownerId, orderId: z.string(), items: z.array(Item), notices: z.array(z.string()).optional() }),
  upcasters: [asItIs],
})
/** See decisions M11 (two tabs). */
export const CheckoutOpened = defineEvent('CheckoutOpened', {
  says: 'A checkout became the only open checkout of the customer’s cart; `supersedes` names the previous checkout.',
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

/** `ownerId` is the id of an account or of a guest. */
export const cartStream = (ownerId: string) => `cart-${ownerId}`
export const GUEST_CART_TTL_MS = GUEST_CART_DAYS * 24 * 60 * 60 * 1000
export const isGuest = (ownerId: string) => ownerId.startsWith('guest_')
