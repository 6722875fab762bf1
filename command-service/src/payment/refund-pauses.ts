const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The pause, in ms, before the next try of a refund that the provider did not carry out: five minutes, doubled each time, up to four hours.
 */
export const pauseAfterDelays = (delays: number) => Math.min(5 * MINUTE_MS * 2 ** Math.max(0, delays - 1), 4 * HOUR_MS)

/** The pause, in ms, before the next look-up of a pending refund: as long as it has been pending, from one minute to six hours. */
export const pauseWhilePending = (sinceMs: number) => Math.min(Math.max(sinceMs, MINUTE_MS), 6 * HOUR_MS)
