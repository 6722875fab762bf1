import { minuteOf } from './fold-stock.ts'
import type { Fold, PastEvent } from './past.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
type Numbered = PastEvent & { event: number }

const numbered = (past: readonly PastEvent[]): readonly Numbered[] =>
  past.map((one, index) => ({ ...one, event: index + 1 }))
const ordersIn = (past: readonly PastEvent[]) => numbered(past).filter(({ type }) => type === 'OrderPlaced')
const dayOf = (moment: string) => moment.slice(0, 10)
const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Between two of the sorted values, as far as the share says. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place % 1)
}

function weekOf(moment: string): string {
  const day = new Date(`${dayOf(moment)}T00:00:00Z`)
  const sinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

export const timeToShip: Fold = (past) => {
  const shipped = new Map<string, Numbered>()
  for (const one of numbered(past))
    if (one.type === 'OrderStatusChanged' && one.data.to === 'Shipped' && !shipped.has(one.data.orderId))
      shipped.set(one.data.orderId, one)
  const orders = ordersIn(past).filter(({ data }) => shipped.has(data.orderId))
  return [...Map.groupBy(orders, ({ recordedAt }) => weekOf(recordedAt))]
    .map(([week, placed]) => {
      const arrivals = placed.map((order) => ({ order, parcel: shipped.get(order.data.orderId)! }))
      const minutes = arrivals.map(({ order, parcel }) => minuteOf(parcel.recordedAt) - minuteOf(order.recordedAt))
      return {
        week,
        medianHours: rounded(quantile(minutes, 0.5) / 60, 1),
        slowestTenthHours: rounded(quantile(minutes, 0.9) / 60, 1),
        orders: placed.length,
        evidence: arrivals.map(({ parcel }) => parcel.event).toSorted((a, b) => a - b),
      }
    })
    .toSorted((a, b) => byText(a.week, b.week))
}

export const cohorts: Fold = (past) => {
  const customers = [...Map.groupBy(ordersIn(past), ({ data }) => data.customerId as string).values()]
  const first = (orders: readonly Numbered[]) => orders[0]!.recordedAt
  return [...Map.groupBy(customers, (orders) => `${first(orders).slice(0, 7)}-01`)]
    .map(([month, cohort]) => {
      const back = (days: number) =>
        cohort.filter((orders) =>
          orders.some(({ recordedAt }) => {
            const after = (Date.parse(dayOf(recordedAt)) - Date.parse(dayOf(first(orders)))) / DAY_MS
            return after >= 1 && after <= days
          }),
        ).length
      const evidence = cohort
        .flat()
        .map(({ event }) => event)
        .toSorted((a, b) => a - b)
      return { month, customers: cohort.length, backIn30Days: back(30), backIn90Days: back(90), evidence }
    })
    .toSorted((a, b) => byText(a.month, b.month))
}

export const baskets: Fold = (past) => {
  const pairs = new Map<string, { product: string; boughtWith: string; evidence: number[] }>()
  for (const { event, data } of ordersIn(past)) {
    const things = new Map<string, string>()
    for (const { productId, name } of data.items) things.set(`${productId}|${name}`, productId)
    for (const [one, oneId] of things)
      for (const [other, otherId] of things) {
        if (!(oneId < otherId)) continue
        const nameOf = (key: string) => key.slice(key.indexOf('|') + 1)
        const pair = pairs.get(`${one}&${other}`) ?? { product: nameOf(one), boughtWith: nameOf(other), evidence: [] }
        pair.evidence.push(event)
        pairs.set(`${one}&${other}`, pair)
      }
  }
  return [...pairs.values()]
    .map(({ product, boughtWith, evidence }) => ({ product, boughtWith, orders: evidence.length, evidence }))
    .toSorted((a, b) => b.orders - a.orders || byText(a.product, b.product) || byText(a.boughtWith, b.boughtWith))
    .slice(0, 50)
}

export const sizeMix: Fold = (past) => {
  const sizes = new Map<string, { pieces: number; evidence: Set<number> }>()
  for (const { event, data } of ordersIn(past))
    for (const { size, quantity } of data.items) {
      const line = sizes.get(size) ?? { pieces: 0, evidence: new Set() }
      line.pieces += quantity
      sizes.set(size, { ...line, evidence: line.evidence.add(event) })
    }
  const all = [...sizes.values()].reduce((sum, { pieces }) => sum + pieces, 0)
  return [...sizes]
    .map(([size, { pieces, evidence }]) => ({
      size,
      pieces,
      percent: rounded((100 * pieces) / all, 1),
      evidence: [...evidence],
    }))
    .toSorted((a, b) => b.pieces - a.pieces || byText(a.size, b.size))
}

export const priceChanges: Fold = (past, { days = 0 } = {}) => {
  const now = new Map<string, number>()
  const rows: Record<string, unknown>[] = []
  for (const { type, data, event, recordedAt } of numbered(past)) {
    const priceCents = type === 'ProductListed' ? data.details.priceCents : data.changes?.priceCents
    if (!type.startsWith('Product') || priceCents === undefined) continue
    const wasCents = now.get(data.productId)
    now.set(data.productId, priceCents)
    if (wasCents === undefined || wasCents === priceCents) continue
    const near = ordersIn(past)
      .filter((order) => Math.abs(hourOf(order.recordedAt) - hourOf(recordedAt)) < 24 * days)
      .flatMap((order) => order.data.items.map((item: object) => ({ ...order, item })))
      .filter(({ item }) => item.productId === data.productId)
    if (near.length === 0) continue
    const sold = (of: typeof near) => rounded(of.reduce((sum, { item }) => sum + item.quantity, 0) / days, 2)
    rows.push({
      event,
      recordedAt,
      productId: data.productId,
      product: near[0].item.name,
      wasCents,
      priceCents,
      before: sold(near.filter((one) => one.recordedAt < recordedAt)),
      after: sold(near.filter((one) => one.recordedAt >= recordedAt)),
      evidence: [...new Set(near.map((one) => one.event))],
    })
  }
  return rows.reverse()
}

const hourOf = (moment: string) => Math.floor(Date.parse(moment) / HOUR_MS)
