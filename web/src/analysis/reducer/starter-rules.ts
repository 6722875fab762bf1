import type { ReducerBody } from '@shop/language/analysis/reducers'

export type StarterRule = Readonly<
  { title: string; about: string } & Pick<ReducerBody, 'reducer' | 'against' | 'types'>
>

/** TABLE: the starter rules. */
export const starterRules: readonly StarterRule[] = [
  {
    title: 'Orders and revenue by day',
    about: 'One row for each day: how many orders were placed, and how much was paid for them.',
    types: ['OrderPlaced'],
    reducer: `// The key of the row that an event belongs to. null means no row, a list means several rows.
function keyOf({ data }) {
  return data.placedAt.slice(0, 10)
}
// The row after an event. Before the first event, the row is undefined.
function reduce(row = { orders: 0, revenueCents: 0 }, { data }) {
  return { orders: row.orders + 1, revenueCents: row.revenueCents + data.totalCents }
}`,
  },
  {
    title: 'Net revenue that counts cancelled orders until they are refunded',
    about:
      'Compares the rule with the dashboard: shows the days that differ, and the cancellations that cause the differences. If every cancelled order was refunded in full, no day differs.',
    types: ['OrderPlaced', 'OrderRefunded', 'RefundNoted', 'OrderRefundFailed'],
    against: { projection: 'dashboard' },
    reducer: `// What each event adds to revenue, net revenue and the number of orders.
const adds = {
  OrderPlaced: ({ totalCents }) => [totalCents, totalCents, 1],
  OrderRefunded: ({ amountCents }) => [0, -amountCents, 0],
  RefundNoted: ({ amountCents }) => [0, -amountCents, 0],
  OrderRefundFailed: ({ amountCents, wasMade }) => [0, wasMade ? amountCents : 0, 0],
}
// The dashboard has one row per day, and one for all days.
function keyOf({ data }) {
  const day = data.placedAt.slice(0, 10)
  return [day, 'totals']
}
function reduce(row = { revenueCents: 0, netRevenueCents: 0, orders: 0 }, { type, data }) {
  const added = adds[type]
  const [revenue, net, orders] = added(data)
  return {
    revenueCents: row.revenueCents + revenue,
    netRevenueCents: row.netRevenueCents + net,
    orders: row.orders + orders,
  }
}`,
  },
  {
    title: 'Ordered pieces by product',
    about: 'One row for each product. An order counts in the row of each of its products.',
    types: ['OrderPlaced'],
    reducer: `function keyOf({ data }) {
  const names = data.items.map(({ name }) => name)
  return [...new Set(names)]
}
function reduce(row = { pieces: 0, orders: 0 }, { data }, key) {
  const own = data.items.filter(({ name }) => name === key)
  return { pieces: own.reduce((sum, { quantity }) => sum + quantity, row.pieces), orders: row.orders + 1 }
}`,
  },
]
