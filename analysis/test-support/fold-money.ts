import { inOrder, observedIn, weekOf } from './fold-orders.ts'
import type { Fold, PastEvent } from './past.ts'

const DAY_MS = 86_400_000
type Order = {
  /** The event `OrderPlaced`, and all later events that change the money or whether the order counts. */
  events: number[]
  day: string
  country: string | null
  /** The event that gave the order its last address. */
  addressed: number
  paid: number
  back: number
  isCancelled: boolean
  isDeleted: boolean
}

function ordersAfter(past: readonly PastEvent[]): readonly Order[] {
  const orders = new Map<string, Order>()
  past.forEach(({ type, data }, index) => {
    if (type === 'OrderPlaced') {
      const { placedAt, country, totalCents: paid } = data
      const day = placedAt.slice(0, 10)
      const nothing = { events: [], back: 0, isCancelled: false, isDeleted: false }
      orders.set(data.orderId, { ...nothing, day, country, addressed: index + 1, paid })
    }
    const order = orders.get(data.orderId)
    if (!order) return
    if (type === 'OrderAddressChanged') Object.assign(order, { country: data.country, addressed: index + 1 })
    const before = JSON.stringify(order)
    if (type === 'OrderStatusChanged') order.isCancelled = data.to === 'Cancelled'
    if (type === 'OrderRefunded' || type === 'RefundNoted') order.back += data.amountCents
    if (type === 'OrderRefundFailed' && data.wasMade) order.back -= data.amountCents
    if (type === 'OrderDeleted') order.isDeleted = true
    if (type === 'OrderRestored') {
      order.isDeleted = false
      order.isCancelled = data.status === 'Cancelled'
    }
    if (type === 'OrderPlaced' || JSON.stringify(order) !== before) order.events.push(index + 1)
  })
  return [...orders.values()]
}

const sumOf = (orders: readonly Order[], cents: (order: Order) => number) =>
  orders.reduce((sum, order) => sum + cents(order), 0)
const kept = ({ paid, back, isCancelled }: Order) => (isCancelled ? 0 : paid - back)

export const netRevenue: Fold = (past) => {
  const orders = ordersAfter(past)
  const firstMs = Math.min(...orders.map(({ day }) => Date.parse(day)))
  const today = past.at(-1)!.recordedAt.slice(0, 10)
  const rows: object[] = []
  for (let atMs = firstMs; atMs <= Date.parse(today); atMs += DAY_MS) {
    const day = new Date(atMs).toISOString().slice(0, 10)
    const those = orders.filter((order) => order.day === day && !order.isDeleted)
    const revenueCents = sumOf(those, ({ paid }) => paid)
    rows.push({
      day,
      orders: those.length,
      revenueCents,
      netRevenueCents: sumOf(those, kept),
      averageOrderCents: those.length === 0 ? null : Math.round(revenueCents / those.length),
      ...observedIn(past, 'day', day),
      evidence: inOrder(those.flatMap(({ events }) => events)),
    })
  }
  return rows
}

export const averageOrder: Fold = (past) => {
  const orders = ordersAfter(past).filter(({ isDeleted }) => !isDeleted)
  const average = (of: readonly Order[], cents: (order: Order) => number) =>
    of.length === 0 ? null : Math.round(sumOf(of, cents) / of.length)
  return [...Map.groupBy(orders, ({ day }) => weekOf(day))]
    .map(([week, those]) => {
      const notCancelled = those.filter(({ isCancelled }) => !isCancelled)
      return {
        week,
        averageOrderCents: average(those, ({ paid }) => paid),
        averageNetCents: average(notCancelled, ({ paid, back }) => paid - back),
        orders: those.length,
        cancelledOrders: those.length - notCancelled.length,
        revenueCents: sumOf(those, ({ paid }) => paid),
        ...observedIn(past, 'week', week),
        evidence: inOrder(those.flatMap(({ events }) => events)),
      }
    })
    .toSorted((a, b) => (a.week < b.week ? -1 : 1))
}

export const countries: Fold = (past) => {
  const orders = ordersAfter(past).filter(({ isDeleted }) => !isDeleted)
  return [...Map.groupBy(orders, ({ country }) => country || 'unknown')]
    .map(([country, those]) => ({
      country,
      orders: those.length,
      revenueCents: sumOf(those, ({ paid }) => paid),
      netRevenueCents: sumOf(those, kept),
      evidence: inOrder(those.flatMap(({ events, addressed }) => [...events, addressed])),
    }))
    .toSorted((a, b) => b.revenueCents - a.revenueCents || (a.country < b.country ? -1 : 1))
}
