/** Where a process has its time from. */
export interface Clock {
  /** The time of day, in ms since 1970. It may be set forwards and back while the process runs. */
  wallMs(): number
  /** Ms since some moment of the process; only passes. */
  monotonicMs(): number
}

export const systemClock: Clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

/**
 * The time in ms since 1970: what the wall clock says at this call, and from then on what has passed, whatever the wall clock is
 * set to (reliability R21). A process makes one at its start and hands it to all that writes or compares the times of events, or
 * lets something expire, so that they agree.
 */
export function steadyClock({ wallMs, monotonicMs }: Clock = systemClock): () => number {
  const beganMs = wallMs() - monotonicMs()
  return () => Math.floor(beganMs + monotonicMs())
}
