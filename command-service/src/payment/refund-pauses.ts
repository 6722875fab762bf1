const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long a refund that the provider did not carry out waits for its next try: five minutes, doubling up to four hours. */
export const pauseAfterDelays = (delays: number) => Math.min(5 * MINUTE_MS * 2 ** Math.max(0, delays - 1), 4 * HOUR_MS)

/**
 * How long to wait before the next query about a pending refund: as long as it has been pending, up to six hours. A refund to a bank
 * account takes days.
 */
export const pauseWhilePending = (sinceMs: number) => Math.min(Math.max(sinceMs, MINUTE_MS), 6 * HOUR_MS)
