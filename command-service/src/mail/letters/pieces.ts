import { addressLines } from '@shop/language/address/format'
import type { Address, PricedItem } from '@shop/language/events/bought'
import { discountIn } from '@shop/language/order/view'
import { toDecimal } from '@shop/language/values/money'
import type { Block, Piece, Sum } from '../letter.ts'
import type { Links } from '../links.ts'

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const money = (cents: number) => usd.format(toDecimal(cents))

export const shortId = (id: string) => `#${id.slice(0, 8)}`

type Bought = Readonly<{ items: readonly PricedItem[]; totalCents: number }>

export const boughtPieces = ({ items, totalCents }: Bought): Block => ({
  is: 'pieces',
  pieces: items.map((item) => ({ ...named(item, item.quantity), amount: money(item.priceCents * item.quantity) })),
  sums: [...discounted({ items, totalCents }), ['Total', money(totalCents)]],
})

function discounted(bought: Bought): readonly Sum[] {
  const { fullCents, discountCents } = discountIn(bought)
  if (discountCents <= 0) return []
  return [
    ['Subtotal', money(fullCents)],
    ['Discount', `−${money(discountCents)}`],
  ]
}

/** `line`: the index of an item. */
export const somePieces = (
  items: readonly PricedItem[],
  pieces: readonly Readonly<{ line: number; quantity: number }>[],
): Block => ({
  is: 'pieces',
  pieces: pieces.flatMap(({ line, quantity }) => {
    const item = items[line]
    return item && quantity > 0 ? [named(item, quantity)] : []
  }),
})

const named = ({ name, size, color }: PricedItem, quantity: number): Piece => ({
  name,
  detail: [size, color, quantity === 1 ? '1 piece' : `${quantity} pieces`].filter(Boolean).join(', '),
})

export const parcelAddress = (address: Address): Block => ({
  is: 'address',
  title: 'Delivery address',
  lines: addressLines(address),
})

/** Nothing if the parcel has no tracking number. */
export const trackedWith = (trackingNumber: string | null): readonly Block[] =>
  trackingNumber ? [{ is: 'facts', facts: [['Tracking number', trackingNumber]] }] : []

export const seeOrder = (orderId: string, links: Links): Block => ({
  is: 'action',
  label: 'See the order',
  href: links.order(orderId),
})
