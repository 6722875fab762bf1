/** Each figure of the dashboard is the sum of the amounts that single events have added to it. */
export const figures = ['revenue', 'netRevenue', 'orders'] as const
export type Figure = (typeof figures)[number]

export const reasons = ['placed', 'cancelled', 'reopened', 'refunded', 'refund failed', 'deleted', 'restored'] as const
export type Reason = (typeof reasons)[number]
