const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The pause before the next try of a refund that the provider did not carry out. The first pause is five minutes. Each further pause is
 * twice as long, up to four hours.
 */
export const pauseAfterDelays = (delays: number) => Math.min(5 * MINUTE_MS * 2 ** Math.max(0, delays - 1), 4 * HOUR_MS)

/**
 * The pause before the next query about a pending refund. It is as long as the refund has been pending, but at least a minute and at most
 * six hours. A refund to a bank account takes days.
 */
export const pauseWhilePending = (sinceMs: number) => Math.min(Math.max(sinceMs, MINUTE_MS), 6 * HOUR_MS)
