import { type CartItem, isGuest } from '@shop/language/events/cart-events'
import type { Recorded } from '@shop/language/events/event'
import { type CartDocument, carts } from '@shop/language/read-models/carts'
import { type DocumentChange, type Projection, remove, update, upsert } from '../projection.ts'

export const cartProjection: Projection<CartDocument> = {
  into: carts,
  failure: 'park',
  on: {
    ItemAddedToCart: (event) => add(event, [event.data.item]),
    GuestCartMerged: (event) => add(event, event.data.items),
    PurchaseReturnedToCart: (event) => add(event, event.data.items),
    CartQuantityChanged: (event) =>
      changeItems(event, (items) => {
        const { quantity, priceCents } = event.data
        return items.map((item) => (isSameLine(item, event.data) ? { ...item, quantity, priceCents } : item))
      }),
    ItemRemovedFromCart: (event) =>
      changeItems(event, (items) => items.filter((item) => !isSameLine(item, event.data))),
    PurchaseLeftCart: (event) =>
      changeItems(event, (items) =>
        items.flatMap((item) => {
          const bought = event.data.lines.filter((line) => isSameLine(item, line))
          const quantity = bought.reduce((left, line) => left - line.quantity, item.quantity)
          return quantity > 0 ? [{ ...item, quantity }] : []
        }),
      ),
    GuestCartHandedOver: ({ data }) => remove(data.ownerId),
    GuestCartClosed: ({ data }) => remove(data.ownerId),
    GuestCartExpired: ({ data }) => remove(data.ownerId),
    AccountErased: ({ data }) => remove(data.accountId),
  },
}

type Line = Pick<CartItem, 'productId' | 'size' | 'color'>
type Owned = Readonly<{ data: { ownerId: string }; metadata: Pick<Recorded['metadata'], 'recordedAt'> }>

const add = (event: Owned, added: readonly CartItem[]) =>
  upsert<CartDocument>(event.data.ownerId, (cart) => cartAfter(event, added.reduce(withItem, cart?.items ?? [])))

const changeItems = (
  event: Owned,
  become: (items: readonly CartItem[]) => readonly CartItem[],
): DocumentChange<CartDocument> => update(event.data.ownerId, ({ items }) => cartAfter(event, become(items)))

const cartAfter = ({ data: { ownerId }, metadata }: Owned, items: readonly CartItem[]): CartDocument => ({
  _id: ownerId,
  items,
  unchangedSince: isGuest(ownerId) && items.length > 0 ? metadata.recordedAt : null,
})

/** The same product, size and colour is the same line: quantities add up, name and price are the newest (decisions C4). */
function withItem(items: readonly CartItem[], item: CartItem): readonly CartItem[] {
  const before = items.find((other) => isSameLine(other, item))
  if (!before) return [...items, item]
  const summed = { ...item, quantity: before.quantity + item.quantity }
  return items.map((other) => (other === before ? summed : other))
}

const isSameLine = (one: Line, other: Line) =>
  one.productId === other.productId && one.size === other.size && one.color === other.color
