/** The time source of a process. */
export interface Clock {
  /** The time of day, in ms since 1970. It may be set forwards and back while the process runs. */
  wallMs(): number
  /** Milliseconds since some moment. It only moves forwards. */
  monotonicMs(): number
}

export const systemClock: Clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

/**
 * Returns a clock, in ms since 1970. It starts at the wall clock's time, and then adds the time that has passed. Later settings of the wall
 * clock do not change it (reliability R21). A process makes one such clock at its start, and passes it to all code that compares times of
 * events or lets data expire. So all these times agree.
 */
export function steadyClock({ wallMs, monotonicMs }: Clock = systemClock): () => number {
  const beganMs = wallMs() - monotonicMs()
  return () => Math.floor(beganMs + monotonicMs())
}
