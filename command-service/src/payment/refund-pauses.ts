const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The pause is in ms. */
export const pauseAfterDelays = (delays: number) => Math.min(5 * MINUTE_MS * 2 ** Math.max(0, delays - 1), 4 * HOUR_MS)

/** The pause is in ms. `sinceMs`: how long the refund has been pending. */
export const pauseWhilePending = (sinceMs: number) => Math.min(Math.max(sinceMs, MINUTE_MS), 6 * HOUR_MS)
