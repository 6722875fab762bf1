import type { Collection } from '../read-store/read-store.ts'

/** The shop's sums so far, in cents, deleted orders excluded (decisions P13). One document. */
export type DashboardDocument = {
  _id: typeof TOTALS
  revenueCents: number
  /** Paid and not cancelled. */
  netRevenueCents: number
  totalOrders: number
  totalProducts: number
}

export const TOTALS = 'totals'

export const dashboard: Collection<DashboardDocument> = { name: 'dashboard@1', searchedBy: [] }
