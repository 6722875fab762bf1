export interface Clock {
  /** The time of day, in ms since 1970. It may be set forwards and back. */
  wallMs(): number
  /** In ms since some moment. It only moves forwards. */
  monotonicMs(): number
}

export const systemClock: Clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

/** Returns a clock in ms since 1970. Setting the wall clock does not change the returned clock (reliability R21). */
export function steadyClock({ wallMs, monotonicMs }: Clock = systemClock): () => number {
  const beganMs = wallMs() - monotonicMs()
  return () => Math.floor(beganMs + monotonicMs())
}
