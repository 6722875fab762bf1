import { addToStock, freeOf, type Stock } from './fold-stock.ts'
import type { Fold, PastEvent } from './past.ts'

type Item = { productId: string; size: string; color: string; pieces: number; priceCents: number }
type Cart = { items: Map<string, Item>; changedAt: string; checkouts: { id: string; atMs: number }[] }

const DAY_MS = 86_400_000
const EMPTIED = ['GuestCartHandedOver', 'GuestCartClosed', 'GuestCartExpired']
const keyOf = ({ productId, size, color }: Omit<Item, 'pieces' | 'priceCents'>) => [productId, size, color].join('|')

/** Counts abandoned carts with pieces in them, by reason. The pieces are counted at a cart's expiry, or else at the end of the past. */
export const abandonedCarts: Fold = (past, { days = 0 } = {}) => {
  const carts = new Map<string, Cart>()
  const left: Cart[] = []
  const refusedAt = new Map<string, number>()
  for (const { type, data, recordedAt } of past)
    if (type === 'PaymentRefused' && !refusedAt.has(data.checkoutId))
      refusedAt.set(data.checkoutId, Date.parse(recordedAt))
  for (const event of past) {
    if (!event.stream.startsWith('cart-')) continue
    const { ownerId } = event.data
    const cart: Cart = carts.get(ownerId) ?? { items: new Map(), changedAt: '', checkouts: [] }
    carts.set(ownerId, cart)
    if (event.type === 'CheckoutOpened')
      cart.checkouts.push({ id: event.data.checkoutId, atMs: Date.parse(event.recordedAt) })
    else if (EMPTIED.includes(event.type)) {
      if (event.type === 'GuestCartExpired') left.push(cart)
      carts.delete(ownerId)
    } else change(cart, event)
  }
  left.push(...carts.values())

  const now = Math.max(...past.map(({ recordedAt }) => Date.parse(recordedAt)))
  const reasons = new Map<string, { carts: number; pieces: number; valueCents: number }>()
  for (const { items, changedAt, checkouts } of left) {
    const until = Date.parse(changedAt) + days * DAY_MS
    if (items.size === 0 || until > now) continue
    const lines = [...items.values()]
    const opened = checkouts.filter(({ atMs }) => atMs <= until)
    const reason = opened.some(({ id }) => (refusedAt.get(id) ?? Number.POSITIVE_INFINITY) <= until)
      ? 'A payment was refused'
      : (reasonOf(lines, past, until) ?? (opened.length > 0 ? 'Left at the checkout' : 'Unknown'))
    const row = reasons.get(reason) ?? { carts: 0, pieces: 0, valueCents: 0 }
    row.carts++
    for (const { pieces, priceCents } of lines) {
      row.pieces += pieces
      row.valueCents += pieces * priceCents
    }
    reasons.set(reason, row)
  }
  return [...reasons]
    .map(([reason, row]) => ({ reason, ...row }))
    .toSorted((a, b) => b.carts - a.carts || (a.reason < b.reason ? -1 : 1))
}

function change(cart: Cart, { type, data, recordedAt }: PastEvent) {
  const { items } = cart
  const add = (item: Item & { quantity: number }) =>
    items.set(keyOf(item), { ...item, pieces: (items.get(keyOf(item))?.pieces ?? 0) + item.quantity })
  const found = items.get(keyOf(data))
  switch (type) {
    case 'ItemAddedToCart':
      add(data.item)
      break
    case 'GuestCartMerged':
    case 'PurchaseReturnedToCart':
      data.items.forEach(add)
      break
    case 'CartQuantityChanged':
      if (found) items.set(keyOf(data), { ...found, pieces: data.quantity, priceCents: data.priceCents })
      break
    case 'ItemRemovedFromCart':
      items.delete(keyOf(data))
      break
    case 'PurchaseLeftCart':
      cart.checkouts = []
      for (const line of data.lines) {
        const item = items.get(keyOf(line))
        if (item && item.pieces > line.quantity)
          items.set(keyOf(line), { ...item, pieces: item.pieces - line.quantity })
        else items.delete(keyOf(line))
      }
      break
    default:
      return
  }
  cart.changedAt = recordedAt
}

/** The probable reason why the cart was abandoned, from stock and prices at that time. */
function reasonOf(lines: readonly Item[], past: readonly PastEvent[], until: number): string | undefined {
  const stock: Stock = new Map()
  const prices = new Map<string, number>()
  for (const event of past) {
    if (Date.parse(event.recordedAt) > until) break
    addToStock(stock, event)
    const { productId, details, changes } = event.data
    const priceCents = event.type === 'ProductListed' ? details.priceCents : changes?.priceCents
    if (event.type.startsWith('Product') && priceCents !== undefined) prices.set(productId, priceCents)
  }
  if (lines.some((line) => freeOf(stock, line.productId, line) < line.pieces)) return 'Pieces sold out'
  if (lines.some(({ productId, priceCents }) => (prices.get(productId) ?? 0) > priceCents)) return 'A price rose'
}
