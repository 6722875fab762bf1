import { type DashboardDocument, dashboard, TOTALS } from '@shop/language/read-models/dashboard'
import { type Projection, upsert } from '../projection.ts'

export const dashboardProjection: Projection<DashboardDocument> = {
  into: dashboard,
  failure: 'halt',
  on: {
    OrderPlaced: ({ data: { placedAt, totalCents } }) =>
      book(placedAt, { revenueCents: totalCents, netRevenueCents: totalCents, orders: 1 }),
    OrderStatusChanged: ({ data: { placedAt, totalCents, from, to } }) => {
      const before = from === 'Cancelled' ? 0 : totalCents
      const after = to === 'Cancelled' ? 0 : totalCents
      return book(placedAt, { revenueCents: 0, netRevenueCents: after - before, orders: 0 })
    },
    OrderDeleted: ({ data: { placedAt, totalCents, status } }) =>
      book(placedAt, {
        revenueCents: -totalCents,
        netRevenueCents: status === 'Cancelled' ? 0 : -totalCents,
        orders: -1,
      }),
    OrderRestored: ({ data: { placedAt, totalCents, status } }) =>
      book(placedAt, {
        revenueCents: totalCents,
        netRevenueCents: status === 'Cancelled' ? 0 : totalCents,
        orders: 1,
      }),
  },
}

type Sums = Omit<DashboardDocument, '_id'>

/** Adds to the day of the order and to the totals. */
const book = (placedAt: string, sums: Sums) => [add(placedAt.slice(0, 10), sums), add(TOTALS, sums)]

const add = (_id: string, sums: Sums) =>
  upsert<DashboardDocument>(_id, (before) => ({
    _id,
    revenueCents: (before?.revenueCents ?? 0) + sums.revenueCents,
    netRevenueCents: (before?.netRevenueCents ?? 0) + sums.netRevenueCents,
    orders: (before?.orders ?? 0) + sums.orders,
  }))
