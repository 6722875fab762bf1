import { type DashboardDocument, dashboard, TOTALS } from '@shop/language/dashboard/document'
import { refundedCents as refundedCentsOf } from '@shop/language/order/books'
import type { OrderStatus } from '@shop/language/order/status'
import { type Projection, upsert } from '../projection.ts'

export const dashboardProjection: Projection<DashboardDocument> = {
  into: dashboard,
  failure: 'halt',
  on: {
    OrderPlaced: ({ data: { placedAt, totalCents } }) =>
      addSums(placedAt, { revenueCents: totalCents, netRevenueCents: totalCents, orders: 1 }),
    OrderStatusChanged: ({ data: { placedAt, totalCents, refundedCents, from, to } }) => {
      const kept = totalCents - refundedCents
      const before = from === 'Cancelled' ? 0 : kept
      const after = to === 'Cancelled' ? 0 : kept
      return addSums(placedAt, { revenueCents: 0, netRevenueCents: after - before, orders: 0 })
    },
    OrderRefunded: ({ data }) => subtractRefund(data),
    RefundNoted: ({ data }) => subtractRefund(data),
    OrderRefundFailed: ({ data }) => (data.wasMade ? subtractRefund({ ...data, amountCents: -data.amountCents }) : []),
    OrderDeleted: ({ data: { placedAt, totalCents, refundedCents, status } }) =>
      addSums(placedAt, {
        revenueCents: -totalCents,
        netRevenueCents: status === 'Cancelled' ? 0 : refundedCents - totalCents,
        orders: -1,
      }),
    OrderRestored: ({ data }) =>
      addSums(data.placedAt, {
        revenueCents: data.totalCents,
        netRevenueCents: data.status === 'Cancelled' ? 0 : data.totalCents - refundedCentsOf(data),
        orders: 1,
      }),
  },
}

type Taken = Readonly<{ placedAt: string; amountCents: number; status: OrderStatus; deleted: boolean }>

/** A cancelled or deleted order is not in the net revenue, so nothing is subtracted. */
const subtractRefund = ({ placedAt, amountCents, status, deleted }: Taken) =>
  addSums(placedAt, {
    revenueCents: 0,
    netRevenueCents: deleted || status === 'Cancelled' ? 0 : -amountCents,
    orders: 0,
  })

type Sums = Omit<DashboardDocument, '_id'>

const addSums = (placedAt: string, sums: Sums) => [add(placedAt.slice(0, 10), sums), add(TOTALS, sums)]

const add = (_id: string, sums: Sums) =>
  upsert<DashboardDocument>(_id, (before) => ({
    _id,
    revenueCents: (before?.revenueCents ?? 0) + sums.revenueCents,
    netRevenueCents: (before?.netRevenueCents ?? 0) + sums.netRevenueCents,
    orders: (before?.orders ?? 0) + sums.orders,
  }))
