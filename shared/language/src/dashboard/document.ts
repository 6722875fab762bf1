import type { Collection } from '../collection.ts'

/** The sums of one day, or of all days, without deleted orders (decisions P13: revenue). */
export type DashboardDocument = {
  /** TOTALS, or the day of the orders, such as 2026-11-21, in UTC. */
  _id: string
  revenueCents: number
  /** Payments less refunds, of orders that are not cancelled. */
  netRevenueCents: number
  orders: number
}

export const TOTALS = 'totals'

export const dashboard: Collection<DashboardDocument> = {
  name: 'dashboard@3',
  changes: { number: 3, says: 'A refund counts when the provider has completed it.' },
  searchedBy: [],
}
