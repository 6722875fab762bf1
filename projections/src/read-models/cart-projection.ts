import type { CartItem } from '@shop/shared/events/cart-events'
import { type CartDocument, carts } from '@shop/shared/read-models/carts'
import { type Projection, remove, update, upsert } from '../projection.ts'

export const cartProjection: Projection<CartDocument> = {
  into: carts,
  failure: 'park',
  on: {
    ItemAddedToCart: ({ data: { ownerId, item } }) => add(ownerId, [item]),
    GuestCartMerged: ({ data: { ownerId, items } }) => add(ownerId, items),
    CartQuantityChanged: ({ data: { ownerId, quantity, priceCents, ...line } }) =>
      changeItems(ownerId, (items) =>
        items.map((item) => (isSameLine(item, line) ? { ...item, quantity, priceCents } : item)),
      ),
    ItemRemovedFromCart: ({ data: { ownerId, ...line } }) =>
      changeItems(ownerId, (items) => items.filter((item) => !isSameLine(item, line))),
    PurchaseLeftCart: ({ data: { ownerId, lines } }) =>
      changeItems(ownerId, (items) =>
        items.flatMap((item) => {
          const bought = lines.filter((line) => isSameLine(item, line))
          const quantity = bought.reduce((left, line) => left - line.quantity, item.quantity)
          return quantity > 0 ? [{ ...item, quantity }] : []
        }),
      ),
    GuestCartClosed: ({ data }) => remove(data.ownerId),
    GuestCartExpired: ({ data }) => remove(data.ownerId),
    AccountErased: ({ data }) => remove(data.accountId),
  },
}

type Line = Pick<CartItem, 'productId' | 'size' | 'color'>

const add = (ownerId: string, added: readonly CartItem[]) =>
  upsert<CartDocument>(ownerId, (cart) => ({ _id: ownerId, items: added.reduce(withItem, cart?.items ?? []) }))

/** The same product, size and colour is the same line: quantities add up, name and price are the newest (decisions C4). */
function withItem(items: readonly CartItem[], item: CartItem): readonly CartItem[] {
  const before = items.find((other) => isSameLine(other, item))
  if (!before) return [...items, item]
  const summed = { ...item, quantity: before.quantity + item.quantity }
  return items.map((other) => (other === before ? summed : other))
}

const changeItems = (ownerId: string, become: (items: readonly CartItem[]) => readonly CartItem[]) =>
  update<CartDocument>(ownerId, (cart) => ({ ...cart, items: become(cart.items) }))

const isSameLine = (one: Line, other: Line) =>
  one.productId === other.productId && one.size === other.size && one.color === other.color
