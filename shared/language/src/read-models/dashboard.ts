import type { Collection } from './collection.ts'

/** The books of one day, or of all days, in cents, deleted orders excluded (decisions P13). */
export type DashboardDocument = {
  /** TOTALS, or the day the orders were placed on, as 2026-11-21 in UTC. */
  _id: string
  revenueCents: number
  /** Paid less refunded, of orders that are not cancelled. */
  netRevenueCents: number
  orders: number
}

export const TOTALS = 'totals'

export const dashboard: Collection<DashboardDocument> = { name: 'dashboard@3', searchedBy: [] }
