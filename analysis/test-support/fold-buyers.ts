import { classesOf } from './fold-checkouts.ts'
import { byText, inOrder, numbered, observedIn, rounded, soldOrders, weekOf } from './fold-orders.ts'
import type { Fold, PastEvent } from './past.ts'

const DAY_MS = 86_400_000

type Item = Readonly<{ productId: string; name: string; quantity: number }>
type Added = Readonly<{ event: number; recordedAt: string; item: Item }>
type Cart = { lines: Added[]; checkouts: string[] }

const checkoutsOf = (past: readonly PastEvent[], type: string) =>
  new Map(
    numbered(past).flatMap((one) => (one.type === type ? [[one.data.checkoutId ?? one.data.orderId, one.event]] : [])),
  )

/**
 * Returns all carts, ended and open. A guest's cart ends when it expires. A customer's cart ends at the start of the checkout
 * that becomes an order.
 */
function cartsOf(past: readonly PastEvent[]) {
  const ordered = checkoutsOf(past, 'OrderPlaced')
  const open = new Map<string, Cart>()
  const away: { owner: string; cart: Cart }[] = []
  const putAway = (owner: string, name = owner) => {
    const cart = open.get(owner)
    if (cart) away.push({ owner: name, cart })
    open.delete(owner)
  }
  const cartOf = (owner: string) => {
    const cart = open.get(owner) ?? { lines: [], checkouts: [] }
    open.set(owner, cart)
    return cart
  }
  for (const { type, data, recordedAt, event } of numbered(past)) {
    const bag = open.get(data.ownerId)
    if (type === 'ItemAddedToCart') cartOf(data.ownerId).lines.push({ event, recordedAt, item: data.item })
    if ((type === 'GuestCartHandedOver' || type === 'GuestCartClosed') && bag) {
      open.delete(data.ownerId)
      cartOf(data.to ?? data.mergedInto).lines.push(...bag.lines)
    }
    if (type === 'GuestCartExpired' && bag) putAway(data.ownerId, `${data.ownerId} until ${event}`)
    if (type !== 'CheckoutStarted') continue
    const cart = open.get(data.customerId)
    cart?.checkouts.push(data.checkoutId)
    if (ordered.has(data.checkoutId)) putAway(data.customerId)
  }
  for (const owner of [...open.keys()]) putAway(owner)
  return away
}

export const cartToOrder: Fold = (past, { days = 0 } = {}) => {
  const classes = classesOf(past)
  const orders = checkoutsOf(past, 'OrderPlaced')
  const atMs = (event: number) => Date.parse(past[event - 1]!.recordedAt)
  const firstLine = ({ lines }: Cart) => lines.reduce((one, other) => (one.event < other.event ? one : other))
  const endMs = (cart: Cart) => atMs(firstLine(cart).event) + days * DAY_MS
  const fateOf = (cart: Cart) => {
    const placed = cart.checkouts.flatMap((id) => orders.get(id) ?? [])
    if (placed.length > 0) return placed.some((event) => atMs(event) <= endMs(cart)) ? 'ordered' : 'late'
    const all = cart.checkouts.map((id) => classes.get(id)!.is)
    return ['underReview', 'notEnded', 'ended'].find((is) => all.some((one) => one === is)) ?? 'none'
  }
  const old = cartsOf(past).filter(({ cart }) => endMs(cart) <= atMs(past.length))
  return [...Map.groupBy(old, ({ cart }) => weekOf(firstLine(cart).recordedAt))]
    .map(([week, carts]) => {
      const of = (is: string) => carts.filter(({ cart }) => fateOf(cart) === is).length
      return {
        week,
        percentOrdered: rounded((100 * of('ordered')) / carts.length, 1),
        carts: carts.length,
        ordered: of('ordered'),
        orderedLater: of('late'),
        paymentUnderReview: of('underReview'),
        checkoutNotEnded: of('notEnded'),
        checkoutEndedWithoutOrder: of('ended'),
        withoutCheckout: of('none'),
        ...observedIn(past, 'week', week, 'week', days),
        evidence: inOrder(
          carts.flatMap(({ cart }) => [
            // A handover may append a line that is older than the cart's first line. Both lines are evidence.
            ...[firstLine(cart), cart.lines[0]!].flatMap((line) => eventsOfLine(past, line)),
            ...cart.checkouts.flatMap((id) => classes.get(id)!.events),
          ]),
        ),
      }
    })
    .toSorted((a, b) => byText(a.week, b.week))
}

function eventsOfLine(past: readonly PastEvent[], { event }: Added): readonly number[] {
  const { ownerId } = past[event - 1]!.data
  const ends = ['GuestCartHandedOver', 'GuestCartExpired', 'GuestCartClosed']
  const end = past.findIndex(({ type, data }, at) => at >= event && data.ownerId === ownerId && ends.includes(type))
  return end < 0 ? [event] : [event, end + 1]
}

export const addedNotBought: Fold = (past) => {
  const bought = soldOrders(past)
  const lines = cartsOf(past).flatMap(({ owner, cart }) => cart.lines.map((line) => ({ owner, ...line })))
  return [...Map.groupBy(lines, ({ item }) => item.productId)]
    .map(([productId, added]) => {
      const buyers = [...Map.groupBy(added, ({ owner }) => owner)].map(([owner, those]) => {
        const orders = bought.filter(({ data }) => data.customerId === owner)
        const items = orders.flatMap(({ data, events }) => (data.items as Item[]).map((item) => ({ item, events })))
        const same = items.filter(({ item }) => item.productId === productId)
        const count = (all: readonly { item: Item }[]) => all.reduce((sum, { item }) => sum + item.quantity, 0)
        const events = [...those.flatMap((line) => eventsOfLine(past, line)), ...same.flatMap((one) => one.events)]
        return { pieces: count(those), left: Math.max(0, count(those) - count(same)), events }
      })
      const [left, pieces] = [
        buyers.reduce((sum, one) => sum + one.left, 0),
        buyers.reduce((sum, one) => sum + one.pieces, 0),
      ]
      return {
        product: added.toSorted((a, b) => a.event - b.event).at(-1)!.item.name,
        piecesNotBought: left,
        piecesAdded: pieces,
        percentNotBought: rounded((100 * left) / pieces, 1),
        buyersWithout: buyers.filter((one) => one.left > 0).length,
        buyers: buyers.length,
        productId,
        evidence: inOrder(buyers.flatMap(({ events }) => events)),
      }
    })
    .toSorted((a, b) => b.piecesNotBought - a.piecesNotBought || byText(a.product, b.product))
}
