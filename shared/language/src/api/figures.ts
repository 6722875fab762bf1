/** The dashboard's figures: each is a sum of what single events add. */
export const figures = ['revenue', 'netRevenue', 'orders'] as const
export type Figure = (typeof figures)[number]

/** Why an event changed a figure. */
export const reasons = ['placed', 'cancelled', 'reopened', 'refunded', 'refund failed', 'deleted', 'restored'] as const
export type Reason = (typeof reasons)[number]
