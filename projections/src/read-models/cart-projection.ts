import { type CartDocument, carts, type HeldPieces } from '@shop/language/cart/document'
import { type CartItem, isGuest } from '@shop/language/cart/events'
import type { Recorded } from '@shop/language/events/event'
import { checkoutOfHold } from '@shop/language/stock/events'
import { type DocumentChange, type Projection, remove, update, updateWhere, upsert } from '../projection.ts'

export const cartProjection: Projection<CartDocument> = {
  into: carts,
  failure: 'park',
  on: {
    ItemAddedToCart: (event) => add(event, [event.data.item]),
    GuestCartMerged: (event) => add(event, event.data.items),
    PurchaseReturnedToCart: (event) => add(event, event.data.items, event.data.notices),
    CartQuantityChanged: (event) =>
      changeItems(event, (items) => {
        const { quantity, priceCents } = event.data
        return items.map((item) => (isSameLine(item, event.data) ? { ...item, quantity, priceCents } : item))
      }),
    ItemRemovedFromCart: (event) =>
      changeItems(event, (items) => items.filter((item) => !isSameLine(item, event.data))),
    PurchaseLeftCart: (event) => [
      changeItems(event, (items) =>
        items.flatMap((item) => {
          const bought = event.data.lines.filter((line) => isSameLine(item, line))
          const quantity = bought.reduce((left, line) => left - line.quantity, item.quantity)
          return quantity > 0 ? [{ ...item, quantity }] : []
        }),
      ),
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

type Line = Pick<CartItem, 'productId' | 'size' | 'color'>
type Owned = Readonly<{ data: { ownerId: string }; metadata: Pick<Recorded['metadata'], 'recordedAt'> }>

const NOTHING_HELD = { heldBy: null, held: [] }
const emptyCart = (_id: string): CartDocument => ({ _id, items: [], unchangedSince: null, ...NOTHING_HELD })

const changeHeld = (holdId: string, become: (held: readonly HeldPieces[]) => readonly HeldPieces[]) =>
  updateWhere<CartDocument>('heldBy', checkoutOfHold(holdId), (cart) => ({ ...cart, held: become(cart.held) }))

/** Ends only this hold: an earlier hold of a checkout can be released when a newer hold already has pieces. */
const endHold = ({ checkoutId: holdId, productId }: { checkoutId: string; productId: string }) =>
  changeHeld(holdId, (held) => held.filter((pieces) => pieces.holdId !== holdId || pieces.productId !== productId))

const add = (event: Owned, added: readonly CartItem[], notices?: readonly string[]) =>
  upsert<CartDocument>(event.data.ownerId, (cart) => ({
    ...cartAfter(event, cart, added.reduce(withItem, cart?.items ?? [])),
    ...(notices && { notices }),
  }))

const changeItems = (
  event: Owned,
  become: (items: readonly CartItem[]) => readonly CartItem[],
): DocumentChange<CartDocument> => update(event.data.ownerId, (cart) => cartAfter(event, cart, become(cart.items)))

const cartAfter = (
  { data: { ownerId }, metadata }: Owned,
  before: CartDocument | undefined,
  items: readonly CartItem[],
): CartDocument => {
  const { notices: _, ...kept } = before ?? emptyCart(ownerId)
  return { ...kept, items, unchangedSince: isGuest(ownerId) && items.length > 0 ? metadata.recordedAt : null }
}

/**
 * A line with the same product, size and color gets the sum of the quantities, and the new item's name and price (decisions C4: a line of a
 * cart).
 */
function withItem(items: readonly CartItem[], item: CartItem): readonly CartItem[] {
  const before = items.find((other) => isSameLine(other, item))
  if (!before) return [...items, item]
  const summed = { ...item, quantity: before.quantity + item.quantity }
  return items.map((other) => (other === before ? summed : other))
}

const isSameLine = (one: Line, other: Line) =>
  one.productId === other.productId && one.size === other.size && one.color === other.color
