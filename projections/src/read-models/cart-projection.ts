import { type CartDocument, carts, type HeldPieces } from '@shop/language/cart/document'
import { type CartEvent, isGuest } from '@shop/language/cart/events'
import { linesAfter } from '@shop/language/cart/lines'
import type { Recorded } from '@shop/language/events/event'
import { checkoutOfHold } from '@shop/language/stock/events'
import { type Projection, remove, update, updateWhere, upsert } from '../projection.ts'

export const cartProjection: Projection<CartDocument> = {
  into: carts,
  failure: 'park',
  on: {
    ItemAddedToCart: (event) => fill(event),
    GuestCartMerged: (event) => fill(event),
    PurchaseReturnedToCart: (event) => fill(event, event.data.notices),
    CartQuantityChanged: (event) => change(event),
    ItemRemovedFromCart: (event) => change(event),
    PurchaseLeftCart: (event) => [
      change(event),
      updateWhere<CartDocument>('heldBy', event.data.orderId, (cart) => ({ ...cart, ...NOTHING_HELD })),
    ],
    CheckoutOpened: ({ data: { ownerId, checkoutId } }) =>
      upsert<CartDocument>(ownerId, (cart = emptyCart(ownerId)) => ({ ...cart, heldBy: checkoutId, held: [] })),
    StockReserved: ({ data: { checkoutId, productId, lines } }) =>
      changeHeld(checkoutId, (held) => [...held, ...lines.map((line) => ({ holdId: checkoutId, productId, ...line }))]),
    ReservationReleased: (event) => endHold(event.data),
    StockTaken: (event) => endHold(event.data),
    GuestCartHandedOver: ({ data }) => remove(data.ownerId),
    GuestCartClosed: ({ data }) => remove(data.ownerId),
    GuestCartExpired: ({ data }) => remove(data.ownerId),
    AccountErased: ({ data }) => remove(data.accountId),
  },
}

type Changed = CartEvent & Pick<Recorded, 'metadata'>

const NOTHING_HELD = { heldBy: null, held: [] }
const emptyCart = (_id: string): CartDocument => ({ _id, items: [], unchangedSince: null, ...NOTHING_HELD })

const changeHeld = (holdId: string, become: (held: readonly HeldPieces[]) => readonly HeldPieces[]) =>
  updateWhere<CartDocument>('heldBy', checkoutOfHold(holdId), (cart) => ({ ...cart, held: become(cart.held) }))

/** Ends only this hold: an earlier hold of a checkout can be released when a newer hold already has pieces. */
const endHold = ({ checkoutId: holdId, productId }: { checkoutId: string; productId: string }) =>
  changeHeld(holdId, (held) => held.filter((pieces) => pieces.holdId !== holdId || pieces.productId !== productId))

/** Begins the document if the cart has none. */
const fill = (event: Changed, notices?: readonly string[]) =>
  upsert<CartDocument>(event.data.ownerId, (cart = emptyCart(event.data.ownerId)) => ({
    ...cartAfter(event, cart),
    ...(notices && { notices }),
  }))

const change = (event: Changed) => update<CartDocument>(event.data.ownerId, (cart) => cartAfter(event, cart))

function cartAfter(event: Changed, { notices: _, ...cart }: CartDocument): CartDocument {
  const { data, metadata } = event
  const items = linesAfter(cart.items, event)
  return { ...cart, items, unchangedSince: isGuest(data.ownerId) && items.length > 0 ? metadata.recordedAt : null }
}
