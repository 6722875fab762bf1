import { type DashboardDocument, TOTALS } from '@shop/language/dashboard/document'
import type { Figure, Reason } from '@shop/language/dashboard/figures'
import type { Recorded } from '@shop/language/events/event'
import { apply } from '@shop/projections/fold'
import { anyProjection, changesOf } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { createWorkingSet } from '@shop/projections/working-set'

/** The amount that one event adds to each figure of the dashboard, in cents or orders. */
export type Contribution = Readonly<{ day: string; reason: Reason; adds: Readonly<Record<Figure, number>> }>

const projection = anyProjection(dashboardProjection)
export const countedTypes: readonly string[] = Object.keys(dashboardProjection.on)

/** Applies the dashboard's projection to `event` alone. This works because each figure is a sum over single events. */
export function contributionOf(event: Recorded): Contribution | undefined {
  const workingSet = createWorkingSet()
  apply(workingSet, changesOf(projection, event))
  const [, booked] = [...workingSet.documents].find(([id]) => id !== TOTALS) ?? []
  if (!booked) return undefined
  const { _id: day, revenueCents, netRevenueCents, orders } = booked as DashboardDocument
  if (revenueCents === 0 && netRevenueCents === 0 && orders === 0) return undefined
  return { day, reason: reasonOf(event), adds: { revenue: revenueCents, netRevenue: netRevenueCents, orders } }
}

const reasons: Readonly<Record<string, Reason>> = {
  OrderPlaced: 'placed',
  OrderRefunded: 'refunded',
  RefundNoted: 'refunded',
  OrderRefundFailed: 'refund failed',
  OrderDeleted: 'deleted',
  OrderRestored: 'restored',
}

/** Only changes of status to or from Cancelled add something. */
const reasonOf = ({ type, data }: Recorded): Reason =>
  reasons[type] ?? ((data as { to: string }).to === 'Cancelled' ? 'cancelled' : 'reopened')
