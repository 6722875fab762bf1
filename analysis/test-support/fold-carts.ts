import { byText, inOrder } from './fold-orders.ts'
import { addToStock, freeOf, type Stock } from './fold-stock.ts'
import type { Fold, PastEvent } from './past.ts'

/** `since`: the event by which the line came into the cart. */
type Item = { productId: string; size: string; color: string; pieces: number; priceCents: number; since: number }
type Cart = {
  items: Map<string, Item>
  changedAt: string
  checkouts: { id: string; event: number }[]
  /** The purchases that left the cart, and those that came back, each with its event. */
  left: Map<string, number>
  returned: Map<string, number>
}

const DAY_MS = 86_400_000
const EMPTIED = ['GuestCartHandedOver', 'GuestCartClosed', 'GuestCartExpired']
const keyOf = ({ productId, size, color }: Omit<Item, 'pieces' | 'priceCents' | 'since'>) =>
  [productId, size, color].join('|')

type Left = Cart & { ownerId: string; events: number[]; changedBy: number }

/** The carts with pieces that were abandoned, each with its reason. The pieces are counted at a cart's expiry, or else at the end of the past. */
function abandoned(past: readonly PastEvent[], days: number) {
  const carts = new Map<string, Left>()
  const left: Left[] = []
  const refusedBy = new Map<string, number>()
  const notBegunBy = new Map<string, number>()
  past.forEach(({ type, data }, index) => {
    const isRefusal = type === 'PaymentRefused' && data.meaning === 'refused' && data.code !== 'REFUNDED'
    if (isRefusal && !refusedBy.has(data.checkoutId)) refusedBy.set(data.checkoutId, index + 1)
    if (type === 'PaymentStarted') notBegunBy.delete(data.checkoutId)
    if (type === 'PaymentStartRefused' && !notBegunBy.has(data.checkoutId)) notBegunBy.set(data.checkoutId, index + 1)
  })
  past.forEach((event, index) => {
    if (event.type === 'AccountErased') carts.delete(event.data.accountId)
    if (!event.stream.startsWith('cart-')) return
    const { ownerId } = event.data
    const cart: Left = carts.get(ownerId) ?? {
      ownerId,
      items: new Map(),
      changedAt: '',
      changedBy: 0,
      checkouts: [],
      events: [],
      left: new Map(),
      returned: new Map(),
    }
    carts.set(ownerId, cart)
    if (event.type === 'CheckoutOpened') cart.checkouts.push({ id: event.data.checkoutId, event: index + 1 })
    else if (EMPTIED.includes(event.type)) {
      if (event.type === 'GuestCartExpired') left.push({ ...cart, events: [...cart.events, index + 1] })
      carts.delete(ownerId)
    } else if (change(cart, event, index + 1)) {
      cart.changedBy = index + 1
      cart.events.push(index + 1)
    }
  })
  left.push(...carts.values())

  const now = Math.max(...past.map(({ recordedAt }) => Date.parse(recordedAt)))
  return left.flatMap((cart) => {
    if (cart.items.size === 0 || Date.parse(cart.changedAt) + days * DAY_MS > now) return []
    const lines = [...cart.items.values()]
    const since = Math.max(Math.min(...lines.map((line) => line.since)), ...cart.left.values())
    const opened = cart.checkouts.filter(({ id, event }) => (cart.returned.get(id) ?? event) >= since)
    const answers = (by: ReadonlyMap<string, number>) => opened.flatMap(({ id }) => by.get(id) ?? [])
    const [refused, notBegun] = [answers(refusedBy), answers(notBegunBy)]
    const reason =
      refused.length > 0
        ? 'A payment was refused'
        : notBegun.length > 0
          ? 'A payment could not begin'
          : (reasonOf(lines, past, Date.parse(cart.changedAt)) ??
            (opened.length > 0 ? 'Left at the checkout' : 'Unknown'))
    const events = [...cart.events, ...opened.map(({ event }) => event), ...refused, ...notBegun]
    const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
    const valueCents = lines.reduce((sum, line) => sum + line.pieces * line.priceCents, 0)
    return [{ ...cart, lines, reason, events: inOrder(events), pieces, valueCents }]
  })
}

export const abandonedCarts: Fold = (past, { days = 0 } = {}) =>
  [...Map.groupBy(abandoned(past, days), ({ reason }) => reason)]
    .map(([reason, carts]) => ({
      reason,
      carts: carts.length,
      pieces: carts.reduce((sum, { pieces }) => sum + pieces, 0),
      valueCents: carts.reduce((sum, { valueCents }) => sum + valueCents, 0),
    }))
    .toSorted((a, b) => b.carts - a.carts || byText(a.reason, b.reason))

export const abandonedCartList: Fold = (past, { days = 0 } = {}) => {
  const names = new Map<string, string>()
  const accounts = new Set<string>()
  for (const { type, data } of past) {
    const name = type === 'ProductListed' ? data.details.name : type === 'ProductEdited' && data.changes.name
    if (name) names.set(data.productId, name)
    if (type === 'AccountRegistered') accounts.add(data.accountId)
  }
  const nameOf = ({ productId, size, color }: Item) => [names.get(productId) ?? productId, size, color].filter(Boolean)
  return abandoned(past, days)
    .toSorted((a, b) => b.valueCents - a.valueCents || a.changedBy - b.changedBy)
    .map(({ ownerId, changedAt, lines, pieces, valueCents, reason }) => ({
      lastChanged: changedAt,
      buyer: accounts.has(ownerId) ? 'Customer' : 'Guest',
      products: lines
        .map((line) => ({
          words: `${line.pieces} × ${nameOf(line).join(', ')}`,
          key: `${nameOf(line)[0]}|${keyOf(line)}`,
        }))
        .toSorted((a, b) => byText(a.key, b.key))
        .map(({ words }) => words)
        .join('; '),
      pieces,
      valueCents,
      reason,
    }))
}

/** Returns whether the event changes the cart. */
function change(cart: Cart, { type, data, recordedAt }: PastEvent, event: number): boolean {
  const { items } = cart
  const add = (item: Item & { quantity: number }) => {
    const { pieces, since } = items.get(keyOf(item)) ?? { pieces: 0, since: event }
    items.set(keyOf(item), { ...item, pieces: pieces + item.quantity, since })
  }
  const found = items.get(keyOf(data))
  switch (type) {
    case 'ItemAddedToCart':
      add(data.item)
      break
    case 'GuestCartMerged':
    case 'PurchaseReturnedToCart':
      if (cart.left.delete(data.orderId)) cart.returned.set(data.orderId, event)
      data.items.forEach(add)
      break
    case 'CartQuantityChanged':
      if (found) items.set(keyOf(data), { ...found, pieces: data.quantity, priceCents: data.priceCents })
      break
    case 'ItemRemovedFromCart':
      items.delete(keyOf(data))
      break
    case 'PurchaseLeftCart':
      cart.left.set(data.orderId, event)
      for (const line of data.lines) {
        const item = items.get(keyOf(line))
        if (item && item.pieces > line.quantity)
          items.set(keyOf(line), { ...item, pieces: item.pieces - line.quantity })
        else items.delete(keyOf(line))
      }
      break
    default:
      return false
  }
  cart.changedAt = recordedAt
  return true
}

/** The probable reason, from stock and prices at the time `until`. */
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
  const isShort = ([productId, those]: readonly [string, readonly Item[]]) => {
    const shared = freeOf(stock, productId, { size: '', color: '' })
    const wanted = those.map((line) => line.pieces - (freeOf(stock, productId, line) - shared))
    return wanted.reduce((sum, pieces) => sum + Math.max(0, pieces), 0) > shared
  }
  if ([...Map.groupBy(lines, ({ productId }) => productId)].some(isShort)) return 'Pieces sold out'
  if (lines.some(({ productId, priceCents }) => (prices.get(productId) ?? 0) > priceCents)) return 'A price rose'
}
