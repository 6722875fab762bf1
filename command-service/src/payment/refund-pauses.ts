const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const pauseAfterDelays = (delays: number) => Math.min(5 * MINUTE_MS * 2 ** Math.max(0, delays - 1), 4 * HOUR_MS)

/** The rest of a pause, in ms. A pause that begins later than `now` is over, because the clock was ahead when the pause began. */
export function restOfPause(delayedAt: string, delays: number, now: Date): number {
  const pauseMs = pauseAfterDelays(delays)
  const passedMs = now.getTime() - Date.parse(delayedAt)
  return passedMs < 0 ? 0 : Math.max(0, pauseMs - passedMs)
}

/** The pause is in ms. `sinceMs`: how long the refund has been pending. */
export const pauseWhilePending = (sinceMs: number) => Math.min(Math.max(sinceMs, MINUTE_MS), 6 * HOUR_MS)
